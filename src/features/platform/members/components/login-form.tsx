import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginOptions } from '#base/browser/site.tsx';
import { loginNameOf } from '#base/shared/login-name.ts';
import type { RecoveryCodes } from '../profile/data.ts';
import type { SignInProvider } from '../providers/rules.ts';
import { goToRedirectTarget, useSignOutHere } from './after-sign-in.ts';
import { AuthCard } from './auth-card.tsx';
import { LoginCard } from './login-card.tsx';
import { useLoginSteps } from './use-login-steps.ts';

// Lazy: few users have a second factor, and fewer have yet to join the site.
const FactorStep = lazy(() => import('./factor-step.tsx').then((module) => ({ default: module.FactorStep })));
const CodesLeft = lazy(() => import('./codes-left.tsx').then((module) => ({ default: module.CodesLeft })));
const LinkSignIn = lazy(() => import('./link-sign-in.tsx').then((module) => ({ default: module.LinkSignIn })));
const MailedLink = lazy(() => import('./link-sign-in.tsx').then((module) => ({ default: module.MailedLink })));
const JoinPanel = lazy(() => import('./join-panel.tsx').then((module) => ({ default: module.JoinPanel })));

export type LoginFormProps = { site: string; doors: LoginOptions; providers?: readonly SignInProvider[] };

/** Login form: password, passkey, external provider or mailed link, then the second factor if one is required. */
export function LoginForm({ site, doors, providers = [] }: LoginFormProps) {
  const { t } = useTranslation('members');
  const signOut = useSignOutHere();
  const { step, user, continueSignIn, linkToken, forgetLink } = useLoginSteps();
  const [mailedTo, setMailedTo] = useState<string>();

  if (step === 'second') {
    return <SecondStepCard site={site} onPassed={() => user && void continueSignIn(user)} onLeave={signOut} />;
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
    return (
      <AuthCard site={site} title={t('mail.magiclink.heading')}>
        <Suspense>
          <LinkSignIn token={linkToken} onSignedIn={continueSignIn} onLeave={forgetLink} />
        </Suspense>
      </AuthCard>
    );
  }
  if (mailedTo !== undefined) {
    return (
      <AuthCard site={site} title={t('signUp.mailedTitle')} description={t('reset.sent', { email: mailedTo })}>
        <Suspense>
          <MailedLink email={mailedTo} onSignedIn={continueSignIn} onLeave={() => setMailedTo(undefined)} />
        </Suspense>
      </AuthCard>
    );
  }
  return (
    <LoginCard site={site} doors={doors} providers={providers} onSignedIn={continueSignIn} onMailed={setMailedTo} />
  );
}

/** The second factor, then the recovery codes left if one was used. */
function SecondStepCard({
  site,
  onPassed,
  onLeave,
}: {
  site: string;
  onPassed: () => void;
  onLeave: () => Promise<void>;
}) {
  const { t } = useTranslation('members');
  const [codes, setCodes] = useState<RecoveryCodes>();
  if (codes) {
    return (
      <AuthCard site={site} title={t('recovery.title')}>
        <Suspense>
          <CodesLeft codes={codes} onGoOn={onPassed} />
        </Suspense>
      </AuthCard>
    );
  }
  return (
    <AuthCard site={site} title={t('second.stepTitle')} description={t('second.stepText')}>
      <Suspense>
        <FactorStep onPassed={(left) => (left ? setCodes(left) : onPassed())} onLeave={onLeave} />
      </Suspense>
    </AuthCard>
  );
}
