import { Fingerprint } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { type LoginOptions, useSite } from '#base/browser/site.tsx';
import { loginNameOf } from '#base/shared/login-name.ts';
import { paths } from '#paths';
import type { RecoveryCodes } from '../profile/data.ts';
import type { SignInProvider } from '../providers/rules.ts';
import { passwordMaximum, tokenIn } from '../rules.ts';
import { goToRedirectTarget, useIsMember, useReadyClient, useRedirectedFrom, useSignOutHere } from './after-sign-in.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthButton, AuthField, AuthForm, AuthNote, useAuthForm } from './auth-form.tsx';
import { problemOf } from './auth-problems.ts';
import { LoginNameField } from './login-name-field.tsx';
import { linkEmailProblem, loginNameProblem, parseLoginName, phoneProblemOf } from './phone-names.ts';
import { ProviderLinks } from './provider-links.tsx';
import { needsSecondStep } from './second-step.ts';
import { useTypedEmail } from './typed-email.ts';

// Lazy: few users have a second factor, and fewer have yet to join the site.
const FactorStep = lazy(() => import('./factor-step.tsx').then((module) => ({ default: module.FactorStep })));
const CodesLeft = lazy(() => import('./codes-left.tsx').then((module) => ({ default: module.CodesLeft })));
const LinkSignIn = lazy(() => import('./link-sign-in.tsx').then((module) => ({ default: module.LinkSignIn })));
const MailedLink = lazy(() => import('./link-sign-in.tsx').then((module) => ({ default: module.MailedLink })));
const JoinPanel = lazy(() => import('./join-panel.tsx').then((module) => ({ default: module.JoinPanel })));

type Person = { id: string; email?: string; phone?: string };

export type LoginFormProps = { site: string; doors: LoginOptions; providers?: readonly SignInProvider[] };

