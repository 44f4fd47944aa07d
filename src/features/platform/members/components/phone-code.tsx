import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from './auth-fields.tsx';
import { AuthButton, AuthForm, AuthNote, useAuthForm } from './auth-form.tsx';
import { phoneProblemOf } from './phone-names.ts';
import { useAuthRequest } from './use-auth-request.ts';

/** Minimum seconds between two texts to one number, as the auth service enforces it. */
const PAUSE_SECONDS = 60;

type PhoneCodeProps = {
  phone: string;
  /** Whether it is a sign-up: existing users are told so in the text. */
  isNew?: boolean;
  onCode: (code: string) => Promise<unknown>;
  onResend: () => Promise<unknown>;
  onLeave: () => void;
};

/** Form for a texted code; it can be resent after the pause. Each callback resolves to an error or null. */
export function PhoneCode({ phone, isNew = false, onCode, onResend, onLeave }: PhoneCodeProps) {
  const { t } = useTranslation('members');
  const [isResent, setResent] = useState(false);
  const { seconds, restart } = useCountdown();
  const fields = useAuthForm(['code'], ({ code }) => ({
    code: /^\d{6,10}$/.test(code.replace(/\s/g, '')) ? undefined : t('problem.codeForm'),
  }));
  const { send, isBusy, problem, setProblem, showProblem } = useAuthRequest(fields);

  function confirm() {
    return send(async () => {
      const values = fields.check();
      if (!values) return;
      const error = await onCode(values.code.replace(/\s/g, ''));
      if (error) showProblem(phoneProblemOf(error, t));
    });
  }
  async function resend() {
    setProblem(undefined);
    setResent(false);
    const error = await onResend();
    if (error) return setProblem(phoneProblemOf(error, t).text);
    setResent(true);
    restart();
  }
  return (
    <>
      <p>{t(isNew ? 'phones:texted' : 'phones:recoveryTexted', { number: isolated(phone) })}</p>
      <AuthForm form={fields.form} onSubmit={confirm} problem={problem}>
        {isResent ? <AuthNote tone="success">{t('phones:resent')}</AuthNote> : null}
        <CodeField label={t('phones:code')} description={t('phones:codeHint')} dir="ltr" {...fields.field('code')} />
        <AuthButton variant="primary" isBusy={isBusy}>
          {t('reset.useCode')}
        </AuthButton>
        {seconds > 0 ? (
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

/** The seconds until another text may be sent. */
function useCountdown() {
  const [seconds, setSeconds] = useState(PAUSE_SECONDS);
  const isWaiting = seconds > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setSeconds((remaining) => remaining - 1), 1_000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return { seconds, restart: () => setSeconds(PAUSE_SECONDS) };
}

/** Isolates the number's direction (Unicode bidi) inside right-to-left text. */
function isolated(phone: string): string {
  return `\u2066${phone}\u2069`;
}
