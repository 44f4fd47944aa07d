import { Fingerprint } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { type LoginOptions, useSite } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { untilLeft } from '#ui/fields/use-action.ts';
import type { SignInProvider } from '../providers/rules.ts';
import { passwordMaximum } from '../rules.ts';
import { useReadyClient, useRedirectedFrom } from './after-sign-in.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthButton, AuthField, AuthForm, AuthNote, useAuthForm } from './auth-form.tsx';
import { problemOf } from './auth-problems.ts';
import { LoginNameField } from './login-name-field.tsx';
import { linkEmailProblem, loginNameProblem, parseLoginName, phoneProblemOf } from './phone-names.ts';
import { ProviderLinks } from './provider-links.tsx';
import { useTypedEmail } from './typed-email.ts';
import { useAuthRequest } from './use-auth-request.ts';
import type { Person } from './use-login-steps.ts';

type Ways = {
  doors: LoginOptions;
  onSignedIn: (user: Person) => Promise<void>;
  /** A sign-in link was mailed to this address. */
  onMailed: (email: string) => void;
};

/** The ways to sign in: password, passkey, mailed link, external provider. */
export function LoginCard({ site, providers, ...ways }: Ways & { site: string; providers: readonly SignInProvider[] }) {
  const { t } = useTranslation('members');
  const from = useRedirectedFrom();
  const readyClient = useReadyClient();
  const [isNewPassword, setNewPassword] = useState(false);
  useEffect(() => setNewPassword(new URLSearchParams(location.search).get('password') === 'new'), []);
  const { fields, problem, isBusy, signIn, signInByPasskey, sendLink } = useSignIn(ways);
  const { hasPhone, hasMagicLink } = ways.doors;

  useTypedEmail(fields.form, hasPhone);

  return (
    <AuthCard
      site={site}
      title={t('login.title', { site })}
      footer={
        <>
          {t('login.new', { site })}{' '}
          <a className="link" href={paths.signUp(from)} data-onward="">
            {t('login.signUp')}
          </a>
        </>
      }
    >
      {isNewPassword ? <AuthNote tone="success">{t('login.newPassword')}</AuthNote> : null}
      <AuthForm form={fields.form} onSubmit={signIn} onBegin={readyClient} problem={problem}>
        <LoginNameField hasPhone={hasPhone} {...fields.field('email')} />
        <AuthField
          label={t('field.password')}
          type="password"
          autoComplete="current-password"
          maxLength={passwordMaximum}
          required
          {...fields.field('password')}
        />
        <a className="link w-max" href={paths.resetPassword()} data-onward="" data-carries-email="">
          {t('login.forgot')}
        </a>
        <AuthButton variant="primary" isBusy={isBusy}>
          {t('login.action')}
        </AuthButton>
      </AuthForm>
      <AuthButton icon={Fingerprint} isDisabled={isBusy} onClick={signInByPasskey}>
        {t('passkey.signIn')}
      </AuthButton>
      {hasMagicLink ? (
        <AuthButton isDisabled={isBusy} onClick={sendLink}>
          {t('mail.magiclink.heading')}
        </AuthButton>
      ) : null}
      <ProviderLinks providers={providers} next={from} />
    </AuthCard>
  );
}

/** The fields and requests of the form. After signing in it stays busy until the next step or page is there. */
function useSignIn({ doors, onSignedIn, onMailed }: Ways) {
  const { t } = useTranslation('members');
  const db = useDb();
  const page = useSite();
  const fields = useAuthForm(['email', 'password'], ({ email, password }) => ({
    email: loginNameProblem(email, doors.hasPhone, t),
    password: password ? undefined : t('problem.passwordMissing'),
  }));
  const { send, isBusy, problem, setProblem, showProblem } = useAuthRequest(fields);

  const signIn = () =>
    send(async () => {
      const values = fields.check();
      if (!values) return;
      const { email, password } = values;
      const name = doors.hasPhone ? parseLoginName(email, t) : { email: email.trim() };
      if ('problem' in name) return fields.showErrors({ email: name.problem });
      const { data, error } = await db.auth.signInWithPassword({ ...name, password });
      if (!error) return onSignedIn(data.user).then(untilLeft);
      showProblem('phone' in name ? phoneProblemOf(error, t) : problemOf(error, t));
    });
  const signInByPasskey = () =>
    send(async () => {
      const { data, error } = await db.auth.signInWithPasskey();
      if (!error && data.user) return onSignedIn(data.user).then(untilLeft);
      setProblem(t('passkey.signInFailed'));
    });
  const sendLink = () =>
    send(async () => {
      const values = fields.check(['password'], (typed) => ({ email: linkEmailProblem(typed.email, t) }));
      if (!values) return;
      const email = values.email.trim();
      const { mailSignInLink } = await import('../recovery/data.ts');
      const { error } = await mailSignInLink(db, page, {
        email,
        options: { shouldCreateUser: false, emailRedirectTo: location.href },
      });
      if (error) setProblem(problemOf(error, t).text);
      else onMailed(email);
    });
  return { fields, problem, isBusy, signIn, signInByPasskey, sendLink };
}
