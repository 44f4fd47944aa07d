import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { AppError } from '#base/shared/errors.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { Form } from '#ui/fields/form.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { affiliateKey, inviteAffiliate, listProgrammes } from '../data.ts';

/** Invites a member to a programme. */
export function InvitePanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('affiliates');
  const db = useDb();
  const { account_id } = useAccount();
  const id = useId();
  const programmes = useQuery({
    queryKey: [...affiliateKey(account_id), 'programmes'],
    queryFn: () => listProgrammes(db, account_id),
  });
  const options = (programmes.data ?? []).map((programme) => ({ id: programme.id, label: programme.title }));
  const draft = useDraft({
    saved: { email: '', programme: '' },
    validate: ({ email, programme }) => ({
      email: email.includes('@') ? undefined : t('invite.noAddress'),
      programme: programme ? undefined : t('invite.noProgramme'),
    }),
  });
  const { save, isSaving, problem } = useSave(
    async () => {
      const { email, programme } = draft.values;
      if (!(await inviteAffiliate(db, account_id, programme, email.trim().toLowerCase())))
        throw new AppError(404, 'not_found', t('invite.unknown'));
    },
    {
      form: draft,
      fields: { not_found: 'email', already_applied: 'email' },
      invalidates: [affiliateKey(account_id)],
      done: t('invite.sent'),
      onSaved: onClose,
    },
  );
  return (
    <SidePanel
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('invite.title')}
      footer={
        <>
          <Button onPress={onClose}>{t('form.cancel')}</Button>
          <Button variant="primary" type="submit" form={id} isBusy={isSaving}>
            {t('invite.button')}
          </Button>
        </>
      }
    >
      <Form id={id} label={t('invite.title')} problem={problem} onSubmit={() => void save()}>
        <TextField label={t('list.email')} type="email" maxLength={320} dir="ltr" {...draft.field('email')} />
        <Select label={t('list.programme')} options={options} {...draft.field('programme')} />
        {programmes.data?.length === 0 ? (
          <p className="help">
            {t('list.emptyText')} <TextLink href={paths.affiliateProgrammes()}>{t('screenNames.programmes')}</TextLink>
          </p>
        ) : null}
      </Form>
    </SidePanel>
  );
}
