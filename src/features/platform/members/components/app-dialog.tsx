import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { problemOf } from './auth-problems.ts';
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
  const [code, setCode] = useState('');
  const { run, isRunning: isBusy } = useAction();
  const [codeProblem, setCodeProblem] = useState<string>();

  function confirm() {
    return run(async () => {
      const digits = code.replace(/\s/g, '');
      setCodeProblem(undefined);
      if (!/^\d{6}$/.test(digits)) return setCodeProblem(t('problem.codeForm'));
      const result = await confirmed(() => db.auth.mfa.challengeAndVerify({ factorId: offer.id, code: digits }));
      if (!result) return;
      const { error } = result;
      if (error)
        return setCodeProblem(error.code === 'mfa_verification_failed' ? t('problem.code') : problemOf(error, t).text);
      showToast(t('second.added'));
      await onAdded();
      onClose();
    });
  }
  return (
    <Dialog
      title={t('second.addApp')}
      isOpen
      isChanged={code !== ''}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="app-code" isBusy={isBusy}>
          {t('second.confirm')}
        </Button>
      }
    >
      <Form id="app-code" label={t('second.addApp')} onSubmit={() => void confirm()}>
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
        <TextField
          label={t('second.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          value={code}
          onChange={setCode}
          errorMessage={codeProblem}
          isRequired
        />
      </Form>
      {dialog}
    </Dialog>
  );
}
