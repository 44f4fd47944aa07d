import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { mailSignInLink } from '../recovery/data.ts';
import { CodeField } from './auth-fields.tsx';
import { AuthButton, AuthForm, AuthNote, useAuthForm } from './auth-form.tsx';
import { problemOf } from './auth-problems.ts';
import { useAuthRequest } from './use-auth-request.ts';

/** Form for the code of a mail that confirms a sign-up (`signup`) or signs in (`email`); the mail can be resent. */
export function SignUpCode({
  email,
  type = 'signup',
  onConfirmed,
}: {
  email: string;
  type?: 'signup' | 'email';
  onConfirmed: (userId: string) => Promise<void> | void;
}) {
  const { t } = useTranslation('members');
  const db = useDb();
  const page = useSite();
  const [isResent, setResent] = useState(false);
  const fields = useAuthForm(['code'], ({ code }) => ({
    code: /^\d{6,10}$/.test(code.trim()) ? undefined : t('problem.codeForm'),
  }));
  const { send, isBusy, problem, setProblem, showProblem } = useAuthRequest(fields);

  function confirm() {
    return send(async () => {
      const values = fields.check();
      if (!values) return;
      const { data, error } = await db.auth.verifyOtp({ email, token: values.code.trim(), type });
      if (!error && data.user) return onConfirmed(data.user.id);
      showProblem(problemOf(error, t));
    });
  }
  async function resend() {
    setProblem(undefined);
    const { error } =
      type === 'signup'
        ? await db.auth.resend({ type, email, options: { emailRedirectTo: location.href } })
        : await mailSignInLink(db, page, {
            email,
            options: { shouldCreateUser: false, emailRedirectTo: location.href },
          });
    if (error) setProblem(problemOf(error, t).text);
    else setResent(true);
  }
  return (
    <AuthForm form={fields.form} onSubmit={confirm} problem={problem}>
      {isResent ? <AuthNote tone="success">{t('signUp.resent')}</AuthNote> : null}
      <CodeField label={t('field.code')} description={t('reset.codeHint')} {...fields.field('code')} />
      <AuthButton variant="primary" isBusy={isBusy}>
        {t('reset.useCode')}
      </AuthButton>
      <AuthButton variant="quiet" size="md" onClick={resend}>
        {t('signUp.resend')}
      </AuthButton>
    </AuthForm>
  );
}
