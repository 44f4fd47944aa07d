import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import type { Db } from '#base/shared/db-client.ts';
import { paths } from '#paths';
import { untilLeft } from '#ui/fields/use-action.ts';
import { createRecoveryDb } from '../recovery/data.ts';
import { goToRedirectTarget } from './after-sign-in.ts';
import { NewPasswordField } from './auth-fields.tsx';
import { AuthButton, AuthForm, useAuthForm } from './auth-form.tsx';
import { newPasswordProblem, problemOf } from './auth-problems.ts';
import { spentLinkPath } from './spent-link.ts';
import { useAuthRequest } from './use-auth-request.ts';

// Lazy: few users have a second factor.
const FactorStep = lazy(() => import('./factor-step.tsx').then((module) => ({ default: module.FactorStep })));

type SaveError = { code?: string | undefined; message: string } | null;

/** Sets the password with the token of a mailed link, then goes to the login page. `home`: the site's origin. */
export function RecoveredPasswordForm({ token, home }: { token: string; home: string }) {
  const site = useSite();
  const db = useRef<Db>(undefined);
  const newPassword = useRef('');
  const [isSecond, setSecond] = useState(false);

  async function save(password: string): Promise<SaveError> {
    newPassword.current = password;
    if (!db.current) {
      const recoveryDb = await createRecoveryDb(site);
      const { error } = await recoveryDb.auth.verifyOtp({ type: 'recovery', token_hash: token });
      if (error?.code === 'otp_expired') return goTo(spentLinkPath());
      if (error) return error;
      db.current = recoveryDb;
    }
    const { error } = await db.current.auth.updateUser({ password });
    if (error?.code === 'insufficient_aal') setSecond(true);
    // The recovery session (ten minutes) has expired.
    else if (error && /^(?:reauthentication_needed|session_not_found)$/.test(error.code ?? '')) {
      return goTo(spentLinkPath());
    } else if (error) return error;
    else goTo(paths.loginAfterReset());
    return null;
  }
  function goTo(path: string): null {
    location.replace(home + path);
    return null;
  }
  if (isSecond && db.current) {
    return (
      <Suspense>
        <FactorStep
          db={db.current}
          onPassed={() => void save(newPassword.current)}
          onLeave={async () => void goTo(paths.login())}
        />
      </Suspense>
    );
  }
  return <PasswordFields onSave={save} />;
}

/** Sets the password after following the link of a hosted backend. */
export function HostedPasswordForm({ email }: { email: string }) {
  const db = useDb();
  async function save(password: string): Promise<SaveError> {
    const { error } = await db.auth.updateUser({ password });
    if (!error) {
      goToRedirectTarget();
      await untilLeft();
    }
    return error;
  }
  return <PasswordFields email={email} onSave={save} />;
}

function PasswordFields({ email, onSave }: { email?: string; onSave: (password: string) => Promise<SaveError> }) {
  const { t } = useTranslation('members');
  const fields = useAuthForm(['password'], ({ password }) => ({ password: newPasswordProblem(password, t) }));
  const { send, isBusy, problem, showProblem } = useAuthRequest(fields);

  function save() {
    return send(async () => {
      const values = fields.check();
      if (!values) return;
      const error = await onSave(values.password);
      // On success the form stays busy until the next page loads.
      if (error) showProblem(problemOf(error, t));
    });
  }
  return (
    <AuthForm form={fields.form} onSubmit={save} problem={problem}>
      {email ? <input type="text" autoComplete="username" value={email} readOnly hidden /> : null}
      <NewPasswordField label={t('field.newPassword')} isFirst {...fields.field('password')} />
      <AuthButton variant="primary" isBusy={isBusy}>
        {t('reset.save')}
      </AuthButton>
    </AuthForm>
  );
}
