import { Fingerprint, KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import { loginNameOf } from '#base/shared/login-name.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type AuthError, type ConfirmationMethod, confirmPresence } from '../profile/data.ts';
import { passwordMaximum } from '../rules.ts';
import { problemOf } from './auth-problems.ts';
import { confirmByKey, confirmByPasskey, hasPasskeys } from './confirm-by-device.ts';
import { type SecondFactor, secondFactors } from './second-step.ts';

/** Extra values of the confirmed request: on a hosted backend the mailed code. */
export type Confirmation = { nonce?: string };

const labels = {
  password: 'profile.present',
  app: 'second.code',
  mail: 'second.code',
  recovery: 'recovery.code',
} as const;

const digits = { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 } as const;
const fieldTraits = {
  password: { type: 'password', autoComplete: 'current-password', maxLength: passwordMaximum },
  app: digits,
  mail: digits,
  recovery: { autoComplete: 'off', maxLength: 60, spellCheck: 'false' },
} as const;

/** Confirms the user's identity by password, second factor, or a code sent to them. */
export function ConfirmationDialog({
  onConfirmed,
  onClose,
}: {
  onConfirmed: (proof: Confirmation) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('members');
  const db = useDb();
  const site = useSite();
  const user = useSession().session?.user;
  const providers: unknown = user?.app_metadata.providers;
  // Users of an external provider have no password.
  const hasPassword = !Array.isArray(providers) || providers.includes('email') || providers.includes('phone');
  const [method, setMethod] = useState<ConfirmationMethod>(hasPassword ? 'password' : 'mail');
  const [factors, setFactors] = useState<SecondFactor[]>([]);
  const [hasPasskey, setHasPasskey] = useState(false);
  const [text, setText] = useState('');
  const { run, isRunning: isBusy } = useAction();
  const [isSent, setSent] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [fieldProblem, setFieldProblem] = useState<string>();
  const apps = factors.filter(({ type }) => type === 'totp');
  const keys = factors.filter(({ type }) => type === 'webauthn');
  const address = loginNameOf(user);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each dialog
  useEffect(() => {
    secondFactors(db).then(setFactors, () => {});
    hasPasskeys(db).then(setHasPasskey, () => {});
    if (method === 'mail') void send();
  }, []);

  async function send() {
    const { error } = await db.auth.reauthenticate();
    if (error) setProblem(problemOf(error, t).text);
    else setSent(true);
  }
  function chooseMethod(next: ConfirmationMethod) {
    setMethod(next);
    setText('');
    setProblem(undefined);
    setFieldProblem(undefined);
    if (next === 'mail' && !isSent) void send();
  }
  function confirm() {
    return run(async () => {
      setProblem(undefined);
      setFieldProblem(undefined);
      if (!text.trim())
        return setFieldProblem(
          t(
            method === 'password'
              ? 'problem.passwordMissing'
              : method === 'recovery'
                ? 'recovery.wrong'
                : 'problem.code',
          ),
        );
      const { error, nonce } = await confirmPresence(db, site, { method, text, apps: apps.map(({ id }) => id) });
      if (!error) return onConfirmed(nonce ? { nonce } : {});
      if (error.code === 'invalid_credentials') setFieldProblem(t('profile.presentWrong'));
      else if (error.code === 'reauthentication_not_valid' || error.code === 'mfa_verification_failed')
        setFieldProblem(t(method === 'recovery' ? 'recovery.wrong' : 'problem.code'));
      else setProblem(problemOf(error, t).text);
    });
  }
  function confirmBy(device: () => Promise<AuthError | null>) {
    return run(async () => {
      setProblem(undefined);
      setFieldProblem(undefined);
      const error = await device();
      if (!error) return onConfirmed({});
      setProblem(error.status === 429 ? problemOf(error, t).text : t('second.keyFailed'));
    });
  }
  const methods: { method: ConfirmationMethod; label: string; isOffered: boolean }[] = [
    { method: 'password', label: t('confirm.byPassword'), isOffered: hasPassword },
    { method: 'app', label: t('confirm.byApp'), isOffered: apps.length > 0 },
    { method: 'mail', label: t('confirm.byMail'), isOffered: address !== '' },
    { method: 'recovery', label: t('recovery.use'), isOffered: factors.length > 0 && !site.backend.url },
  ];
  const descriptions: Partial<Record<ConfirmationMethod, string>> = {
    recovery: t('recovery.codeHint'),
    ...(isSent ? { mail: t('confirm.sent', { address }) } : {}),
  };
  return (
    <Dialog
      title={t('confirm.title')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="confirm-presence" isBusy={isBusy}>
          {t('second.confirm')}
        </Button>
      }
    >
      <Form id="confirm-presence" label={t('confirm.title')} problem={problem} onSubmit={() => void confirm()}>
        <p className="muted">{t('confirm.text')}</p>
        <input type="text" autoComplete="username" value={address} readOnly hidden />
        <TextField
          key={method}
          label={t(labels[method])}
          description={descriptions[method]}
          {...fieldTraits[method]}
          value={text}
          onChange={setText}
          errorMessage={fieldProblem}
          isRequired
          autoFocus
        />
        <div className="row flex-wrap">
          {keys.map((key) => (
            <Button
              key={key.id}
              variant="quiet"
              icon={KeyRound}
              isDisabled={isBusy}
              onPress={() => void confirmBy(() => confirmByKey(db, key))}
            >
              {t('second.useKey', { name: key.name })}
            </Button>
          ))}
          {hasPasskey ? (
            <Button
              variant="quiet"
              icon={Fingerprint}
              isDisabled={isBusy}
              onPress={() => void confirmBy(() => confirmByPasskey(db, site))}
            >
              {t('confirm.byPasskey')}
            </Button>
          ) : null}
          {methods
            .filter((option) => option.isOffered && option.method !== method)
            .map((option) => (
              <Button
                key={option.method}
                variant="quiet"
                isDisabled={isBusy}
                onPress={() => chooseMethod(option.method)}
              >
                {option.label}
              </Button>
            ))}
        </div>
      </Form>
    </Dialog>
  );
}
