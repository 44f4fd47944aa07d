import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import type { OwnMember } from '#base/browser/member.ts';
import { Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { changeMembers } from '../data.ts';

/** Form for the member's name, bio and whether the profile is public. */
export function CardForm({ member }: { member: OwnMember }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const queries = useQueryClient();
  const draft = useDraft({
    saved: { name: member.name, bio: member.bio, is_public: member.is_public },
    validate: ({ name }) => ({ name: name.trim() ? undefined : t('problem.nameMissing') }),
    labels: { name: t('field.name'), bio: t('profile.bio'), is_public: t('profile.isPublic') },
  });

  const {
    save,
    isSaving: isBusy,
    problem,
  } = useSave(
    async () => {
      const values = { ...draft.values, name: draft.values.name.trim() };
      await changeMembers(db, member.account_id, [member.id], values);
      draft.accept(values);
      showToast(t('profile.saved'));
      await queries.invalidateQueries({ queryKey: ['members', member.account_id] });
    },
    { form: draft },
  );
  return (
    <Form onSubmit={() => void save()} problem={problem}>
      <TextField label={t('field.name')} autoComplete="name" maxLength={120} isRequired {...draft.field('name')} />
      <TextArea label={t('profile.bio')} isOptional maxLength={2_000} rows={3} {...draft.field('bio')} />
      <Switch description={t('profile.isPublicText')} {...draft.toggle('is_public')}>
        {t('profile.isPublic')}
      </Switch>
      <SaveBar changed={draft.changed} isSaving={isBusy} onDiscard={draft.discard} />
      <UnsavedGuard changed={draft.changed} />
    </Form>
  );
}
