import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { confirmPresence, type Way } from '../profile/data.ts';
import { passwordMaximum } from '../rules.ts';
import { problemOf } from './auth-problems.ts';
import { type SecondFactor, secondFactors } from './second-step.ts';

/** What the confirmed request has to carry itself: on a hosted backend the mailed code. */
export type Confirmation = { nonce?: string };

/** Asks who is there: by the present password, the authenticator app or a code that is sent. */
export function ConfirmationDialog({
  onConfirmed,
  onClose,
}: {
  onConfirmed: (proof: Confirmation) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('members');
  const wire = useWire();
  const site = useSite();
  const user = useSession().session?.user;
  const providers: unknown = user?.app_metadata.providers;
  // Who came by another provider has no password to type.
  const hasPassword = !Array.isArray(providers) || providers.includes('email') || providers.includes('phone');
  const [way, setWay] = useState<Way>(hasPassword ? 'password' : 'mail');
  const [apps, setApps] = useState<SecondFactor[]>([]);
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [fieldProblem, setFieldProblem] = useState<string>();
  const address = user?.email || (user?.phone ? `+${user.phone}` : '');

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a dialog
  useEffect(() => {
    secondFactors(wire).then(
      (factors) => setApps(factors.filter(({ type }) => type === 'totp')),
      () => {},
    );
    if (way === 'mail') void send();
  }, []);

  async function send() {
    const { error } = await wire.auth.reauthenticate();
    if (error) setProblem(problemOf(error, t).text);
    else setSent(true);
  }
  function choose(next: Way) {
    setWay(next);
    setText('');
    setProblem(undefined);
    setFieldProblem(undefined);
    if (next === 'mail' && !isSent) void send();
  }
  async function confirm() {
    setProblem(undefined);
    setFieldProblem(undefined);
    if (!text.trim()) return setFieldProblem(t(way === 'password' ? 'problem.passwordMissing' : 'problem.code'));
    setBusy(true);
    const { error, nonce } = await confirmPresence(wire, site, { way, text, apps: apps.map(({ id }) => id) });
    setBusy(false);
    if (!error) return onConfirmed(nonce ? { nonce } : {});
    if (error.code === 'invalid_credentials') setFieldProblem(t('profile.presentWrong'));
    else if (error.code === 'reauthentication_not_valid' || error.code === 'mfa_verification_failed')
      setFieldProblem(t('problem.code'));
    else setProblem(problemOf(error, t).text);
  }
  const others: { way: Way; label: string; isOffered: boolean }[] = [
    { way: 'password', label: t('confirm.byPassword'), isOffered: hasPassword },
    { way: 'app', label: t('confirm.byApp'), isOffered: apps.length > 0 },
    { way: 'mail', label: t('confirm.byMail'), isOffered: address !== '' },
  ];
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
          key={way}
          label={t(way === 'password' ? 'profile.present' : 'second.code')}
          description={way === 'mail' && isSent ? t('confirm.sent', { address }) : undefined}
          {...(way === 'password'
            ? { type: 'password', autoComplete: 'current-password', maxLength: passwordMaximum }
            : { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 })}
          value={text}
          onChange={setText}
          errorMessage={fieldProblem}
          isRequired
          autoFocus
        />
        <div className="row flex-wrap">
          {others
            .filter((one) => one.isOffered && one.way !== way)
            .map((one) => (
              <Button key={one.way} variant="quiet" isDisabled={isBusy} onPress={() => choose(one.way)}>
                {one.label}
              </Button>
            ))}
        </div>
      </Form>
    </Dialog>
  );
}
