import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { certificateKey, revokeCertificate } from '../data.ts';
import { MAX_REASON_LENGTH } from '../rules.ts';
import type { Certificate } from '../schema.ts';

/** Asks why a certificate is revoked: its holder is told. */
export function RevokeDialog({ certificate, onClose }: { certificate: Certificate; onClose: () => void }) {
  const { t } = useTranslation('certificates');
  const db = useDb();
  const { account_id } = useAccount();
  const draft = useDraft({
    saved: { reason: '' },
    validate: ({ reason }) => ({ reason: reason.trim() ? undefined : t('revoke.reasonMissing') }),
  });
  const { save, isSaving, problem } = useSave(() => revokeCertificate(db, certificate.id, draft.values.reason.trim()), {
    form: draft,
    invalidates: [certificateKey(account_id)],
    done: t('revoke.done'),
    onSaved: onClose,
  });
  return (
    <Dialog
      title={t('revoke.title', { name: certificate.holder })}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="danger" type="submit" form="revoke" isBusy={isSaving}>
          {t('revoke.confirm')}
        </Button>
      }
    >
      <Form id="revoke" label={t('revoke.confirm')} problem={problem} onSubmit={() => void save()}>
        <p>{t('revoke.text', { course: certificate.course })}</p>
        <TextArea
          label={t('revoke.reason')}
          description={t('revoke.reasonHelp')}
          maxLength={MAX_REASON_LENGTH}
          rows={3}
          isRequired
          dir="auto"
          {...draft.field('reason')}
        />
      </Form>
    </Dialog>
  );
}
