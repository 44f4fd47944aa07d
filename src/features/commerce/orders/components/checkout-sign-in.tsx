import { Fingerprint } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSiteBranding } from '#base/browser/site.tsx';
import { AuthButton, AuthForm, useAuthForm } from '#features/platform/members/components/auth-form.tsx';
import { problemOf } from '#features/platform/members/components/auth-problems.ts';
import { parseLoginName, phoneProblemOf } from '#features/platform/members/components/phone-names.ts';
import { ProviderLinks } from '#features/platform/members/components/provider-links.tsx';
import type { SignInProvider } from '#features/platform/members/providers/rules.ts';
import { paths } from '#paths';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import { AccountFields } from './account-fields.tsx';
import type { Checkout } from './use-checkout.ts';

const FactorStep = lazy(() =>
  import('#features/platform/members/components/factor-step.tsx').then((module) => ({ default: module.FactorStep })),
);

type SignInProps = { checkout: Checkout; providers: readonly SignInProvider[] };

/** Signs a buyer in by password or passkey, and asks for the second factor if they need it. */
export function CheckoutSignIn({ checkout, providers }: SignInProps) {
  const { t: members } = useTranslation('members');
  const db = useDb();
  const { session } = useSession();
  if (!session) return <SignIn checkout={checkout} providers={providers} />;
  return (
    <>
      <h3 className="font-semibold">{members('second.stepTitle')}</h3>
      <p>{members('second.stepText')}</p>
      <Suspense fallback={<SkeletonText lines={3} />}>
        <FactorStep
          onPassed={checkout.completeSecondFactor}
          onLeave={async () => void (await db.auth.signOut({ scope: 'local' }))}
        />
      </Suspense>
    </>
  );
}

function SignIn({ checkout: { typed, setTyped }, providers }: SignInProps) {
  const { t: members } = useTranslation('members');
  const { hasPhone } = useSiteBranding().doors;
  const { fields, problem, isBusy, signIn, signInByPasskey } = useSignIn(typed, setTyped);
  const field = (name: 'email' | 'password') => {
    const { onInput, ...parts } = fields.field(name);
    const keep = () => setTyped({ ...typed, [name]: fields.read()[name], problem: undefined });
    return {
      ...parts,
      onInput: () => {
        onInput();
        keep();
      },
    };
  };
  return (
    <div className="grid gap-4">
      <AuthForm
        form={fields.form}
        label={members('login.action')}
        problem={problem}
        onSubmit={async () => void (await signIn())}
      >
        <AccountFields field={field} typed={typed} takesPhone={hasPhone} />
        <a
          className="link w-max"
          href={paths.resetPassword({ redirectedFrom: paths.checkout() }) + emailFragment(typed.email ?? '')}
        >
          {members('login.forgot')}
        </a>
        <AuthButton variant="primary" size="xl" isBusy={isBusy}>
          {members('login.action')}
        </AuthButton>
      </AuthForm>
      <AuthButton size="xl" icon={Fingerprint} isDisabled={isBusy} onClick={signInByPasskey}>
        {members('passkey.signIn')}
      </AuthButton>
      <ProviderLinks size="xl" providers={providers} next={paths.checkout()} />
    </div>
  );
}

/** The fields of an existing account, and signing in with them or with a passkey. */
function useSignIn(typed: Checkout['typed'], setTyped: Checkout['setTyped']) {
  const { t } = useTranslation('orders');
  const { t: members } = useTranslation('members');
  const db = useDb();
  const { hasPhone } = useSiteBranding().doors;
  const { run, isRunning: isBusy } = useAction();
  const [problem, setProblem] = useState<string | null>(null);
  const fields = useAuthForm(['email', 'password'], (values) => ({
    email: values.email.trim() ? undefined : t('checkout.errors.email'),
    password: values.password ? undefined : t('checkout.errors.passwordMissing'),
  }));

  async function signIn() {
    setProblem(null);
    const values = fields.check();
    if (!values) return;
    const name = hasPhone ? parseLoginName(values.email, members) : { email: values.email.trim() };
    if ('problem' in name) return fields.showErrors({ email: name.problem });
    const { error } = await db.auth.signInWithPassword({ ...name, password: values.password });
    if (!error) return setTyped({ ...typed, password: '' });
    if ('phone' in name) setProblem(phoneProblemOf(error, members).text);
    else if (error.code === 'invalid_credentials') fields.showErrors({ password: t('checkout.wrongPassword') });
    else setProblem(problemOf(error, members).text);
  }
  async function signInByPasskey() {
    setProblem(null);
    const { error } = await db.auth.signInWithPasskey();
    if (error) setProblem(members('passkey.signInFailed'));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, what led here
  useEffect(() => {
    if (typed.problem) fields.showErrors({ email: typed.problem });
  }, []);
  return { fields, problem, isBusy, signIn: () => run(signIn), signInByPasskey: () => run(signInByPasskey) };
}

/** Carries the typed address to the page that mails a new password: in the fragment, which no server sees. */
function emailFragment(email: string): string {
  return email.trim() ? `#${new URLSearchParams({ email: email.trim() })}` : '';
}
