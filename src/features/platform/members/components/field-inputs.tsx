import { type ComponentProps, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { ComboBox, Select } from '#ui/fields/select.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { countryOptions, type MemberField } from '../fields/rules.ts';

/** One input for each member field. */
export function AnswerInputs({
  fields,
  answers,
  problems,
  onChange,
}: {
  fields: readonly MemberField[];
  answers: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string | undefined>>;
  onChange: (id: string, value: string) => void;
}) {
  return fields.map((field) => (
    <AnswerInput
      key={field.id}
      field={field}
      value={answers[field.id] ?? ''}
      problem={problems[field.id]}
      onChange={(value) => onChange(field.id, value)}
    />
  ));
}

function AnswerInput({
  field,
  value,
  problem,
  onChange,
}: {
  field: MemberField;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation('members');
  const props = {
    label: field.label,
    description: field.hint || undefined,
    isOptional: !field.is_required,
    isRequired: field.is_required,
    errorMessage: problem,
  };
  const select = (options: readonly { id: string; label: string }[]) => (
    <Select
      {...props}
      value={value}
      onChange={onChange}
      options={[{ id: '', label: t('fields.noAnswer') }, ...options]}
    />
  );
  switch (field.type) {
    case 'long_text':
      return <TextArea {...props} value={value} onChange={onChange} maxLength={2_000} rows={3} />;
    case 'date':
      return <DatePicker {...props} value={value || null} onChange={(date) => onChange(date ?? '')} />;
    case 'choice':
      return select(field.options.map((id) => ({ id, label: id })));
    case 'yes_no':
      return select([
        { id: 'true', label: t('fields.yes') },
        { id: 'false', label: t('fields.no') },
      ]);
    case 'country':
      return <CountryInput {...props} value={value} onChange={onChange} />;
    default:
      return (
        <TextField
          {...props}
          value={value}
          onChange={onChange}
          maxLength={field.type === 'text' ? 200 : 2_000}
          inputMode={field.type === 'number' ? 'decimal' : field.type === 'link' ? 'url' : undefined}
          dir={field.type === 'link' || field.type === 'number' ? 'ltr' : 'auto'}
        />
      );
  }
}

function CountryInput({
  value,
  onChange,
  ...props
}: Omit<ComponentProps<typeof ComboBox>, 'value' | 'onChange' | 'options'> & {
  value: string;
  onChange: (country: string) => void;
}) {
  const { locale } = useLocale();
  const countries = useMemo(() => countryOptions(locale), [locale]);
  return (
    <ComboBox {...props} value={value || null} onChange={(country) => onChange(country ?? '')} options={countries} />
  );
}
