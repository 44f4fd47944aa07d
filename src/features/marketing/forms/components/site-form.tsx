import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { call } from '#base/shared/call.ts';
import { listFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { ContentLanguage, ContentText } from '#ui/display/content-language.tsx';
import { checkAnswers, HONEYPOT, type SelectedFiles, type ShownForm, type Values, visibleFields } from '../rules.ts';
import { SiteField } from './site-field.tsx';
import { usePrefill } from './use-prefill.ts';

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

type State = { kind: 'filling' | 'sending' } | { kind: 'sent'; text: string } | { kind: 'failed'; text: string };

/** Longer than replaying the event that hydrated the form takes. */
const HYDRATION_MS = 400;

/** Reads the current field values; names without the `f.` prefix are our own controls. */
function valuesOf(element: HTMLFormElement): Values {
  const values: Values = {};
  for (const [name, value] of new FormData(element)) {
    if (!name.startsWith('f.')) continue;
    const existing = values[name.slice(2)];
    const text = typeof value === 'string' ? value : value.name;
    values[name.slice(2)] =
      existing === undefined ? text : [...(Array.isArray(existing) ? existing : [existing]), text];
  }
  return values;
}

/** Reads the selected files. A browser sends an empty file where none was selected. */
function filesOf(element: HTMLFormElement): [string, File][] {
  return [...new FormData(element)].flatMap(([name, value]): [string, File][] =>
    typeof value === 'string' || (value.name === '' && value.size === 0) ? [] : [[name, value]],
  );
}

function selectedFiles(files: readonly [string, File][]): SelectedFiles {
  const chosen: SelectedFiles = {};
  for (const [name, file] of files) {
    const id = name.slice(2);
    chosen[id] = [...(chosen[id] ?? []), { name: file.name, bytes: file.size }];
  }
  return chosen;
}

function withFiles(body: object, files: readonly [string, File][]): FormData {
  const form = new FormData();
  form.set('body', JSON.stringify(body));
  for (const [name, file] of files) form.append(name, file);
  return form;
}

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
  const { t } = useTranslation('forms');
  const { locale } = useSite();
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [state, setState] = useState<State>({ kind: 'filling' });
  const [isAlive, setAlive] = useState(false);
  const prefix = `form-${form.id.slice(-12)}${isLine ? '-line' : ''}`;

  useEffect(() => {
    setAlive(true);
    const query = new URLSearchParams(location.search);
    for (const field of form.fields) {
      const prefill = field.type === 'hidden' && field.source !== 'fixed' ? query.get(field.source) : null;
      const input = element.current?.elements.namedItem(`f.${field.id}`);
      if (prefill && input instanceof HTMLInputElement) input.value = prefill.slice(0, 500);
    }
    const read = () => {
      if (element.current) setValues(valuesOf(element.current));
    };
    read();
    // React does not see changes that were made before hydration.
    const formElement = element.current;
    formElement?.addEventListener('change', read);
    const timeout = setTimeout(read, HYDRATION_MS);
    return () => {
      formElement?.removeEventListener('change', read);
      clearTimeout(timeout);
    };
  }, [form.fields]);

  const { knownFields, showAll } = usePrefill(isTrial ? null : form, element, setValues, valuesOf);
  const visible = new Set(visibleFields(form.fields, values).map(({ id }) => id));
  const prefilled = form.fields.filter(({ id }) => knownFields.has(id) && visible.has(id));

  function show(messages: Record<string, string>, text: string) {
    if (Object.keys(messages).some((id) => knownFields.has(id))) showAll();
    setProblems(messages);
    setState({ kind: 'failed', text });
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state.kind === 'sending') return;
    const input = valuesOf(event.currentTarget);
    const honeypot = String(new FormData(event.currentTarget).get(HONEYPOT) ?? '');
    setValues(input);
    const files = filesOf(event.currentTarget);
    const checked = Object.entries(checkAnswers(form.fields, input, selectedFiles(files)).problems);
    if (checked.length > 0) {
      show(
        Object.fromEntries(checked.map(([id, { key, values: params }]) => [id, t(`problems.${key}`, params ?? {})])),
        t('problems.some'),
      );
      return;
    }
    setProblems({});
    if (isTrial) return setState({ kind: 'sent', text: t('editor.previewOk') });
    setState({ kind: 'sending' });
    try {
      const body = {
        values: input,
        page: location.pathname,
        locale,
        elapsed: Math.round(performance.now()),
        trap: honeypot,
      };
      const response = await call(paths.submitForm(form.id), {
        method: 'POST',
        ...(files.length > 0
          ? { body: withFiles(body, files) }
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const payload = (await response.json()) as {
        asked?: boolean;
        error?: { message: string; fields?: Record<string, string> };
      };
      if (payload.error) return show(payload.error.fields ?? {}, payload.error.message);
      if (form.redirect) return location.assign(form.redirect);
      setState({ kind: 'sent', text: form.thank_you || t(payload.asked ? 'site.check' : 'site.thanks') });
    } catch {
      setState({ kind: 'failed', text: t('site.failed') });
    }
  }

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
      noValidate={isAlive}
      onSubmit={(event) => void submit(event)}
      onInput={(event) => setValues(valuesOf(event.currentTarget))}
    >
      {prefilled.length > 0 ? (
        <p className="site-form-known site-form-wide">
          {t('site.known', { names: listFormat(locale).format(prefilled.map(({ label }) => label)) })}{' '}
          <button type="button" className="link" onClick={showAll}>
            {t('site.knownChange')}
          </button>
        </p>
      ) : null}
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
      <div className="site-form-trap" aria-hidden="true">
        <label>
          {t('site.trap')}
          <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <input type="hidden" name="locale" value={locale} />
      <div className="site-form-send">
        <button
          type="submit"
          className={buttonClass({ variant: 'primary', size: isLine ? 'lg' : 'xl' })}
          aria-disabled={state.kind === 'sending'}
        >
          {state.kind === 'sending' ? (
            t('site.sending')
          ) : form.submit_label ? (
            <ContentText>{form.submit_label}</ContentText>
          ) : (
            t('site.send')
          )}
        </button>
      </div>
      {state.kind === 'failed' ? (
        <p className="field-error site-form-wide" role="alert">
          {state.text}
        </p>
      ) : null}
      {form.small_print ? (
        <p className="site-form-print site-form-wide">
          <ContentText>{form.small_print}</ContentText>
        </p>
      ) : null}
    </form>
  );
}
