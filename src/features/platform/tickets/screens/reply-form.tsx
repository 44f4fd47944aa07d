import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { type CannedReply, saveReply } from '../data.ts';

type Values = { title: string; body: string };

export function ReplyForm({
  reply,
  account_id,
  onClose,
  onSaved,
}: {
  reply: CannedReply | null;
  account_id: string;
  onClose: () => void;
  onSaved: (title: string) => Promise<void>;
}) {
  const { t } = useTranslation('tickets');
  const db = useDb();
  const id = useId();
  const [saved] = useState<Values>(() => ({ title: reply?.title ?? '', body: reply?.body ?? '' }));
  const draft = useDraft<Values>({
    saved,
    validate: ({ title, body }) => ({
      title: title.trim() ? undefined : t('replies.errors.title'),
      body: body.trim() ? undefined : t('form.errors.body'),
    }),
  });

  const {
    save: submit,
    isSaving,
    problem,
  } = useSave(
    async () => {
      const title = draft.values.title.trim();
      await saveReply(db, account_id, reply?.id ?? null, { title, body: draft.values.body.trim() });
      await onSaved(title);
    },
    {
      form: draft,
      fields: { [UNIQUE_VIOLATION]: ['title', t('replies.errors.taken')] },
    },
  );
  return (
    <SidePanel
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isChanged={draft.isChanged}
      title={reply?.title ?? t('replies.new')}
      footer={
        <>
          <Button onPress={onClose}>{t('form.cancel')}</Button>
          <Button variant="primary" type="submit" form={id} isBusy={isSaving}>
            {t('replies.save')}
          </Button>
        </>
      }
    >
      <Form id={id} label={reply?.title ?? t('replies.new')} problem={problem} onSubmit={() => void submit()}>
        <ReplyFields draft={draft} />
      </Form>
    </SidePanel>
  );
}

function ReplyFields({ draft }: { draft: Draft<Values> }) {
  const { t } = useTranslation('tickets');
  return (
    <>
      <TextField label={t('replies.titleLabel')} maxLength={100} isRequired {...draft.field('title')} />
      <TextArea
        label={t('replies.body')}
        description={t('replies.bodyHelp', {
          names: '{{name}}, {{number}}, {{site}}',
          interpolation: { skipOnVariables: true },
        })}
        rows={10}
        maxLength={10_000}
        isRequired
        {...draft.field('body')}
      />
    </>
  );
}
