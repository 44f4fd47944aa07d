import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { requireSuccess } from './require-success.ts';
import { useConfirmation } from './use-confirmation.tsx';

/** TOTP enrolment data shown to the user. */
export type AppOffer = { id: string; picture: string; secret: string; uri: string };

/** Enrols an authenticator app: shows QR code and secret, then verifies the first code. */
export function AppDialog({
  offer,
  onClose,
  onAdded,
}: {
  offer: AppOffer;
  onClose: () => void;
  onAdded: () => Promise<void>;
}) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { confirmed, dialog } = useConfirmation();
  const draft = useDraft({
    saved: { code: '' },
    validate: ({ code }) => ({ code: /^\d{6}$/.test(code.replace(/\s/g, '')) ? undefined : t('problem.codeForm') }),
  });
  const { save, isSaving, problem } = useSave(
    async () => {
      const code = draft.values.code.replace(/\s/g, '');
      const response = await confirmed(() => db.auth.mfa.challengeAndVerify({ factorId: offer.id, code }));
      return requireSuccess(response, t);
    },
    {
      form: draft,
      fields: { mfa_verification_failed: ['code', t('problem.code')] },
      onSaved: async (isAdded) => {
        if (!isAdded) return;
        await onAdded();
        onClose();
      },
      done: (isAdded) => (isAdded ? t('second.added') : undefined),
    },
  );
  return (
    <Dialog
      title={t('second.addApp')}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="app-code" isBusy={isSaving}>
          {t('second.confirm')}
        </Button>
      }
    >
      <Form id="app-code" label={t('second.addApp')} problem={problem} onSubmit={() => void save()}>
        <AppSecret offer={offer} />
        <TextField
          label={t('second.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          {...draft.field('code')}
          isRequired
        />
      </Form>
      {dialog}
    </Dialog>
  );
}

/** What the app takes: the QR code, a link that opens it on this device, or the secret to type. */
function AppSecret({ offer }: { offer: AppOffer }) {
  const { t } = useTranslation('members');
  return (
    <>
      <p className="muted">{t('second.appText')}</p>
      {/* White in every theme: cameras read dark on light. */}
      <img
        className="mx-auto rounded-lg bg-white p-2"
        src={offer.picture}
        alt={t('second.picture')}
        width={192}
        height={192}
      />
      <a className="link mx-auto" href={offer.uri}>
        {t('second.openApp')}
      </a>
      <p className="help">
        {t('second.letters')} <code dir="ltr">{offer.secret.replace(/(.{4})/g, '$1 ').trim()}</code>
      </p>
    </>
  );
}
