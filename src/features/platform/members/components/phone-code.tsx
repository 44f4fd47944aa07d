import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '#ui/fields/use-action.ts';
import { AuthButton, AuthField, AuthForm, AuthNote, useAuthForm } from './auth-form.tsx';
import { phoneProblemOf } from './phone-names.ts';

/** Minimum seconds between two texts to one number, as the auth service enforces it. */
const PAUSE_SECONDS = 60;

/** Form for a texted code; it can be resent after the pause. Each callback resolves to an error or null. */
export function PhoneCode({
  phone,
  isNew = false,
  onCode,
  onResend,
  onLeave,
}: {
  phone: string;
  /** Whether it is a sign-up: existing users are told so in the text. */
  isNew?: boolean;
  onCode: (code: string) => Promise<unknown>;
  onResend: () => Promise<unknown>;
  onLeave: () => void;
}) {
  const { t } = useTranslation('members');
  const { run, isRunning: isBusy } = useAction();
  const [isResent, setResent] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [seconds, setSeconds] = useState(PAUSE_SECONDS);
  const fields = useAuthForm(['code'], ({ code }) => ({
    code: /^\d{6,10}$/.test(code.replace(/\s/g, '')) ? undefined : t('problem.codeForm'),
  }));
  const isWaiting = seconds > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setSeconds((remaining) => remaining - 1), 1_000);
    return () => clearInterval(timer);
  }, [isWaiting]);

  function confirm() {
    return run(async () => {
      setProblem(undefined);
      const values = fields.check();
      if (!values) return;
      const error = await onCode(values.code.replace(/\s/g, ''));
      if (!error) return;
      const { field, text } = phoneProblemOf(error, t);
      if (field === 'code') fields.setErrors({ code: text });
      else setProblem(text);
    });
  }
  async function resend() {
    setProblem(undefined);
    setResent(false);
    const error = await onResend();
    if (error) return setProblem(phoneProblemOf(error, t).text);
    setResent(true);
    setSeconds(PAUSE_SECONDS);
  }
  return (
    <>
      <p>{t(isNew ? 'phones:texted' : 'phones:recoveryTexted', { number: isolated(phone) })}</p>
      <AuthForm form={fields.form} onSubmit={confirm} problem={problem}>
        {isResent ? <AuthNote tone="success">{t('phones:resent')}</AuthNote> : null}
        <AuthField
          label={t('phones:code')}
          description={t('phones:codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
          isFirst
          dir="ltr"
          {...fields.field('code')}
        />
        <AuthButton variant="primary" isBusy={isBusy}>
          {t('reset.useCode')}
        </AuthButton>
        {isWaiting ? (
          <p className="help">{t('phones:resendIn', { seconds })}</p>
        ) : (
          <AuthButton variant="quiet" size="md" onClick={resend}>
            {t('phones:resend')}
          </AuthButton>
        )}
        <AuthButton variant="quiet" size="md" onClick={onLeave}>
          {t('phones:another')}
        </AuthButton>
      </AuthForm>
    </>
  );
}

/** Isolates the number's direction (Unicode bidi) inside right-to-left text. */
function isolated(phone: string): string {
  return `\u2066${phone}\u2069`;
}
