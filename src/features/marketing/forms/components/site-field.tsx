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
  const { field, isHidden, isBare } = props;
  if (field.type === 'hidden') return <input type="hidden" name={`f.${field.id}`} defaultValue={field.value} />;
  const id = `${props.formId}-${field.id}`;
  if (field.type === 'radio' || field.type === 'checkbox') return <ChoiceField {...props} id={id} type={field.type} />;
  if (field.type === 'consent') return <ConsentField {...props} id={id} />;
  return (
    <div className={frameClass(field)} hidden={isHidden}>
      <label className={isBare ? 'sr-only' : 'field-label'} htmlFor={id}>
        <FieldLabel field={field} />
      </label>
      <Control {...props} id={id} />
      <FieldNotes {...props} id={id} />
    </div>
  );
}

type InnerProps = FieldProps & { id: string };

function ChoiceField({ type, ...props }: InnerProps & { type: 'radio' | 'checkbox' }) {
  const { field, problem, isHidden } = props;
  return (
    <fieldset className={frameClass(field)} hidden={isHidden} aria-describedby={describedBy(props)}>
      <legend className="field-label">
        <FieldLabel field={field} />
      </legend>
      {field.options.map(({ value, label }) => (
        <label key={value} className="site-choice">
          <input
            type={type}
            name={`f.${field.id}`}
            value={value}
            aria-invalid={problem ? true : undefined}
            required={type === 'radio' && field.isRequired}
          />
          <ContentText isApart>{label}</ContentText>
        </label>
      ))}
      <FieldNotes {...props} />
    </fieldset>
  );
}

function ConsentField(props: InnerProps) {
  const { field, problem, isHidden } = props;
  return (
    <div className="site-field" hidden={isHidden}>
      <label className="site-choice">
        <input
          type="checkbox"
          name={`f.${field.id}`}
          value="yes"
          required={field.isRequired}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy(props)}
        />
        <ContentText isApart>{field.label}</ContentText>
      </label>
      <FieldNotes {...props} />
    </div>
  );
}

function frameClass({ width }: FormField): string {
  return `site-field${width === 'half' ? ' is-half' : ''}`;
}

function FieldLabel({ field }: { field: FormField }) {
  const { t } = useTranslation('forms');
  return (
    <>
      <ContentText isApart>{field.label}</ContentText>
      {field.isRequired ? null : <span className="field-optional"> {t('site.optional')}</span>}
    </>
  );
}

/** The help and the problem of a field, as `describedBy` names them. */
function FieldNotes({ field, problem, id }: InnerProps) {
  return (
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
}

function describedBy({ field, problem, id }: InnerProps): string | undefined {
  return [field.help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined;
}

function Control(props: InnerProps) {
  const { field, problem, id, countries } = props;
  const { t } = useTranslation('forms');
  const { lang } = useContentAttributes();
  const common = {
    id,
    name: `f.${field.id}`,
    required: field.isRequired,
    className: 'input',
    'aria-invalid': problem ? (true as const) : undefined,
    'aria-describedby': describedBy(props),
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
