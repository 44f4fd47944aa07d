import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useDraft } from '#ui/use-draft.ts';
import { passwordMaximum, passwordMinimum } from '../rules.ts';
import { problemOf } from './auth-problems.ts';

/** Name and password for somebody whose address is known already: an invitation was mailed to it. */
export function InvitedSignUp({
  email,
  name,
  onSignedUp,
}: {
  email: string;
  name: string;
  onSignedUp: () => Promise<void>;
}) {
  const { t } = useTranslation('members');
  const wire = useWire();
  const { locale } = useSite();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const draft = useDraft({
    saved: { name, password: '' },
    validate: (values) => ({
      name: values.name.trim() ? undefined : t('problem.nameMissing'),
      password:
        values.password.length >= passwordMinimum ? undefined : t('password.weak.length', { count: passwordMinimum }),
    }),
  });

  async function signUp() {
    setProblem(undefined);
    if (!draft.check()) return;
    setBusy(true);
    const { data, error } = await wire.auth.signUp({
      email,
      password: draft.values.password,
      options: { data: { display_name: draft.values.name.trim(), locale }, emailRedirectTo: location.href },
    });
    if (error) {
      const { field, text } = problemOf(error, t);
      if (field === 'password') draft.setErrors({ password: text });
      else setProblem(text);
    } else if (data.session) await onSignedUp();
    else setProblem(t('signUp.mailed', { email }));
    setBusy(false);
  }
  return (
    <Form method="post" onSubmit={() => void signUp()} problem={problem}>
      <TextField label={t('field.email')} type="email" autoComplete="username" value={email} isReadOnly />
      <TextField label={t('field.name')} autoComplete="name" maxLength={120} isRequired {...draft.field('name')} />
      <TextField
        label={t('field.password')}
        type="password"
        autoComplete="new-password"
        description={t('password.hint', { count: passwordMinimum })}
        maxLength={passwordMaximum}
        isRequired
        {...draft.field('password')}
      />
      <Button type="submit" variant="primary" size="lg" isBlock isBusy={isBusy}>
        {t('invitation.accept')}
      </Button>
    </Form>
  );
}
