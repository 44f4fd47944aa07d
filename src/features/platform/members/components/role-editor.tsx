import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CheckboxGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { type Role, saveRole } from '../data.ts';
import { capabilities, hasScreen } from '../rules.ts';
import { useRoleNames } from './role-name.ts';

/** Form for the name and capabilities of a role, existing or new. */
export function RoleEditor({ role, onClose }: { role: Role | null; onClose: () => void }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const nameOf = useRoleNames();
  const draft = useRoleDraft(role);

  const { save, isSaving, problem } = useSave(
    async () => {
      await saveRole(db, account_id, role?.role_id ?? null, {
        name: draft.values.name.trim(),
        caps: capabilities.filter((cap) => draft.values.caps.includes(cap)),
      });
      onClose();
    },
    {
      form: draft,
      invalidates: [['roles', account_id]],
      done: () => t('roles.saved', { name: draft.values.name.trim() }),
      fields: { [UNIQUE_VIOLATION]: ['name', t('roles.nameTaken')] },
    },
  );
  return (
    <SidePanel
      title={role ? nameOf(role) : t('roles.add')}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="role" isBusy={isSaving} isDisabled={!draft.isChanged}>
          {t('roles.save')}
        </Button>
      }
    >
      <Form id="role" label={t('roles.title')} onSubmit={() => void save()} problem={problem}>
        <TextField
          label={t('roles.name')}
          description={role?.kind ? t('roles.kindHint') : undefined}
          maxLength={60}
          isRequired
          isDisabled={Boolean(role?.kind)}
          {...draft.field('name')}
        />
        <CheckboxGroup
          label={t('roles.caps')}
          isVertical
          value={draft.values.caps}
          onChange={(caps) => draft.set('caps', caps)}
          options={capabilities.filter(hasScreen).map((id) => ({
            id,
            label: t(`cap.${id}.name`),
            description: t(`cap.${id}.text`),
          }))}
        />
      </Form>
    </SidePanel>
  );
}

function useRoleDraft(role: Role | null) {
  const { t } = useTranslation('members');
  return useDraft({
    saved: { name: role?.name ?? '', caps: role?.caps ?? ([] as string[]) },
    validate: ({ name }) => ({ name: name.trim() ? undefined : t('roles.nameMissing') }),
  });
}
