import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BookmarkPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useCan } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { DbError } from '#base/shared/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { type MemberFilter, memberListKey, removeSegment, saveSegment, segmentsQuery } from '../directory/data.ts';

const sameFilter = (a: MemberFilter, b: MemberFilter) => keyOf(a) === keyOf(b);
const keyOf = (filter: MemberFilter) => JSON.stringify(Object.entries(filter).sort(([a], [b]) => a.localeCompare(b)));

/** Saved segments with their current counts, and a form to save the current filter. */
export function SegmentBar({ filter, onChoose }: { filter: MemberFilter; onChoose: (filter: MemberFilter) => void }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const mayManage = useCan('manage_members');
  const segments = useQuery(segmentsQuery(db, account_id)).data ?? [];
  const [isNaming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const isFiltered = Object.keys(filter).length > 0;
  const selected = segments.find((segment) => sameFilter(segment.filter, filter));
  const refresh = () => queries.invalidateQueries({ queryKey: [...memberListKey(account_id), 'segments'] });
  if (segments.length === 0 && !(isFiltered && mayManage)) return null;

  async function save() {
    setProblem(undefined);
    if (!name.trim()) return setProblem(t('segment.nameMissing'));
    try {
      await saveSegment(db, account_id, name.trim(), filter);
      showToast(t('segment.saved', { name: name.trim() }));
      setNaming(false);
      setName('');
      await refresh();
    } catch (error) {
      const isTaken = error instanceof DbError && /already exists|^23505$/.test(error.code);
      setProblem(isTaken ? t('segment.nameTaken') : (error as Error).message);
    }
  }
  async function remove(id: string, title: string) {
    try {
      await removeSegment(db, account_id, id);
      showToast(t('segment.removed', { name: title }));
      await refresh();
    } catch (error) {
      showError((error as Error).message);
    }
  }
  return (
    <fieldset className="row flex-wrap" aria-label={t('segment.label')}>
      {segments.map((segment) => (
        <button
          key={segment.id}
          type="button"
          className={classNames('chip', segment === selected && 'is-on')}
          aria-pressed={segment === selected}
          onClick={() => onChoose(segment === selected ? {} : segment.filter)}
        >
          <bdi>{segment.name}</bdi>
          <span className="chip-value num">{t('segment.many', { count: segment.count })}</span>
        </button>
      ))}
      {selected && mayManage ? (
        <IconButton
          size="sm"
          label={t('segment.remove', { name: selected.name })}
          icon={Trash2}
          onPress={() => void remove(selected.id, selected.name)}
        />
      ) : null}
      {isFiltered && !selected && mayManage ? (
        <Button size="sm" variant="quiet" icon={BookmarkPlus} onPress={() => setNaming(true)}>
          {t('segment.save')}
        </Button>
      ) : null}
      <Dialog
        title={t('segment.save')}
        isOpen={isNaming}
        isChanged={name !== ''}
        onOpenChange={(isOpen) => {
          setNaming(isOpen);
          setName('');
        }}
        footer={
          <Button variant="primary" type="submit" form="segment">
            {t('segment.saveAction')}
          </Button>
        }
      >
        <Form id="segment" label={t('segment.save')} onSubmit={() => void save()}>
          <TextField
            label={t('segment.name')}
            value={name}
            onChange={setName}
            errorMessage={problem}
            maxLength={60}
            isRequired
            autoFocus
          />
        </Form>
      </Dialog>
    </fieldset>
  );
}