/** Login form: password, passkey, external provider or mailed link, then the second factor if one is required. */
export function LoginForm({ site, doors, providers = [] }: LoginFormProps) {
  const { t } = useTranslation('members');
  const db = useDb();
  const page = useSite();
  const { session } = useSession();
  const from = useRedirectedFrom();
  const mayGoOn = useIsMember();
  const signOut = useSignOutHere();
  const readyClient = useReadyClient();
  const [step, setStep] = useState<'form' | 'busy' | 'mailed' | 'second' | 'join'>('form');
  const [mailedTo, setMailedTo] = useState('');
  const [linkToken, setLinkToken] = useState<string | null>(null);
  const [user, setUser] = useState<Person>();
  const [codes, setCodes] = useState<RecoveryCodes>();
  const [problem, setProblem] = useState<string>();
  const [isNewPassword, setNewPassword] = useState(false);
  useEffect(() => {
    setNewPassword(new URLSearchParams(location.search).get('password') === 'new');
    // A link opened in this tab changes the hash alone.
    const readLink = () => setLinkToken(tokenIn(location.hash, 'magiclink'));
    readLink();
    addEventListener('hashchange', readLink);
    return () => removeEventListener('hashchange', readLink);
  }, []);
  const fields = useAuthForm(['email', 'password'], ({ email, password }) => ({
    email: loginNameProblem(email, doors.hasPhone, t),
    password: password ? undefined : t('problem.passwordMissing'),
  }));

  useTypedEmail(fields.form, doors.hasPhone);

  async function continueSignIn(user: Person) {
    setUser(user);
    setLinkToken(null);
    if (await needsSecondStep(db)) setStep('second');
    else if (await mayGoOn(user.id)) goToRedirectTarget();
    else setStep('join');
  }
  async function signIn() {
    setProblem(undefined);
    const values = fields.check();
    if (!values) return;
    const { email, password } = values;
    const name = doors.hasPhone ? parseLoginName(email, t) : { email: email.trim() };
    if ('problem' in name) return fields.showErrors({ email: name.problem });
    setStep('busy');
    const { data, error } = await db.auth.signInWithPassword({ ...name, password });
    if (!error) return continueSignIn(data.user);
    const { field, text } = 'phone' in name ? phoneProblemOf(error, t) : problemOf(error, t);
    if (field === 'email' || field === 'password') fields.setErrors({ [field]: text });
    else setProblem(text);
    setStep('form');
  }
  async function signInByPasskey() {
    setProblem(undefined);
    setStep('busy');
    const { data, error } = await db.auth.signInWithPasskey();
    if (!error && data.user) return continueSignIn(data.user);
    setProblem(t('passkey.signInFailed'));
    setStep('form');
  }
  async function sendLink() {
    setProblem(undefined);
    const values = fields.check(['password'], (typed) => ({ email: linkEmailProblem(typed.email, t) }));
    if (!values) return;
    const email = values.email.trim();
    setStep('busy');
    const { mailSignInLink } = await import('../recovery/data.ts');
    const { error } = await mailSignInLink(db, page, {
      email,
      options: { shouldCreateUser: false, emailRedirectTo: location.href },
    });
    if (error) setProblem(problemOf(error, t).text);
    else setMailedTo(email);
    setStep(error ? 'form' : 'mailed');
  }
  // A user who signed in elsewhere, by a link or on the platform, may still owe the second step.
  const resume = useEffectEvent((user: { id: string; email?: string }) => {
    setUser(user);
    // A user returning from an external provider continues automatically.
    if (new URLSearchParams(location.search).has('signed')) void continueSignIn(user);
    else void needsSecondStep(db).then((isNeeded) => isNeeded && setStep('second'));
  });
  useEffect(() => {
    if (session) resume(session.user);
  }, [session]);

  if (step === 'second' && codes) {
    return (
      <AuthCard site={site} title={t('recovery.title')}>
        <Suspense>
          <CodesLeft codes={codes} onGoOn={() => user && void continueSignIn(user)} />
        </Suspense>
      </AuthCard>
    );
  }
  if (step === 'second') {
    return (
      <AuthCard site={site} title={t('second.stepTitle')} description={t('second.stepText')}>
        <Suspense>
          <FactorStep
            onPassed={(codes) => (codes ? setCodes(codes) : user && void continueSignIn(user))}
            onLeave={signOut}
          />
        </Suspense>
      </AuthCard>
    );
  }
  if (step === 'join') {
    return (
      <Suspense>
        <JoinPanel
          site={site}
          email={loginNameOf(user)}
          documents={doors}
          frame={(title, content) => (
            <AuthCard site={site} title={title}>
              {content}
            </AuthCard>
          )}
          onJoined={goToRedirectTarget}
          onLeave={signOut}
        />
      </Suspense>
    );
  }
  if (linkToken !== null) {
    const forget = () => {
      history.replaceState(history.state, '', location.pathname + location.search);
      setLinkToken(null);
    };
    return (
      <AuthCard site={site} title={t('mail.magiclink.heading')}>
        <Suspense>
          <LinkSignIn token={linkToken} onSignedIn={continueSignIn} onLeave={forget} />
        </Suspense>
      </AuthCard>
    );
  }
  if (step === 'mailed') {
    return (
      <AuthCard site={site} title={t('signUp.mailedTitle')} description={t('reset.sent', { email: mailedTo })}>
        <Suspense>
          <MailedLink email={mailedTo} onSignedIn={continueSignIn} onLeave={() => setStep('form')} />
        </Suspense>
      </AuthCard>
    );
  }
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
        <LoginNameField hasPhone={doors.hasPhone} {...fields.field('email')} />
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
        <AuthButton variant="primary" isBusy={step === 'busy'}>
          {t('login.action')}
        </AuthButton>
      </AuthForm>
      <AuthButton icon={Fingerprint} isDisabled={step === 'busy'} onClick={signInByPasskey}>
        {t('passkey.signIn')}
      </AuthButton>
      {doors.hasMagicLink ? (
        <AuthButton isDisabled={step === 'busy'} onClick={sendLink}>
          {t('mail.magiclink.heading')}
        </AuthButton>
      ) : null}
      <ProviderLinks providers={providers} next={from} />
    </AuthCard>
  );
}
