import { Fingerprint } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#base/browser/session.ts';
import { useWire } from '#base/browser/wire.ts';
import type { RouteHandle } from '#base/shared/site.ts';
import { paths } from '#paths';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useDraft } from '#ui/use-draft.ts';
import { arrive, useMayGoOn, useRedirectedFrom } from '../components/arrival.ts';
import { AuthFrame } from '../components/auth-frame.tsx';
import { problemOf } from '../components/auth-problems.ts';
import { FactorStep } from '../components/factor-step.tsx';
import { JoinPanel } from '../components/join-panel.tsx';
import { needsSecondStep } from '../components/second-step.ts';
import { useSiteTitle } from '../components/site-title.ts';
import { isEmail, passwordMaximum } from '../rules.ts';

export const handle: RouteHandle = { isPublic: true, hydrates: true, isBare: true };

export default function Login() {
  const { t } = useTranslation('members');
  const wire = useWire();
  const { session } = useSession();
  const site = useSiteTitle();
  const from = useRedirectedFrom();
  const mayGoOn = useMayGoOn();
  const [step, setStep] = useState<'form' | 'busy' | 'second' | 'join'>('form');
  const [problem, setProblem] = useState<string>();
  const draft = useDraft({
    saved: { email: '', password: '' },
    validate: ({ email, password }) => ({
      email: isEmail(email.trim()) ? undefined : t('problem.email'),
      password: password ? undefined : t('problem.passwordMissing'),
    }),
  });

  async function signIn() {
    setProblem(undefined);
    if (!draft.check()) return;
    setStep('busy');
    const { data, error } = await wire.auth.signInWithPassword({
      email: draft.values.email.trim(),
      password: draft.values.password,
    });
    if (error) {
      const { field, text } = problemOf(error, t);
      if (field === 'email' || field === 'password') draft.setErrors({ [field]: text });
      else setProblem(text);
      return setStep('form');
    }
    await goOn(data.user.id);
  }
  async function goOn(userId: string) {
    if (await needsSecondStep(wire)) setStep('second');
    else if (await mayGoOn(userId)) arrive();
    else setStep('join');
  }
  async function signInByPasskey() {
    setProblem(undefined);
    setStep('busy');
    const { data, error } = await wire.auth.signInWithPasskey();
    if (!error && data.user) return goOn(data.user.id);
    setProblem(t('passkey.signInFailed'));
    setStep('form');
  }
  // Whoever came in elsewhere, by a link or from the platform, still owes the second step.
  useEffect(() => {
    if (session) void needsSecondStep(wire).then((needs) => needs && setStep('second'));
  }, [session, wire]);

  if (step === 'second') {
    return (
      <AuthFrame title={t('second.stepTitle')} sentence={t('second.stepText')}>
        <FactorStep onPassed={() => session && void goOn(session.user.id)} />
      </AuthFrame>
    );
  }

  if (step === 'join') {
    return (
      <AuthFrame title={t('join.title', { site })}>
        <JoinPanel site={site} onJoined={arrive} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={t('login.title', { site })}
      foot={
        <>
          {t('login.new', { site })}{' '}
          <a className="link" href={paths.signUp(from)}>
            {t('login.signUp')}
          </a>
        </>
      }
    >
      <Form method="post" onSubmit={() => void signIn()} problem={problem}>
        <TextField
          label={t('field.email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={320}
          isRequired
          {...draft.field('email')}
        />
        <TextField
          label={t('field.password')}
          type="password"
          autoComplete="current-password"
          maxLength={passwordMaximum}
          isRequired
          {...draft.field('password')}
        />
        <a className="link w-max" href={paths.resetPassword()}>
          {t('login.forgot')}
        </a>
        <Button type="submit" variant="primary" size="lg" isBlock isBusy={step === 'busy'}>
          {t('login.action')}
        </Button>
      </Form>
      <Button size="lg" isBlock icon={Fingerprint} isDisabled={step === 'busy'} onPress={() => void signInByPasskey()}>
        {t('passkey.signIn')}
      </Button>
    </AuthFrame>
  );
}
