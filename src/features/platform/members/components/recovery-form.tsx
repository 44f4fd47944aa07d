import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { createRecoveryDb } from '../recovery/data.ts';
import { useReadyClient } from './after-sign-in.ts';
import { CodeField } from './auth-fields.tsx';
import { AuthButton, AuthForm, AuthNote, useAuthForm } from './auth-form.tsx';
import { problemOf } from './auth-problems.ts';
import { LoginNameField } from './login-name-field.tsx';
import { loginNameProblem, parseLoginName, phoneProblemOf } from './phone-names.ts';
import { useTypedEmail } from './typed-email.ts';
import { useAuthRequest } from './use-auth-request.ts';

type RecoveryFormProps = {
  isExpired: boolean;
  hasPhone?: boolean;
  onVerified?: (email: string) => void;
  /** Called when a code was texted; it is entered at `url`. */
  onCodeTexted?: (phone: string, url: string) => void;
};

/**
 * Requests the recovery mail. With `onVerified` it then takes the code in the mail; without it only the link sets a
 * password, on another host, because scripts of this site could read a code typed here.
 */
export function RecoveryForm({ isExpired, hasPhone = false, onVerified, onCodeTexted }: RecoveryFormProps) {
  const { t } = useTranslation('members');
  const readyClient = useReadyClient();
  const { fields, sentTo, setSentTo, problem, isBusy, submit } = useRecovery({ hasPhone, onVerified, onCodeTexted });

  useTypedEmail(fields.form, hasPhone);

  const isSent = sentTo !== undefined;
  function startAgain() {
    fields.form.current?.reset();
    setSentTo(undefined);
  }
  return (
    <AuthForm form={fields.form} onSubmit={submit} onBegin={readyClient} problem={problem}>
      {isExpired && !isSent ? <AuthNote tone="warning">{t('reset.spent')}</AuthNote> : null}
      {isSent ? (
        <AuthNote tone="success">{t(onVerified ? 'reset.sent' : 'reset.sentLink', { email: sentTo })}</AuthNote>
      ) : null}
      <LoginNameField hasPhone={hasPhone} readOnly={isSent} {...fields.field('email')} />
      {isSent && onVerified ? (
        <CodeField label={t('field.code')} description={t('reset.codeHint')} {...fields.field('code')} />
      ) : null}
      {!isSent || onVerified ? (
        <AuthButton variant="primary" isBusy={isBusy}>
          {t(isSent ? 'reset.useCode' : hasPhone ? 'phones:send' : 'reset.send')}
        </AuthButton>
      ) : null}
      {isSent ? (
        <AuthButton variant="quiet" size="md" onClick={startAgain}>
          {t('reset.again')}
        </AuthButton>
      ) : null}
    </AuthForm>
  );
}

/** The fields and requests of the form: first the mail or text, then its code. */
function useRecovery({ hasPhone = false, onVerified, onCodeTexted }: Omit<RecoveryFormProps, 'isExpired'>) {
  const { t } = useTranslation('members');
  const site = useSite();
  const db = useDb();
  /** Address the mail was sent to; its code is asked for next. */
  const [sentTo, setSentTo] = useState<string>();
  const fields = useAuthForm(['email', 'code'], ({ email, code }) => ({
    email: loginNameProblem(email, hasPhone, t),
    code: sentTo === undefined || !onVerified || /^\d{6,10}$/.test(code.trim()) ? undefined : t('problem.codeForm'),
  }));
  const { send, isBusy, problem, setProblem, showProblem } = useAuthRequest(fields);

  async function requestMail(email: string) {
    // A hosted backend's link only works in this browser; ours works in any, so no cookies are set here.
    const { auth } = site.backend.url ? db : await createRecoveryDb(site);
    const { error } = await auth.resetPasswordForEmail(email, { redirectTo: location.origin + paths.resetPassword() });
    if (error) showProblem(problemOf(error, t));
    else setSentTo(email);
  }
  async function requestText(phone: string) {
    const { textRecovery } = await import('../phones/data.ts');
    const { data, error } = await textRecovery(site, phone);
    if (data) onCodeTexted?.(phone, data.url);
    else setProblem(phoneProblemOf(error, t).text);
  }
  async function verify(email: string, code: string) {
    const { error } = await db.auth.verifyOtp({ email, token: code.trim(), type: 'recovery' });
    if (error) showProblem(problemOf(error, t));
    else onVerified?.(email);
  }
  const submit = () =>
    send(async () => {
      const values = fields.check();
      if (!values) return;
      const name = hasPhone ? parseLoginName(values.email, t) : { email: values.email.trim() };
      if ('problem' in name) return fields.showErrors({ email: name.problem });
      if ('phone' in name) return requestText(name.phone);
      const email = values.email.trim();
      return sentTo === undefined ? requestMail(email) : verify(email, values.code);
    });
  return { fields, sentTo, setSentTo, problem, isBusy, submit };
}
