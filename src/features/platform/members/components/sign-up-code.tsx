import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import { mailSignInLink } from '../recovery/data.ts';
import { AuthButton, AuthField, AuthForm, AuthNote, useAuthForm } from './auth-form.tsx';
import { problemOf } from './auth-problems.ts';

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
  const { run, isRunning: isBusy } = useAction();
  const [isResent, setResent] = useState(false);
  const [problem, setProblem] = useState<string>();
  const fields = useAuthForm(['code'], ({ code }) => ({
    code: /^\d{6,10}$/.test(code.trim()) ? undefined : t('problem.codeForm'),
  }));

  function confirm() {
    return run(async () => {
      setProblem(undefined);
      const values = fields.check();
      if (!values) return;
      const { data, error } = await db.auth.verifyOtp({ email, token: values.code.trim(), type });
      if (!error && data.user) return onConfirmed(data.user.id);
      const { field, text } = problemOf(error, t);
      if (field === 'code') fields.setErrors({ code: text });
      else setProblem(text);
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
      <AuthButton variant="primary" isBusy={isBusy}>
        {t('reset.useCode')}
      </AuthButton>
      <AuthButton variant="quiet" size="md" onClick={resend}>
        {t('signUp.resend')}
      </AuthButton>
    </AuthForm>
  );
}
