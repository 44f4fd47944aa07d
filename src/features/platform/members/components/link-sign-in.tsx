import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { AuthButton, AuthForm, AuthNote, useAuthForm } from './auth-form.tsx';
import { problemOf } from './auth-problems.ts';
import { SignUpCode } from './sign-up-code.tsx';
import { useAuthRequest } from './use-auth-request.ts';

type Person = { id: string; email?: string };

/**
 * Landing page of a sign-in link, in any browser. It needs a click: link scanners must not use up the token, and
 * following a link alone must not sign anybody in.
 */
export function LinkSignIn({
  token,
  onSignedIn,
  onLeave,
}: {
  token: string;
  onSignedIn: (user: Person) => Promise<void>;
  onLeave: () => void;
}) {
  const { t } = useTranslation('members');
  const db = useDb();
  const [isExpired, setExpired] = useState(false);
  const fields = useAuthForm([], () => ({}));
  const { send, isBusy, problem, setProblem } = useAuthRequest(fields);

  function signIn() {
    return send(async () => {
      const { data, error } = await db.auth.verifyOtp({ token_hash: token, type: 'magiclink' });
      if (!error && data.user) return onSignedIn(data.user);
      const { field, text } = problemOf(error, t);
      if (field === 'code') setExpired(true);
      else setProblem(text);
    });
  }
  return (
    <>
      {isExpired ? (
        <AuthNote tone="warning">{t('reset.spent')}</AuthNote>
      ) : (
        <AuthForm form={fields.form} onSubmit={signIn} problem={problem}>
          <AuthButton variant="primary" isBusy={isBusy}>
            {t('mail.magiclink.button')}
          </AuthButton>
        </AuthForm>
      )}
      <AuthButton variant="quiet" size="md" onClick={onLeave}>
        {t('reset.back')}
      </AuthButton>
    </>
  );
}

/** After the mail was sent: the code in it can be typed here, or its link followed. */
export function MailedLink({
  email,
  onSignedIn,
  onLeave,
}: {
  email: string;
  onSignedIn: (user: Person) => Promise<void>;
  onLeave: () => void;
}) {
  const { t } = useTranslation('members');
  return (
    <>
      <SignUpCode email={email} type="email" onConfirmed={(id) => onSignedIn({ id, email })} />
      <AuthButton variant="quiet" size="md" onClick={onLeave}>
        {t('reset.again')}
      </AuthButton>
    </>
  );
}
