import type { Api, ApiContext, ApiTools } from '#base/server/api.ts';
import { bodyOf } from '#base/server/api.ts';
import { json, readBytes } from '#base/server/http.ts';
import { escapeHtml } from '#base/server/mail.ts';
import { refusals } from '#base/shared/errors.ts';
import { chooseLocale, directionOf } from '#base/shared/locales.ts';
import { paths } from '#paths';
import {
  checkAnswers,
  consentWords,
  type FormField,
  HONEYPOT,
  isThrowaway,
  LEAST_MILLISECONDS,
  type Problem,
  searchWords,
  senderOf,
  type Values,
} from './rules.ts';
import { fieldsOf, type SubmissionBody, submissionBody } from './schema.ts';

const MAX_BODY_BYTES = 65_536;
/** Of one network address within ten minutes; a browser without scripts is trusted with fewer. */
const MOST_OF_ADDRESS = 20;
const MOST_WITHOUT_SCRIPT = 8;
/** Of one form within a minute. */
const MOST_OF_FORM = 300;

type Row = { id: string; fields: unknown; small_print: string; redirect: string };

/** What a form without scripts sent, as the same body a script sends. */
async function plainBody(context: ApiContext): Promise<SubmissionBody> {
  const bytes = await readBytes(context.req.raw, MAX_BODY_BYTES);
  const values: Values = {};
  const told: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes))) {
    if (!name.startsWith('f.')) {
      told[name] = value;
      continue;
    }
    const id = name.slice(2);
    const held = values[id];
    values[id] = held === undefined ? value : [...(Array.isArray(held) ? held : [held]), value];
  }
  const parsed = submissionBody.safeParse({
    values,
    page: pageOf(context.req.header('referer')),
    locale: told.locale,
    trap: told[HONEYPOT],
  });
  if (!parsed.success) throw refusals.invalid('Some fields are not right.');
  return parsed.data;
}

function pageOf(referer: string | undefined): string {
  return (URL.parse(referer ?? '')?.pathname ?? '').slice(0, 500);
}

type Outcome =
  | { kind: 'sent'; id: string | null; asked: boolean }
  | { kind: 'refused'; fields: Record<string, string>; message: string };

export const api: Api = (router, tools) => {
  router.post(paths.submitForm(':id'), async (context) => {
    const isPlain = (context.req.header('content-type') ?? '').startsWith('application/x-www-form-urlencoded');
    const body = isPlain ? await plainBody(context) : await bodyOf(context, submissionBody, MAX_BODY_BYTES);
    const form = await openForm(context, tools);
    const locale = chooseLocale(body.locale, context.req.header('accept-language'));
    const outcome = await send(context, tools, form, body, locale);
    if (outcome.kind === 'refused') {
      if (!isPlain) throw refusals.invalid(outcome.message, outcome.fields);
      return refusedPage(fieldsOf(form.fields), outcome, tools, locale, pageOf(context.req.header('referer')));
    }
    if (!isPlain) return json({ asked: outcome.asked }, 201);
    const to = form.redirect || paths.subscribed(outcome.asked ? { state: 'check' } : { form: form.id });
    return new Response(null, { status: 303, headers: { location: to } });
  });
};

async function openForm(context: ApiContext, { database }: ApiTools): Promise<Row> {
  const rows = await database
    .as(context.get('caller'))
    .query<Row>(
      `select id, fields, small_print, redirect from public.forms where account_id = $1 and id = $2::uuid and status = 'open'`,
      [context.get('account').account_id, context.req.param('id')],
    );
  const form = rows[0];
  if (!form) throw refusals.notFound('This form is not open any more.');
  return form;
}

async function send(
  context: ApiContext,
  tools: ApiTools,
  form: Row,
  body: SubmissionBody,
  locale: string,
): Promise<Outcome> {
  const account = context.get('account').account_id;
  const address = context.get('address');
  const say = (key: string, values?: Record<string, unknown>) => tools.jobs.t(locale, 'forms', key, values);
  await tools.limit(`form:${address}`, body.elapsed === null ? MOST_WITHOUT_SCRIPT : MOST_OF_ADDRESS, 600);
  await tools.limit(`form-of:${form.id}`, MOST_OF_FORM, 60);
  // Whoever fills in what no person sees is told nothing of it.
  if (body.trap !== '') return { kind: 'sent', id: null, asked: false };
  if (body.elapsed !== null && body.elapsed < LEAST_MILLISECONDS)
    return { kind: 'refused', fields: {}, message: say('problems.quick') };
  const fields = fieldsOf(form.fields);
  const { answers, problems } = checkAnswers(fields, body.values);
  const sender = senderOf(fields, answers);
  const sql = tools.database.as(context.get('caller'));
  if (sender.email && isThrowaway(sender.email)) {
    const [row] = await sql.query<{ refuses: boolean }>('select private.refuses_throwaway($1, $2) as refuses', [
      account,
      form.id,
    ]);
    const field = fields.find(({ type }) => type === 'email');
    if (row?.refuses && field) problems[field.id] = { key: 'throwaway' };
  }
  const found = Object.entries(problems);
  if (found.length > 0) {
    const sentence = ([id, problem]: [string, Problem]) => [id, say(`problems.${problem.key}`, problem.values)];
    return { kind: 'refused', fields: Object.fromEntries(found.map(sentence)), message: say('problems.some') };
  }
  if (answers.length === 0) return { kind: 'refused', fields: {}, message: say('problems.nothing') };
  const [row] = await sql.query<{ kept: { id: string; asked: boolean } }>(
    'select private.submit_form($1, $2, $3::jsonb, $4, $5, $6, $7, $8, $9, $10) as kept',
    [
      account,
      form.id,
      JSON.stringify(answers),
      searchWords(answers),
      sender.email,
      sender.name,
      consentWords(fields, answers, form.small_print),
      body.page,
      locale,
      address,
    ],
  );
  return { kind: 'sent', id: row?.kept.id ?? null, asked: row?.kept.asked ?? false };
}

/** What a browser without scripts is shown: each field with its sentence, and the way back, where what was typed still stands. */
function refusedPage(
  fields: readonly FormField[],
  { message, fields: sentences }: { message: string; fields: Record<string, string> },
  tools: ApiTools,
  locale: string,
  page: string,
): Response {
  const say = (key: string) => escapeHtml(tools.jobs.t(locale, 'forms', key));
  const rows = fields
    .filter(({ id }) => sentences[id])
    .map(({ id, label }) => `<li><b>${escapeHtml(label)}</b>: ${escapeHtml(sentences[id] ?? '')}</li>`)
    .join('');
  const back = page.startsWith('/') && !page.startsWith('//') ? page : paths.home();
  const html = `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${say('refused.title')}</title><style>body{font:16px/1.6 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem;color:#1c2527;background:#fff}h1{font-size:1.5rem;line-height:1.3}a{color:#0e5966}</style></head><body><main><h1>${escapeHtml(message)}</h1><ul>${rows}</ul><p>${say('refused.back')}</p><p><a href="${escapeHtml(back)}">${say('refused.link')}</a></p></main></body></html>`;
  return new Response(html, { status: 422, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
