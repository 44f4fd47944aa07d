import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import type { Role } from '../data.ts';
import { invitationsKey, inviteMember } from '../invitations/data.ts';
import { isEmail } from '../rules.ts';
import { useRoleNames } from './role-name.ts';

/** Form that invites one person by e-mail. */
export function InvitePanel({ roles, onClose }: { roles: readonly Role[]; onClose: () => void }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const nameOf = useRoleNames();
  const student = roles.find(({ kind }) => kind === 'student')?.role_id ?? roles[0]?.role_id ?? '';
  const draft = useDraft({
    saved: { email: '', name: '', role_id: student },
    validate: ({ email }) => ({ email: isEmail(email.trim()) ? undefined : t('problem.email') }),
  });

  const {
    save: send,
    isSaving: isBusy,
    problem,
  } = useSave(
    async () => {
      const person = { ...draft.values, email: draft.values.email.trim(), name: draft.values.name.trim() };
      await inviteMember(db, account_id, person);
      showToast(t('invite.sent', { email: person.email }));
      await queries.invalidateQueries({ queryKey: invitationsKey(account_id) });
      onClose();
    },
    { form: draft },
  );
  return (
    <SidePanel
      title={t('invite.title')}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="invite" isBusy={isBusy}>
          {t('invite.send')}
        </Button>
      }
    >
      <Form id="invite" label={t('invite.title')} onSubmit={() => void send()} problem={problem}>
        <TextField
          label={t('field.email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          description={t('invite.hint')}
          maxLength={320}
          isRequired
          autoFocus
          {...draft.field('email')}
        />
        <TextField label={t('field.name')} isOptional autoComplete="off" maxLength={120} {...draft.field('name')} />
        <Select
          label={t('list.role')}
          {...draft.field('role_id')}
          options={roles.map((role) => ({ id: role.role_id, label: nameOf(role) }))}
        />
      </Form>
    </SidePanel>
  );
}
