import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { passwordMaximum, passwordMinimum } from '../rules.ts';
import { AuthField } from './auth-form.tsx';

type FieldProps = Omit<ComponentProps<typeof AuthField>, 'type' | 'inputMode' | 'autoComplete' | 'required'>;

/** The code of a mail, a text message or an authenticator app. */
export function CodeField(field: FieldProps) {
  return <AuthField inputMode="numeric" autoComplete="one-time-code" maxLength={10} required isFirst {...field} />;
}

/** A password that is chosen here. */
export function NewPasswordField(field: Omit<FieldProps, 'description' | 'maxLength'>) {
  const { t } = useTranslation('members');
  return (
    <AuthField
      type="password"
      autoComplete="new-password"
      description={t('password.hint', { count: passwordMinimum })}
      maxLength={passwordMaximum}
      required
      {...field}
    />
  );
}
