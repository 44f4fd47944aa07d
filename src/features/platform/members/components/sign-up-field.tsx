import { useTranslation } from 'react-i18next';
import { ContentText, useContentAttributes } from '#ui/display/content-language.tsx';
import type { MemberField } from '../fields/rules.ts';
import { AuthField, LabelledField } from './auth-form.tsx';

/** A member field on the sign-up form as plain HTML; the profile uses the UI kit instead (answer-inputs.tsx). */
export function SignUpField({
  field,
  countries,
  error,
  ...input
}: {
  field: MemberField;
  countries: readonly { id: string; label: string }[];
  name: string;
  error: string | undefined;
  onBlur: () => void;
  onInput: () => void;
}) {
  const { t } = useTranslation('members');
  const written = useContentAttributes();
  const props = {
    label: <ContentText>{field.label}</ContentText>,
    description: field.hint ? <ContentText>{field.hint}</ContentText> : undefined,
    isOptional: !field.is_required,
    error,
  };
  const required = field.is_required;
  const choices = {
    choice: field.options.map((option) => ({ id: option, label: option })),
    yes_no: [
      { id: 'true', label: t('fields.yes') },
      { id: 'false', label: t('fields.no') },
    ],
    country: countries,
  };
  switch (field.type) {
    case 'long_text':
      return (
        <LabelledField {...props}>
          {(ids) => (
            <textarea {...ids} {...input} className="input" required={required} maxLength={2_000} rows={3} dir="auto" />
          )}
        </LabelledField>
      );
    case 'choice':
    case 'yes_no':
    case 'country':
      return (
        <LabelledField {...props}>
          {(ids) => (
            <select {...ids} {...input} className="input" required={required}>
              <option value="">{t('fields.noAnswer')}</option>
              {choices[field.type as keyof typeof choices].map(({ id, label }) => (
                <option key={id} value={id} lang={field.type === 'choice' ? written.lang : undefined}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
      );
    case 'date':
      return <AuthField {...props} {...input} type="date" required={required} />;
    default:
      return (
        <AuthField
          {...props}
          {...input}
          required={required}
          maxLength={field.type === 'text' ? 200 : 2_000}
          inputMode={field.type === 'number' ? 'decimal' : field.type === 'link' ? 'url' : undefined}
          dir={field.type === 'link' || field.type === 'number' ? 'ltr' : 'auto'}
        />
      );
  }
}
