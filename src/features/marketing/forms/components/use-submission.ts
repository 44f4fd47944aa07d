import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { call } from '#base/shared/call.ts';
import { paths } from '#paths';
import { checkAnswers, HONEYPOT, type ShownForm } from '../rules.ts';
import { filesOf, selectedFiles, valuesOf } from './form-values.ts';

type State = { kind: 'filling' | 'sending' } | { kind: 'sent'; text: string } | { kind: 'failed'; text: string };

type Payload = { asked?: boolean; error?: { message: string; fields?: Record<string, string> } };

/** Checks and submits the answers of a form with fetch. `onProblems` is called with the ids of the fields to correct. */
export function useSubmission(
  form: ShownForm,
  { isTrial, onProblems }: { isTrial: boolean | undefined; onProblems: (ids: string[]) => void },
) {
  const { t } = useTranslation('forms');
  const { locale } = useSite();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [state, setState] = useState<State>({ kind: 'filling' });

  function show(messages: Record<string, string>, text: string) {
    setProblems(messages);
    setState({ kind: 'failed', text });
    onProblems(Object.keys(messages));
  }

  async function submit(element: HTMLFormElement) {
    const values = valuesOf(element);
    const honeypot = String(new FormData(element).get(HONEYPOT) ?? '');
    const files = filesOf(element);
    const checked = Object.entries(checkAnswers(form.fields, values, selectedFiles(files)).problems);
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
      const elapsed = Math.round(performance.now());
      const body = { values, page: location.pathname, locale, elapsed, trap: honeypot };
      const response = await call(paths.submitForm(form.id), { method: 'POST', ...encodeAnswers(body, files) });
      const payload = (await response.json()) as Payload;
      if (payload.error) return show(payload.error.fields ?? {}, payload.error.message);
      if (form.redirect) return location.assign(form.redirect);
      setState({ kind: 'sent', text: form.thank_you || t(payload.asked ? 'site.check' : 'site.thanks') });
    } catch {
      setState({ kind: 'failed', text: t('site.failed') });
    }
  }
  return { state, problems, submit };
}

/** The body of the request: JSON, or multipart where files go with it. */
function encodeAnswers(body: object, files: readonly [string, File][]): RequestInit {
  const json = JSON.stringify(body);
  if (files.length === 0) return { headers: { 'content-type': 'application/json' }, body: json };
  const form = new FormData();
  form.set('body', json);
  for (const [name, file] of files) form.append(name, file);
  return { body: form };
}
