import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWire } from '#base/browser/wire.ts';
import { paths } from '#paths';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { Note } from '#ui/states.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useDraft } from '#ui/use-draft.ts';
import { isEmail } from '../rules.ts';
import { problemOf } from './auth-problems.ts';

/** Asks for the mail, then for the code in it: the link may be opened elsewhere, the code is typed here. */
export function RecoveryForm({ isSpent }: { isSpent: boolean }) {
  const { t } = useTranslation('members');
  const wire = useWire();
  const [step, setStep] = useState<'ask' | 'code'>('ask');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const draft = useDraft({
    saved: { email: '', code: '' },
    validate: ({ email, code }) => ({
      email: isEmail(email.trim()) ? undefined : t('problem.email'),
      code: step === 'ask' || /^\d{6,10}$/.test(code.trim()) ? undefined : t('problem.codeForm'),
    }),
  });

  async function send() {
    setProblem(undefined);
    if (!draft.check()) return;
    setBusy(true);
    const email = draft.values.email.trim();
    const { error } =
      step === 'ask'
        ? await wire.auth.resetPasswordForEmail(email, { redirectTo: location.origin + paths.resetPassword() })
        : await wire.auth.verifyOtp({ email, token: draft.values.code.trim(), type: 'recovery' });
    setBusy(false);
    if (!error) return setStep('code');
    const { field, text } = problemOf(error, t);
    if (field === 'email' || field === 'code') draft.setErrors({ [field]: text });
    else setProblem(text);
  }
  return (
    <Form method="post" onSubmit={() => void send()} problem={problem}>
      {isSpent && step === 'ask' ? <Note tone="warning">{t('reset.spent')}</Note> : null}
      {step === 'code' ? <Note tone="success">{t('reset.sent', { email: draft.values.email.trim() })}</Note> : null}
      <TextField
        label={t('field.email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        maxLength={320}
        isRequired
        isReadOnly={step === 'code'}
        {...draft.field('email')}
      />
      {step === 'code' ? (
        <TextField
          label={t('field.code')}
          description={t('reset.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          isRequired
          {...draft.field('code')}
        />
      ) : null}
      <Button type="submit" variant="primary" size="lg" isBlock isBusy={isBusy}>
        {t(step === 'ask' ? 'reset.send' : 'reset.useCode')}
      </Button>
      {step === 'code' ? (
        <Button
          variant="quiet"
          isBlock
          onPress={() => {
            draft.discard();
            setStep('ask');
          }}
        >
          {t('reset.again')}
        </Button>
      ) : null}
    </Form>
  );
}
