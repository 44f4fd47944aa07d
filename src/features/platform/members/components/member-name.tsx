import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Form } from '#ui/fields/form.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { changeMembers } from '../data.ts';
import type { MemberRow } from '../directory/data.ts';

/** Form to correct a member's name on this site. */
export function MemberName({ row }: { row: MemberRow }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const queries = useQueryClient();
  const draft = useDraft({
    saved: { name: row.name },
    validate: ({ name }) => ({ name: name.trim() ? undefined : t('problem.nameMissing') }),
    labels: { name: t('field.name') },
  });

  const {
    save,
    isSaving: isBusy,
    problem,
  } = useSave(
    async () => {
      const name = draft.values.name.trim();
      await changeMembers(db, row.account_id, [row.id], { name });
      draft.accept({ name });
      showToast(t('profile.actSaved'));
      await queries.invalidateQueries({ queryKey: ['members', row.account_id] });
    },
    { form: draft },
  );
  return (
    <Form label={t('field.name')} onSubmit={() => void save()} problem={problem}>
      <TextField
        label={t('field.name')}
        autoComplete="off"
        maxLength={120}
        isRequired
        dir="auto"
        {...draft.field('name')}
      />
      <SaveBar changed={draft.changed} isSaving={isBusy} onDiscard={draft.discard} />
      <UnsavedGuard changed={draft.changed} />
    </Form>
  );
}
