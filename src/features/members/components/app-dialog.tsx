import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWire } from '#base/browser/wire.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form } from '#ui/form.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { showToast } from '#ui/toaster.tsx';
import { problemOf } from './auth-problems.ts';
import { useConfirmation } from './use-confirmation.tsx';

/** Binds an app that makes codes: its picture or its letters, then the first code to show that it works. */
export function AppDialog({
  number,
  onClose,
  onAdded,
}: {
  number: number;
  onClose: () => void;
  onAdded: () => Promise<void>;
}) {
  const { t } = useTranslation('members');
  const wire = useWire();
  const { confirmed, dialog } = useConfirmation();
  const [offer, setOffer] = useState<{ id: string; picture: string; secret: string; uri: string }>();
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [codeProblem, setCodeProblem] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: one offer a dialog, whatever is drawn again
  useEffect(() => {
    let isHere = true;
    void (async () => {
      // What was begun and never finished would hold its name.
      const { data: known } = await wire.auth.mfa.listFactors();
      for (const one of known?.all.filter(
        ({ status, factor_type }) => status === 'unverified' && factor_type === 'totp',
      ) ?? [])
        await confirmed(() => wire.auth.mfa.unenroll({ factorId: one.id }));
      if (!isHere) return;
      const answer = await confirmed(() =>
        wire.auth.mfa.enroll({
          factorType: 'totp',
          friendlyName: t('second.appName', { number }),
          issuer: location.hostname,
        }),
      );
      if (!isHere) return;
      if (!answer) return onClose();
      const { data, error } = answer;
      if (error) setProblem(problemOf(error, t).text);
      else setOffer({ id: data.id, picture: data.totp.qr_code, secret: data.totp.secret, uri: data.totp.uri });
    })();
    return () => {
      isHere = false;
    };
  }, []);

  async function confirm() {
    if (!offer) return;
    const digits = code.replace(/\s/g, '');
    setCodeProblem(undefined);
    if (!/^\d{6}$/.test(digits)) return setCodeProblem(t('problem.codeForm'));
    setBusy(true);
    const answer = await confirmed(() => wire.auth.mfa.challengeAndVerify({ factorId: offer.id, code: digits }));
    setBusy(false);
    if (!answer) return;
    const { error } = answer;
    if (error)
      return setCodeProblem(error.code === 'mfa_verification_failed' ? t('problem.code') : problemOf(error, t).text);
    showToast(t('second.added'));
    await onAdded();
    onClose();
  }
  return (
    <Dialog
      title={t('second.addApp')}
      isOpen
      isChanged={code !== ''}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="app-code" isBusy={isBusy} isDisabled={!offer}>
          {t('second.confirm')}
        </Button>
      }
    >
      <Form id="app-code" label={t('second.addApp')} problem={problem} onSubmit={() => void confirm()}>
        <p className="muted">{t('second.appText')}</p>
        {offer ? (
          // White in every theme: cameras read dark on light.
          <img
            className="mx-auto rounded-lg bg-white p-2"
            src={offer.picture}
            alt={t('second.picture')}
            width={192}
            height={192}
          />
        ) : (
          <Skeleton width={48} height={48} />
        )}
        {offer ? (
          <a className="link mx-auto" href={offer.uri}>
            {t('second.openApp')}
          </a>
        ) : null}
        {offer ? (
          <p className="help">
            {t('second.letters')} <code dir="ltr">{offer.secret.replace(/(.{4})/g, '$1 ').trim()}</code>
          </p>
        ) : null}
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
