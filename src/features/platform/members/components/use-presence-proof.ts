import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import { loginNameOf } from '#base/shared/login-name.ts';
import { useAction } from '#ui/fields/use-action.ts';
import { type AuthError, type ConfirmationMethod, confirmPresence } from '../profile/data.ts';
import { problemOf } from './auth-problems.ts';
import { hasPasskeys } from './confirm-by-device.ts';
import { type SecondFactor, secondFactors } from './second-step.ts';

/** Extra values of the confirmed request: on a hosted backend the mailed code. */
export type Confirmation = { nonce?: string };

const emptyKeys = {
  password: 'problem.passwordMissing',
  app: 'problem.code',
  mail: 'problem.code',
  recovery: 'recovery.wrong',
} as const;

/** The ways the user can prove who they are, the selected one, and the request. */
export function usePresenceProof(onConfirmed: (proof: Confirmation) => void) {
  const { t } = useTranslation('members');
  const db = useDb();
  const site = useSite();
  const user = useSession().session?.user;
  const address = loginNameOf(user);
  const hasPassword = canHavePassword(user?.app_metadata.providers);
  const [method, setMethod] = useState<ConfirmationMethod>(hasPassword ? 'password' : 'mail');
  const { factors, hasPasskey } = useDevices();
  const { run, isRunning: isBusy } = useAction();
  const [isSent, setSent] = useState(false);
  const [problem, setProblem] = useState<{ form?: string; field?: string }>({});
  const apps = factors.filter(({ type }) => type === 'totp');

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each dialog
  useEffect(() => {
    if (method === 'mail') void send();
  }, []);

  async function send() {
    const { error } = await db.auth.reauthenticate();
    if (error) setProblem({ form: problemOf(error, t).text });
    else setSent(true);
  }
  function chooseMethod(next: ConfirmationMethod) {
    setMethod(next);
    setProblem({});
    if (next === 'mail' && !isSent) void send();
  }
  const confirm = (text: string) =>
    run(async () => {
      setProblem({});
      if (!text.trim()) return setProblem({ field: t(emptyKeys[method]) });
      const { error, nonce } = await confirmPresence(db, site, { method, text, apps: apps.map(({ id }) => id) });
      if (!error) return onConfirmed(nonce ? { nonce } : {});
      if (error.code === 'invalid_credentials') setProblem({ field: t('profile.presentWrong') });
      else if (error.code === 'reauthentication_not_valid' || error.code === 'mfa_verification_failed')
        setProblem({ field: t(method === 'recovery' ? 'recovery.wrong' : 'problem.code') });
      else setProblem({ form: problemOf(error, t).text });
    });
  const confirmBy = (device: () => Promise<AuthError | null>) =>
    run(async () => {
      setProblem({});
      const error = await device();
      if (!error) return onConfirmed({});
      setProblem({ form: error.status === 429 ? problemOf(error, t).text : t('second.keyFailed') });
    });
  const isOffered: Record<ConfirmationMethod, boolean> = {
    password: hasPassword,
    app: apps.length > 0,
    mail: address !== '',
    recovery: factors.length > 0 && !site.backend.url,
  };
  return {
    method,
    otherMethods: (['password', 'app', 'mail', 'recovery'] as const).filter((id) => isOffered[id] && id !== method),
    keys: factors.filter(({ type }) => type === 'webauthn'),
    ...{ hasPasskey, address, isSent, problem, isBusy, chooseMethod, confirm, confirmBy },
  };
}

/** The user's second factors and whether they have a passkey. */
function useDevices() {
  const db = useDb();
  const [factors, setFactors] = useState<SecondFactor[]>([]);
  const [hasPasskey, setHasPasskey] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each dialog
  useEffect(() => {
    secondFactors(db).then(setFactors, () => {});
    hasPasskeys(db).then(setHasPasskey, () => {});
  }, []);
  return { factors, hasPasskey };
}

/** Users of an external provider have no password. */
function canHavePassword(providers: unknown): boolean {
  return !Array.isArray(providers) || providers.includes('email') || providers.includes('phone');
}
