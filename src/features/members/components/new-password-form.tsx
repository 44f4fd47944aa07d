import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#base/browser/session.ts';
import { useWire } from '#base/browser/wire.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useDraft } from '#ui/use-draft.ts';
import { passwordMaximum, passwordMinimum } from '../rules.ts';
import { arrive } from './arrival.ts';
import { problemOf } from './auth-problems.ts';

/** Sets the password of whoever came by the mailed link. */
export function NewPasswordForm() {
  const { t } = useTranslation('members');
  const wire = useWire();
  const { session } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const draft = useDraft({
    saved: { password: '' },
    validate: ({ password }) => ({
      password: password.length >= passwordMinimum ? undefined : t('password.weak.length', { count: passwordMinimum }),
    }),
  });

  async function save() {
    setProblem(undefined);
    if (!draft.check()) return;
    setBusy(true);
    const { error } = await wire.auth.updateUser({ password: draft.values.password });
    if (!error) return arrive();
    const { field, text } = problemOf(error, t);
    if (field === 'password') draft.setErrors({ password: text });
    else setProblem(text);
    setBusy(false);
  }
  return (
    <Form method="post" onSubmit={() => void save()} problem={problem}>
      <input type="text" autoComplete="username" value={session?.user.email ?? ''} readOnly hidden />
      <TextField
        label={t('field.newPassword')}
        type="password"
        autoComplete="new-password"
        description={t('password.hint', { count: passwordMinimum })}
        maxLength={passwordMaximum}
        isRequired
        autoFocus
        {...draft.field('password')}
      />
      <Button type="submit" variant="primary" size="lg" isBlock isBusy={isBusy}>
        {t('reset.save')}
      </Button>
    </Form>
  );
}
