import { useTranslation } from 'react-i18next';
import { ContentText, useContentAttributes } from '#ui/display/content-language.tsx';
import { acceptOf, MAX_FILE_BYTES, maxFiles } from '../files/rules.ts';
import { type FormField, MAX_LONG_TEXT, MAX_TEXT } from '../rules.ts';

type FieldProps = {
  field: FormField;
  /** Id prefix of the form: a page may contain the same form twice. */
  formId: string;
  problem: string | undefined;
  isHidden: boolean;
  isBare: boolean;
  countries: readonly { id: string; label: string }[];
};

const completes: Partial<Record<FormField['type'], string>> = { email: 'email', phone: 'tel', country: 'country' };
const inputTypes: Partial<Record<FormField['type'], string>> = { email: 'email', phone: 'tel', date: 'date' };

/** One field of a public form as plain HTML that submits without scripts. Field names are prefixed with `f.`. */
export function SiteField(props: FieldProps) {
  const { field, formId, problem, isHidden, isBare } = props;
  const { t } = useTranslation('forms');
  const id = `${formId}-${field.id}`;
  const foot = (
    <>
      {field.help ? (
        <p className="help" id={`${id}-help`}>
          <ContentText>{field.help}</ContentText>
        </p>
      ) : null}
      {problem ? (
        <p className="field-error" id={`${id}-problem`}>
          {problem}
        </p>
      ) : null}
    </>
  );
  const frame = `site-field${field.width === 'half' ? ' is-half' : ''}`;
  const optional = field.isRequired ? null : <span className="field-optional"> {t('site.optional')}</span>;
  if (field.type === 'hidden') return <input type="hidden" name={`f.${field.id}`} defaultValue={field.value} />;
  if (field.type === 'radio' || field.type === 'checkbox') {
    return (
      <fieldset className={frame} hidden={isHidden} aria-describedby={describedBy(props, id)}>
        <legend className="field-label">
          <ContentText isApart>{field.label}</ContentText>
          {optional}
        </legend>
        {field.options.map(({ value, label }) => (
          <label key={value} className="site-choice">
            <input
              type={field.type}
              name={`f.${field.id}`}
              value={value}
              aria-invalid={problem ? true : undefined}
              required={field.type === 'radio' && field.isRequired}
            />
            <ContentText isApart>{label}</ContentText>
          </label>
        ))}
        {foot}
      </fieldset>
    );
  }
  if (field.type === 'consent') {
    return (
      <div className="site-field" hidden={isHidden}>
        <label className="site-choice">
          <input
            type="checkbox"
            name={`f.${field.id}`}
            value="yes"
            required={field.isRequired}
            aria-invalid={problem ? true : undefined}
            aria-describedby={describedBy(props, id)}
          />
          <ContentText isApart>{field.label}</ContentText>
        </label>
        {foot}
      </div>
    );
  }
  return (
    <div className={frame} hidden={isHidden}>
      <label className={isBare ? 'sr-only' : 'field-label'} htmlFor={id}>
        <ContentText isApart>{field.label}</ContentText>
        {optional}
      </label>
      <Control {...props} id={id} />
      {foot}
    </div>
  );
}

function describedBy({ field, problem }: FieldProps, id: string): string | undefined {
  return [field.help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined;
}

function Control(props: FieldProps & { id: string }) {
  const { field, problem, id, countries } = props;
  const { t } = useTranslation('forms');
  const { lang } = useContentAttributes();
  const common = {
    id,
    name: `f.${field.id}`,
    required: field.isRequired,
    className: 'input',
    'aria-invalid': problem ? (true as const) : undefined,
    'aria-describedby': describedBy(props, id),
  };
  if (field.type === 'select' || field.type === 'country') {
    const options =
      field.type === 'country' ? countries.map((option) => ({ value: option.id, label: option.label })) : field.options;
    return (
      <select {...common} defaultValue="" autoComplete={completes[field.type]}>
        <option value="">{t('site.choose')}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value} lang={field.type === 'country' ? undefined : lang}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  if (field.type === 'file')
    return (
      <>
        <input
          {...common}
          className="input site-file"
          type="file"
          accept={acceptOf(field.files)}
          multiple={maxFiles(field) > 1}
        />
        <p className="help">{t('site.files', { count: maxFiles(field), size: MAX_FILE_BYTES / 1024 / 1024 })}</p>
      </>
    );
  const isNumber = field.type === 'number';
  const maxLength = field.type === 'long' ? MAX_LONG_TEXT : MAX_TEXT;
  const text = {
    ...common,
    placeholder: field.placeholder || undefined,
    lang: field.placeholder ? lang : undefined,
    maxLength: isNumber || field.type === 'date' ? undefined : Math.min(field.most ?? maxLength, maxLength),
    minLength: isNumber || field.type === 'date' ? undefined : (field.least ?? undefined),
  };
  if (field.type === 'long') return <textarea {...text} rows={5} dir="auto" />;
  return (
    <input
      {...text}
      type={inputTypes[field.type] ?? 'text'}
      inputMode={isNumber ? 'decimal' : undefined}
      autoComplete={field.isName ? 'name' : (completes[field.type] ?? 'off')}
      dir={field.type === 'text' ? 'auto' : undefined}
    />
  );
}
