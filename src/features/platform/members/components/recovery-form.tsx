import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { useAction } from '#ui/fields/use-action.ts';
import { createRecoveryDb } from '../recovery/data.ts';
import { useReadyClient } from './after-sign-in.ts';
import { AuthButton, AuthField, AuthForm, AuthNote, useAuthForm } from './auth-form.tsx';
import { problemOf } from './auth-problems.ts';
import { LoginNameField } from './login-name-field.tsx';
import { loginNameProblem, parseLoginName, phoneProblemOf } from './phone-names.ts';
import { useTypedEmail } from './typed-email.ts';

/**
 * Requests the recovery mail. With `onVerified` it then takes the code in the mail; without it only the link sets a
 * password, on another host, because scripts of this site could read a code typed here.
 */
export function RecoveryForm({
  isExpired,
  hasPhone = false,
  onVerified,
  onCodeTexted,
}: {
  isExpired: boolean;
  hasPhone?: boolean;
  onVerified?: (email: string) => void;
  /** Called when a code was texted; it is entered at `url`. */
  onCodeTexted?: (phone: string, url: string) => void;
}) {
  const { t } = useTranslation('members');
  const site = useSite();
  const db = useDb();
  const readyClient = useReadyClient();
  /** Address the mail was sent to; its code is asked for next. */
  const [sentTo, setSentTo] = useState<string>();
  const { run, isRunning: isBusy } = useAction();
  const [problem, setProblem] = useState<string>();
  const fields = useAuthForm(['email', 'code'], ({ email, code }) => ({
    email: loginNameProblem(email, hasPhone, t),
    code: sentTo === undefined || !onVerified || /^\d{6,10}$/.test(code.trim()) ? undefined : t('problem.codeForm'),
  }));

  async function requestMail(email: string) {
    // A hosted backend's link only works in this browser; ours works in any, so no cookies are set here.
    const { auth } = site.backend.url ? db : await createRecoveryDb(site);
    return auth.resetPasswordForEmail(email, { redirectTo: location.origin + paths.resetPassword() });
  }
  useTypedEmail(fields.form, hasPhone);

  function send() {
    return run(async () => {
      setProblem(undefined);
      const values = fields.check();
      if (!values) return;
      const name = hasPhone ? parseLoginName(values.email, t) : { email: values.email.trim() };
      if ('problem' in name) return fields.showErrors({ email: name.problem });
      if ('phone' in name) {
        const { textRecovery } = await import('../phones/data.ts');
        const { data, error } = await textRecovery(site, name.phone);
        if (data) return onCodeTexted?.(name.phone, data.url);
        return setProblem(phoneProblemOf(error, t).text);
      }
      const email = values.email.trim();
      const { error } =
        sentTo === undefined
          ? await requestMail(email)
          : await db.auth.verifyOtp({ email, token: values.code.trim(), type: 'recovery' });
      if (!error) return sentTo === undefined ? setSentTo(email) : onVerified?.(email);
      const { field, text } = problemOf(error, t);
      if (field === 'email' || field === 'code') fields.setErrors({ [field]: text });
      else setProblem(text);
    });
  }
  return (
    <AuthForm form={fields.form} onSubmit={send} onBegin={readyClient} problem={problem}>
      {isExpired && sentTo === undefined ? <AuthNote tone="warning">{t('reset.spent')}</AuthNote> : null}
      {sentTo === undefined ? null : (
        <AuthNote tone="success">{t(onVerified ? 'reset.sent' : 'reset.sentLink', { email: sentTo })}</AuthNote>
      )}
      <LoginNameField hasPhone={hasPhone} readOnly={sentTo !== undefined} {...fields.field('email')} />
      {sentTo === undefined || !onVerified ? null : (
        <AuthField
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
      {sentTo === undefined || onVerified ? (
        <AuthButton variant="primary" isBusy={isBusy}>
          {t(sentTo !== undefined ? 'reset.useCode' : hasPhone ? 'phones:send' : 'reset.send')}
        </AuthButton>
      ) : null}
      {sentTo === undefined ? null : (
        <AuthButton
          variant="quiet"
          size="md"
          onClick={() => {
            fields.form.current?.reset();
            setSentTo(undefined);
          }}
        >
          {t('reset.again')}
        </AuthButton>
      )}
    </AuthForm>
  );
}
