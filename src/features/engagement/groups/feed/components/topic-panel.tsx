import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { type Thread, threadKeys } from '#features/engagement/threads/data.ts';
import { MAX_TOPIC, MAX_TOPICS, saveTopics, type Topic } from '#features/engagement/threads/topics/data.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';

/** A topic in the form; one that is new has no id of its own yet. */
type Row = { key: string; id: string | null; name: string };

const rowsOf = (topics: Topic[]): Row[] => topics.map(({ id, name }) => ({ key: id, id, name }));

/** The topics of a group: their names and their order. Posts of a topic that is deleted stay. */
export function TopicPanel({ thread, topics, onClose }: { thread: Thread; topics: Topic[]; onClose: () => void }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const formId = useId();
  const [rows, setRows] = useState<Row[]>(() => rowsOf(topics));
  const written = rows.filter(({ name }) => name.trim() !== '');
  const isChanged = JSON.stringify(rowsOf(topics)) !== JSON.stringify(rows);
  const { save, isSaving, problem } = useSave(
    () =>
      saveTopics(
        db,
        thread.id,
        written.map(({ id, name }) => ({ id, name: name.trim() })),
      ),
    {
      isInForm: true,
      invalidates: [threadKeys.all(account_id, thread.id)],
      done: t('topics.saved'),
      onSaved: onClose,
    },
  );
  return (
    <SidePanel
      title={t('topics.manage')}
      isOpen
      isChanged={isChanged && !isSaving}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form={formId} isBusy={isSaving} isDisabled={!isChanged}>
          {t('form.save')}
        </Button>
      }
    >
      <Form id={formId} label={t('topics.manage')} problem={problem} onSubmit={() => void save()}>
        <p className="help">{t('topics.help')}</p>
        <TopicRows rows={rows} onChange={setRows} />
      </Form>
    </SidePanel>
  );
}

/** The topics in their order, each with its name and its buttons, and one to add another. */
function TopicRows({ rows, onChange }: { rows: Row[]; onChange: (rows: Row[]) => void }) {
  const { t } = useTranslation('groups');
  const change = (key: string, name: string) => onChange(rows.map((row) => (row.key === key ? { ...row, name } : row)));
  const move = (index: number, step: -1 | 1) => {
    const [row] = rows.slice(index, index + 1);
    if (row) onChange(rows.toSpliced(index, 1).toSpliced(index + step, 0, row));
  };
  return (
    <>
      <ol className="grid gap-3">
        {rows.map(({ key, name }, index) => (
          <li key={key} className="row items-end">
            <TextField
              className="flex-1 min-w-0"
              label={t('topics.name', { number: index + 1 })}
              value={name}
              maxLength={MAX_TOPIC}
              dir="auto"
              autoFocus={name === ''}
              onChange={(value) => change(key, value)}
            />
            <IconButton
              label={t('topics.up', { name })}
              icon={ArrowUp}
              isDisabled={index === 0}
              onPress={() => move(index, -1)}
            />
            <IconButton
              label={t('topics.down', { name })}
              icon={ArrowDown}
              isDisabled={index === rows.length - 1}
              onPress={() => move(index, 1)}
            />
            <IconButton
              label={t('topics.remove', { name })}
              icon={Trash2}
              onPress={() => onChange(rows.filter((row) => row.key !== key))}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button
          icon={Plus}
          isDisabled={rows.length >= MAX_TOPICS}
          onPress={() => onChange([...rows, { key: crypto.randomUUID(), id: null, name: '' }])}
        >
          {t('topics.add')}
        </Button>
      </div>
    </>
  );
}
