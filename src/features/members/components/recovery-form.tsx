import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { paths } from '#paths';
import { emailIn, recoveryWire } from '../recovery/data.ts';
import { isEmail } from '../rules.ts';
import { useReadyClient } from './arrival.ts';
import { problemOf } from './auth-problems.ts';
import { DoorButton, DoorField, DoorForm, DoorNote, useDoorForm } from './door-form.tsx';

/**
 * Asks for the mail. With `onProven` then for the code in it; without, its link alone sets a password, away from this
 * site: a code typed here could be read by whatever runs here.
 */
export function RecoveryForm({ isSpent, onProven }: { isSpent: boolean; onProven?: (email: string) => void }) {
  const { t } = useTranslation('members');
  const site = useSite();
  const wire = useWire();
  const readyClient = useReadyClient();
  /** Where the mail was sent; the code in it is asked for then. */
  const [mailed, setMailed] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const fields = useDoorForm(['email', 'code'], ({ email, code }) => ({
    email: isEmail(email.trim()) ? undefined : t('problem.email'),
    code: mailed === undefined || !onProven || /^\d{6,10}$/.test(code.trim()) ? undefined : t('problem.codeForm'),
  }));

  async function askForMail(email: string) {
    // The link of a hosted backend leads back to this browser; ours works in any, so nothing is put into its cookies.
    const { auth } = site.backend.url ? wire : await recoveryWire(site);
    return auth.resetPasswordForEmail(email, { redirectTo: location.origin + paths.resetPassword() });
  }
  // The field keeps its own value: what was typed at sign-in is put into it once, and leaves the address.
  useEffect(() => {
    const email = emailIn(location.hash);
    const field = fields.form.current?.elements.namedItem('email');
    if (!email || !(field instanceof HTMLInputElement)) return;
    if (field.value === '') field.value = email;
    history.replaceState(history.state, '', location.pathname + location.search);
  }, [fields.form]);

  async function send() {
    setProblem(undefined);
    const values = fields.check();
    if (!values) return;
    setBusy(true);
    const email = values.email.trim();
    const { error } =
      mailed === undefined
        ? await askForMail(email)
        : await wire.auth.verifyOtp({ email, token: values.code.trim(), type: 'recovery' });
    setBusy(false);
    if (!error) return mailed === undefined ? setMailed(email) : onProven?.(email);
    const { field, text } = problemOf(error, t);
    if (field === 'email' || field === 'code') fields.setErrors({ [field]: text });
    else setProblem(text);
  }
  return (
    <DoorForm form={fields.form} onSubmit={send} onBegin={readyClient} problem={problem}>
      {isSpent && mailed === undefined ? <DoorNote tone="warning">{t('reset.spent')}</DoorNote> : null}
      {mailed === undefined ? null : (
        <DoorNote tone="success">{t(onProven ? 'reset.sent' : 'reset.sentLink', { email: mailed })}</DoorNote>
      )}
      <DoorField
        label={t('field.email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        maxLength={320}
        required
        readOnly={mailed !== undefined}
        {...fields.field('email')}
      />
      {mailed === undefined || !onProven ? null : (
        <DoorField
          label={t('field.code')}
          description={t('reset.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
          isFirst
          {...fields.field('code')}
        />
      )}
      {mailed === undefined || onProven ? (
        <DoorButton variant="primary" isBusy={isBusy}>
          {t(mailed === undefined ? 'reset.send' : 'reset.useCode')}
        </DoorButton>
      ) : null}
      {mailed === undefined ? null : (
        <DoorButton
          variant="quiet"
          size="md"
          onClick={() => {
            fields.form.current?.reset();
            setMailed(undefined);
          }}
        >
          {t('reset.again')}
        </DoorButton>
      )}
    </DoorForm>
  );
}
