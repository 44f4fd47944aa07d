import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { listFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { ContentLanguage, ContentText } from '#ui/display/content-language.tsx';
import { HONEYPOT, type ShownForm, type Values, visibleFields } from '../rules.ts';
import { valuesOf } from './form-values.ts';
import { SiteField } from './site-field.tsx';
import { usePrefill } from './use-prefill.ts';
import { useSubmission } from './use-submission.ts';

export type SiteFormProps = {
  form: ShownForm;
  /** One line: fields beside the button, with labels for screen readers only. */
  isLine: boolean;
  /** Country options as the server named and sorted them: the browser's names may differ and break hydration. */
  countries: readonly { id: string; label: string }[];
  /** The language its texts were written in. */
  language?: string;
  /** Editor preview: validates and shows the result, but submits nothing. */
  isTrial?: boolean;
};

/** Longer than replaying the event that hydrated the form takes. */
const HYDRATION_MS = 400;

/**
 * A form on a public page. Without scripts the browser submits it; once hydrated it applies conditions, shows errors
 * beside the fields and submits with fetch.
 */
export function SiteForm({ language, ...props }: SiteFormProps) {
  const { locale } = useSite();
  return (
    // Rendered as an island: it gets no context from the page.
    <ContentLanguage page={locale} language={language ?? locale}>
      <OpenForm {...props} />
    </ContentLanguage>
  );
}

function OpenForm({ form, isLine, countries, isTrial }: Omit<SiteFormProps, 'language'>) {
  const { locale } = useSite();
  const element = useRef<HTMLFormElement>(null);
  const prefix = `form-${form.id.slice(-12)}${isLine ? '-line' : ''}`;

  const { values, setValues, isHydrated } = useFormValues(form.fields, element);
  const { knownFields, showAll } = usePrefill(isTrial ? null : form, element, setValues);
  const visible = new Set(visibleFields(form.fields, values).map(({ id }) => id));
  const prefilled = form.fields.filter(({ id }) => knownFields.has(id) && visible.has(id));

  const { state, problems, submit } = useSubmission(form, {
    isTrial,
    onProblems: (ids) => {
      if (ids.some((id) => knownFields.has(id))) showAll();
      requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
    },
  });

  if (state.kind === 'sent') {
    return (
      <p className="site-form-sent" role="status" dir="auto">
        {state.text}
      </p>
    );
  }
  return (
    <form
      ref={element}
      className={`site-form fields-lg${isLine ? ' is-line' : ''}`}
      action={paths.submitForm(form.id)}
      method="post"
      encType={form.fields.some(({ type }) => type === 'file') ? 'multipart/form-data' : undefined}
      aria-label={form.name}
      // Once hydrated we show validation errors in the page's language; without scripts the browser does.
      noValidate={isHydrated}
      onSubmit={(event) => {
        event.preventDefault();
        if (state.kind === 'sending') return;
        setValues(valuesOf(event.currentTarget));
        void submit(event.currentTarget);
      }}
      onInput={(event) => setValues(valuesOf(event.currentTarget))}
    >
      {prefilled.length > 0 ? <PrefilledNote fields={prefilled} onShow={showAll} /> : null}
      {form.fields.map((field) => (
        <SiteField
          key={field.id}
          field={field}
          formId={prefix}
          problem={problems[field.id]}
          isHidden={!visible.has(field.id) || knownFields.has(field.id)}
          isBare={isLine}
          countries={countries}
        />
      ))}
      <Honeypot />
      <input type="hidden" name="locale" value={locale} />
      <SendButton label={form.submit_label} isLine={isLine} isSending={state.kind === 'sending'} />
      <FormFoot failure={state.kind === 'failed' ? state.text : null} smallPrint={form.small_print} />
    </form>
  );
}

/** What is in the fields now, and whether the form is hydrated. */
function useFormValues(fields: ShownForm['fields'], element: RefObject<HTMLFormElement | null>) {
  const [values, setValues] = useState<Values>({});
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => {
    setHydrated(true);
    const formElement = element.current;
    if (!formElement) return;
    const query = new URLSearchParams(location.search);
    for (const field of fields) {
      const prefill = field.type === 'hidden' && field.source !== 'fixed' ? query.get(field.source) : null;
      const input = formElement.elements.namedItem(`f.${field.id}`);
      if (prefill && input instanceof HTMLInputElement) input.value = prefill.slice(0, 500);
    }
    const read = () => setValues(valuesOf(formElement));
    read();
    // React does not see changes that were made before hydration.
    formElement.addEventListener('change', read);
    const timeout = setTimeout(read, HYDRATION_MS);
    return () => {
      formElement.removeEventListener('change', read);
      clearTimeout(timeout);
    };
  }, [fields, element]);
  return { values, setValues, isHydrated };
}

function PrefilledNote({ fields, onShow }: { fields: ShownForm['fields']; onShow: () => void }) {
  const { t } = useTranslation('forms');
  const { locale } = useSite();
  return (
    <p className="site-form-known site-form-wide">
      {t('site.known', { names: listFormat(locale).format(fields.map(({ label }) => label)) })}{' '}
      <button type="button" className="link" onClick={onShow}>
        {t('site.knownChange')}
      </button>
    </p>
  );
}

function Honeypot() {
  const { t } = useTranslation('forms');
  return (
    <div className="site-form-trap" aria-hidden="true">
      <label>
        {t('site.trap')}
        <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

function SendButton({ label, isLine, isSending }: { label: string; isLine: boolean; isSending: boolean }) {
  const { t } = useTranslation('forms');
  return (
    <div className="site-form-send">
      <button
        type="submit"
        className={buttonClass({ variant: 'primary', size: isLine ? 'lg' : 'xl' })}
        aria-disabled={isSending}
      >
        {isSending ? t('site.sending') : label ? <ContentText>{label}</ContentText> : t('site.send')}
      </button>
    </div>
  );
}

function FormFoot({ failure, smallPrint }: { failure: string | null; smallPrint: string }) {
  return (
    <>
      {failure !== null ? (
        <p className="field-error site-form-wide" role="alert">
          {failure}
        </p>
      ) : null}
      {smallPrint ? (
        <p className="site-form-print site-form-wide">
          <ContentText>{smallPrint}</ContentText>
        </p>
      ) : null}
    </>
  );
}
