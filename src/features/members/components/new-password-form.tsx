import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWire } from '#base/browser/wire.ts';
import { passwordMaximum, passwordMinimum } from '../rules.ts';
import { arrive } from './arrival.ts';
import { problemOf } from './auth-problems.ts';
import { DoorButton, DoorField, DoorForm, useDoorForm } from './door-form.tsx';

/** Sets the password of whoever came by the mailed link. */
export function NewPasswordForm({ email }: { email: string }) {
  const { t } = useTranslation('members');
  const wire = useWire();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const fields = useDoorForm(['password'], ({ password }) => ({
    password: password.length >= passwordMinimum ? undefined : t('password.weak.length', { count: passwordMinimum }),
  }));

  async function save() {
    setProblem(undefined);
    const values = fields.check();
    if (!values) return;
    setBusy(true);
    const { error } = await wire.auth.updateUser({ password: values.password });
    if (!error) return arrive();
    const { field, text } = problemOf(error, t);
    if (field === 'password') fields.setErrors({ password: text });
    else setProblem(text);
    setBusy(false);
  }
  return (
    <DoorForm form={fields.form} onSubmit={save} problem={problem}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <DoorField
        label={t('field.newPassword')}
        type="password"
        autoComplete="new-password"
        description={t('password.hint', { count: passwordMinimum })}
        maxLength={passwordMaximum}
        required
        isFirst
        {...fields.field('password')}
      />
      <DoorButton variant="primary" isBusy={isBusy}>
        {t('reset.save')}
      </DoorButton>
    </DoorForm>
  );
}
