import { useTranslation } from 'react-i18next';
import { ContentText, useContentAttributes } from '#ui/display/content-language.tsx';
import type { MemberField } from '../fields/rules.ts';
import { AuthField, type FieldTexts, LabelledField } from './auth-form.tsx';

type InputProps = { name: string; required: boolean; onBlur: () => void; onInput: () => void };
type Option = { id: string; label: string };

/** A member field on the sign-up form as plain HTML; the profile uses the UI kit instead (field-inputs.tsx). */
export function SignUpField({
  field,
  countries,
  error,
  ...events
}: Omit<InputProps, 'required'> & {
  field: MemberField;
  countries: readonly Option[];
  error: string | undefined;
}) {
  const { t } = useTranslation('members');
  const texts = {
    label: <ContentText>{field.label}</ContentText>,
    description: field.hint ? <ContentText>{field.hint}</ContentText> : undefined,
    isOptional: !field.is_required,
    error,
  };
  const input = { ...events, required: field.is_required };
  switch (field.type) {
    case 'long_text':
      return (
        <LabelledField {...texts}>
          {(ids) => <textarea {...ids} {...input} className="input" maxLength={2_000} rows={3} dir="auto" />}
        </LabelledField>
      );
    case 'choice':
      return <SelectField {...texts} {...input} isWritten options={field.options.map((id) => ({ id, label: id }))} />;
    case 'yes_no':
      return (
        <SelectField
          {...texts}
          {...input}
          options={[
            { id: 'true', label: t('fields.yes') },
            { id: 'false', label: t('fields.no') },
          ]}
        />
      );
    case 'country':
      return <SelectField {...texts} {...input} options={countries} />;
    case 'date':
      return <AuthField {...texts} {...input} type="date" />;
    default:
      return (
        <AuthField
          {...texts}
          {...input}
          maxLength={field.type === 'text' ? 200 : 2_000}
          inputMode={field.type === 'number' ? 'decimal' : field.type === 'link' ? 'url' : undefined}
          dir={field.type === 'link' || field.type === 'number' ? 'ltr' : 'auto'}
        />
      );
  }
}

function SelectField({
  options,
  isWritten = false,
  label,
  description,
  isOptional,
  error,
  ...input
}: FieldTexts &
  InputProps & {
    options: readonly Option[];
    /** Whether the account wrote the options, in its own language. */
    isWritten?: boolean;
  }) {
  const { t } = useTranslation('members');
  const { lang } = useContentAttributes();
  return (
    <LabelledField label={label} description={description} isOptional={isOptional} error={error}>
      {(ids) => (
        <select {...ids} {...input} className="input">
          <option value="">{t('fields.noAnswer')}</option>
          {options.map((option) => (
            <option key={option.id} value={option.id} lang={isWritten ? lang : undefined}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}
