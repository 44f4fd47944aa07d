import { useTranslation } from 'react-i18next';
import { AuthField } from '#features/platform/members/components/auth-form.tsx';

type FieldParts = { name: string; error: string | undefined; onBlur: () => void; onInput: () => void };

/**
 * The e-mail and password fields of a buyer's account: of an existing one (a phone number may replace the e-mail), or of
 * a new one that is created with the order. `typed`: what was typed in the other of the two.
 */
export function AccountFields({
  field,
  typed,
  isNew = false,
  takesPhone = false,
}: {
  field: (name: 'email' | 'password') => FieldParts;
  typed: { email?: string; password?: string };
  isNew?: boolean;
  takesPhone?: boolean;
}) {
  const { t } = useTranslation(['orders', 'phones']);
  const password = field('password');
  return (
    <>
      <AuthField
        label={takesPhone ? t('phones:field') : t('checkout.email')}
        type={takesPhone ? 'text' : 'email'}
        autoComplete={isNew ? 'email' : 'username'}
        maxLength={320}
        required
        defaultValue={typed.email}
        {...field('email')}
      />
      <AuthField
        label={t('checkout.password')}
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        description={isNew && !password.error ? t('checkout.passwordHint') : undefined}
        maxLength={72}
        required={!isNew}
        defaultValue={typed.password}
        {...password}
      />
    </>
  );
}
