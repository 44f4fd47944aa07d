import { useTranslation } from 'react-i18next';
import { AuthField } from './door-form.tsx';

type FieldParts = { name: string; error: string | undefined; onBlur: () => void; onInput: () => void };

/**
 * Field for an e-mail address, or where the site allows it an e-mail address or phone number. Spread a field of the
 * form into it.
 */
export function LoginNameField({
  hasPhone,
  readOnly,
  ...field
}: { hasPhone: boolean; readOnly?: boolean } & FieldParts) {
  const { t } = useTranslation('members');
  return (
    <AuthField
      label={t(hasPhone ? 'phones:field' : 'field.email')}
      description={hasPhone && !field.error ? t('phones:hint') : undefined}
      type={hasPhone ? 'text' : 'email'}
      autoComplete="username"
      inputMode={hasPhone ? undefined : 'email'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={320}
      required
      readOnly={readOnly}
      {...field}
    />
  );
}
