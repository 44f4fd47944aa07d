import { Fingerprint } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSiteBranding } from '#base/browser/site.tsx';
import { problemOf } from '#features/platform/members/components/auth-problems.ts';
import { parseLoginName, phoneProblemOf } from '#features/platform/members/components/phone-names.ts';
import { ProviderLinks } from '#features/platform/members/components/provider-links.tsx';
import type { SignInProvider } from '#features/platform/members/providers/rules.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import type { Checkout } from './use-checkout.ts';

const FactorStep = lazy(() =>
  import('#features/platform/members/components/factor-step.tsx').then((module) => ({ default: module.FactorStep })),
);

/** Signs a buyer in by password or passkey, and asks for the second factor if they need it. */
export function CheckoutSignIn({ checkout }: { checkout: Checkout }) {
  const { t: members } = useTranslation('members');
  const db = useDb();
  const { session } = useSession();
  if (!session) return <SignIn checkout={checkout} />;
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

function SignIn({ checkout: { draft } }: { checkout: Checkout }) {
  const { t } = useTranslation('orders');
  const { t: members } = useTranslation('members');
  const db = useDb();
  const { providers } = useLoaderData<{ providers: readonly SignInProvider[] }>();
  const { hasPhone } = useSiteBranding().doors;
  const { run, isRunning: isBusy } = useAction();
  const [problem, setProblem] = useState<string | null>(null);
  const { email, password } = draft.values;

  function signIn() {
    return run(async () => {
      setProblem(null);
      const errors = {
        email: email.trim() ? undefined : t('checkout.errors.email'),
        password: password ? undefined : t('checkout.errors.passwordMissing'),
      };
      draft.setErrors(errors);
      if (errors.email || errors.password) return;
      const name = hasPhone ? parseLoginName(email, members) : { email: email.trim() };
      if ('problem' in name) return draft.setErrors({ email: name.problem });
      const { error } = await db.auth.signInWithPassword({ ...name, password });
      if (!error) return draft.set('password', '');
      if ('phone' in name) setProblem(phoneProblemOf(error, members).text);
      else if (error.code === 'invalid_credentials') draft.setErrors({ password: t('checkout.wrongPassword') });
      else setProblem(problemOf(error, members).text);
    });
  }
  function signInByPasskey() {
    return run(async () => {
      setProblem(null);
      const { error } = await db.auth.signInWithPasskey();
      if (error) setProblem(members('passkey.signInFailed'));
    });
  }
  return (
    <div className="grid gap-4">
      <Form label={members('login.action')} problem={problem} onSubmit={() => void signIn()}>
        <AccountFields draft={draft} takesPhone={hasPhone} />
        <a
          className="link w-max"
          href={paths.resetPassword({ redirectedFrom: paths.checkout() }) + emailFragment(email)}
        >
          {members('login.forgot')}
        </a>
        <Button type="submit" variant="primary" size="xl" isBlock isBusy={isBusy}>
          {members('login.action')}
        </Button>
      </Form>
      <Button size="xl" isBlock icon={Fingerprint} isDisabled={isBusy} onPress={() => void signInByPasskey()}>
        {members('passkey.signIn')}
      </Button>
      <ProviderLinks size="xl" providers={providers} next={paths.checkout()} />
    </div>
  );
}

/**
 * The e-mail and password fields of a buyer's account: of an existing one (a phone number may replace the e-mail), or of
 * a new one that is created with the order.
 */
export function AccountFields(props: { draft: Checkout['draft']; isNew?: boolean; takesPhone?: boolean }) {
  const { draft, isNew = false, takesPhone = false } = props;
  const { t } = useTranslation(['orders', 'phones']);
  return (
    <>
      <TextField
        label={takesPhone ? t('phones:field') : t('checkout.email')}
        type={takesPhone ? 'text' : 'email'}
        autoComplete={isNew ? 'email' : 'username'}
        maxLength={320}
        isRequired
        {...draft.field('email')}
      />
      <TextField
        label={t('checkout.password')}
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        description={isNew && !draft.errors.password ? t('checkout.passwordHint') : undefined}
        maxLength={72}
        isRequired
        {...draft.field('password')}
      />
    </>
  );
}

/** Carries the typed address to the page that mails a new password: in the fragment, which no server sees. */
function emailFragment(email: string): string {
  return email.trim() ? `#${new URLSearchParams({ email: email.trim() })}` : '';
}
