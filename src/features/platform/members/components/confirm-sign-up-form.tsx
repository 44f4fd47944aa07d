import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { paths } from '#paths';
import { untilLeft } from '#ui/fields/use-action.ts';
import { goToRedirectTarget, useReadyClient, useRedirectedFrom } from './after-sign-in.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthButton, AuthForm, AuthNote, useAuthForm } from './auth-form.tsx';
import { problemOf } from './auth-problems.ts';
import { LoginNameField } from './login-name-field.tsx';
import { loginNameProblem } from './phone-names.ts';
import { useAuthRequest } from './use-auth-request.ts';

/**
 * Landing page of the sign-up confirmation link, in any browser. It needs a click: link scanners must not use up the
 * token, and following a link alone must not sign anybody in.
 */
export function ConfirmSignUpForm({ site, token }: { site: string; token: string }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const readyClient = useReadyClient();
  const [isExpired, setExpired] = useState(token === '');
  const fields = useAuthForm([], () => ({}));
  const { send, isBusy, problem, setProblem } = useAuthRequest(fields);

  function confirm() {
    return send(async () => {
      const { error } = await db.auth.verifyOtp({ token_hash: token, type: 'signup' });
      if (!error) {
        goToRedirectTarget();
        return untilLeft();
      }
      const { field, text } = problemOf(error, t);
      if (field === 'code') setExpired(true);
      else setProblem(text);
    });
  }
  return (
    <AuthCard
      site={site}
      title={t('mail.confirmation.heading')}
      footer={
        <a className="link" href={paths.login()} data-onward="">
          {t('reset.back')}
        </a>
      }
    >
      {isExpired ? (
        <NewConfirmationLink />
      ) : (
        <AuthForm form={fields.form} onSubmit={confirm} onBegin={readyClient} problem={problem}>
          <AuthButton variant="primary" isBusy={isBusy}>
            {t('mail.confirmation.button')}
          </AuthButton>
        </AuthForm>
      )}
    </AuthCard>
  );
}

/** Shown for an expired or used link: mails another one. It never says whether an address has signed up. */
function NewConfirmationLink() {
  const { t } = useTranslation('members');
  const db = useDb();
  const readyClient = useReadyClient();
  const redirectedFrom = useRedirectedFrom();
  const [sentTo, setSentTo] = useState<string>();
  const fields = useAuthForm(['email'], ({ email }) => ({ email: loginNameProblem(email, false, t) }));
  const { send, isBusy, problem, showProblem } = useAuthRequest(fields);

  function requestLink() {
    return send(async () => {
      const values = fields.check();
      if (!values) return;
      const email = values.email.trim();
      const emailRedirectTo = location.origin + paths.login(redirectedFrom);
      const { error } = await db.auth.resend({ type: 'signup', email, options: { emailRedirectTo } });
      if (error) showProblem(problemOf(error, t));
      else setSentTo(email);
    });
  }
  return (
    <AuthForm form={fields.form} onSubmit={requestLink} onBegin={readyClient} problem={problem}>
      {sentTo === undefined ? (
        <AuthNote tone="warning">{t('reset.spent')}</AuthNote>
      ) : (
        <AuthNote tone="success">{t('signUp.linkSent', { email: sentTo })}</AuthNote>
      )}
      <LoginNameField hasPhone={false} {...fields.field('email')} />
      <AuthButton variant="primary" isBusy={isBusy}>
        {t('reset.send')}
      </AuthButton>
    </AuthForm>
  );
}
