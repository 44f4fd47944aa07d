import { randomUUID } from 'node:crypto';
import type { Api, ApiContext, ApiTools } from '#base/server/api.ts';
import { bodyOf, fromSql, requireSession } from '#base/server/api.ts';
import type { Sql } from '#base/server/database.ts';
import { checkFileType, checkText } from '#base/server/file-type-check.ts';
import { json, readBytes } from '#base/server/http.ts';
import { escapeHtml } from '#base/server/mail.ts';
import { maskProfanity } from '#base/server/profanity.ts';
import { recordRequestFacts } from '#base/server/security-events.ts';
import { AppError, errors } from '#base/shared/errors.ts';
import { chooseLocale, directionOf } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { fileName, MAX_FILES, MAX_UPLOAD_BYTES, typeOfName } from './files/rules.ts';
import {
  type Answer,
  checkAnswers,
  consentWords,
  type FormField,
  HONEYPOT,
  isThrowaway,
  MIN_FILL_MS,
  type Problem,
  prefillValues,
  searchWords,
  senderOf,
  type Values,
} from './rules.ts';
import { fieldsOf, type SubmissionBody, submissionBody } from './schema.ts';

const MAX_BODY_BYTES = 65_536;
/** Submissions of one IP address in ten minutes; fewer without scripts. */
const MAX_PER_ADDRESS = 20;
const MAX_WITHOUT_SCRIPT = 8;
/** Submissions of one form in a minute. */
const MAX_PER_FORM = 300;

type Row = { id: string; fields: unknown; small_print: string; redirect: string };

/** A parsed request: the body as the JSON API takes it, and the files by field id. */
type ReceivedSubmission = { body: SubmissionBody; files: Map<string, File[]>; isPlain: boolean };

/** Parses a submission: JSON, an urlencoded form without scripts, or multipart with files from either. */
async function readSubmission(context: ApiContext): Promise<ReceivedSubmission> {
  const type = context.req.header('content-type') ?? '';
  const isPlain = type.startsWith('application/x-www-form-urlencoded');
  if (!isPlain && !type.startsWith('multipart/form-data'))
    return { body: await bodyOf(context, submissionBody, MAX_BODY_BYTES), files: new Map(), isPlain };
  const bytes = await readBytes(context.req.raw, isPlain ? MAX_BODY_BYTES : MAX_UPLOAD_BYTES);
  const values: Values = {};
  const controls: Record<string, string> = {};
  const files = new Map<string, File[]>();
  for (const [name, value] of await partsOf(bytes, type)) {
    const id = name.startsWith('f.') ? name.slice(2) : null;
    if (typeof value !== 'string') {
      // A browser sends an empty file where none was selected.
      const existing = files.get(id ?? '') ?? [];
      if (id && (value.size > 0 || value.name !== '') && existing.length <= MAX_FILES)
        files.set(id, [...existing, value]);
    } else if (id === null) controls[name] = value;
    else {
      const existing = values[id];
      values[id] = existing === undefined ? value : [...(Array.isArray(existing) ? existing : [existing]), value];
    }
  }
  const isScript = controls.body !== undefined;
  const parsed = submissionBody.safeParse(
    isScript
      ? jsonOf(controls.body)
      : { values, page: pageOf(context.req.header('referer')), locale: controls.locale, trap: controls[HONEYPOT] },
  );
  if (!parsed.success) throw errors.invalid('Some fields are not valid.');
  return { body: parsed.data, files, isPlain: !isScript };
}

async function partsOf(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Iterable<[string, string | File]>> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    throw errors.malformed();
  }
}

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw errors.malformed();
  }
}

function pageOf(referer: string | undefined): string {
  return (URL.parse(referer ?? '')?.pathname ?? '').slice(0, 500);
}

type Outcome =
  | { kind: 'sent'; id: string | null; asked: boolean }
  | { kind: 'refused'; fields: Record<string, string>; message: string };

export const api: Api = (router, tools) => {
  router.post(paths.submitForm(':id'), async (context) => {
    const acceptLanguage = context.req.header('accept-language');
    let locale = chooseLocale(acceptLanguage);
    let isPlain = isPlainSubmission(context);
    try {
      const submission = await readSubmission(context);
      isPlain = submission.isPlain;
      locale = chooseLocale(submission.body.locale, acceptLanguage);
      return await handleSubmission(context, tools, submission, locale);
    } catch (error) {
      const appError = fromSql(error);
      if (!isPlain || !(appError instanceof AppError)) throw error;
      const { status, headers } = appError;
      return errorPage(context, tools, locale, { message: tools.translateError(locale, appError), status, headers });
    }
  });

  /** Earlier answers of a signed-in member to a form with `asks_once`. */
  router.get(paths.knownAnswers(':id'), async (context) => {
    const { caller } = requireSession(context);
    const form = await openForm(context, tools);
    const [row] = await tools.database
      .as(caller)
      .query<{ answers: Record<string, unknown> }>('select private.known_answers($1, $2) as answers', [
        context.get('account').account_id,
        form.id,
      ]);
    return json({ values: prefillValues(fieldsOf(form.fields), row?.answers ?? {}) });
  });
};

async function handleSubmission(
  context: ApiContext,
  tools: ApiTools,
  submission: ReceivedSubmission,
  locale: string,
): Promise<Response> {
  const form = await openForm(context, tools);
  const { isPlain } = submission;
  const result = await send(context, tools, form, submission, locale);
  if (result.kind === 'refused') {
    if (!isPlain) throw errors.invalid(result.message, result.fields);
    const { message, fields: sentences } = result;
    return errorPage(context, tools, locale, { message, status: 422, sentences, fields: fieldsOf(form.fields) });
  }
  if (!isPlain) return json({ asked: result.asked }, 201);
  const to = form.redirect || paths.subscribed(result.asked ? { state: 'check' } : { form: form.id });
  return new Response(null, { status: 303, headers: { location: to } });
}

/**
 * Whether a browser without scripts submitted the form and will show the response: it accepts HTML, fetch accepts
 * anything.
 */
function isPlainSubmission({ req }: ApiContext): boolean {
  const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/.test(req.header('content-type') ?? '');
  return isForm && (req.header('accept') ?? '').includes('text/html');
}

async function openForm(context: ApiContext, { database }: ApiTools): Promise<Row> {
  const rows = await database
    .as(context.get('caller'))
    .query<Row>(
      `select id, fields, small_print, redirect from public.forms where account_id = $1 and id = $2::uuid and status = 'open'`,
      [context.get('account').account_id, context.req.param('id')],
    );
  const form = rows[0];
  if (!form) throw errors.notFound('This form is closed.');
  return form;
}

async function send(
  context: ApiContext,
  tools: ApiTools,
  form: Row,
  { body, files }: ReceivedSubmission,
  locale: string,
): Promise<Outcome> {
  const account = context.get('account').account_id;
  const address = context.get('address');
  const translate = (key: string, values?: Record<string, unknown>) => tools.jobs.t(locale, 'forms', key, values);
  await tools.limit(
    `form:${context.get('network')}`,
    body.elapsed === null ? MAX_WITHOUT_SCRIPT : MAX_PER_ADDRESS,
    600,
  );
  await tools.limit(`form-of:${form.id}`, MAX_PER_FORM, 60);
  // A filled honeypot gets a success response, so that bots learn nothing.
  if (body.trap !== '') return { kind: 'sent', id: null, asked: false };
  if (body.elapsed !== null && body.elapsed < MIN_FILL_MS)
    return { kind: 'refused', fields: {}, message: translate('problems.quick') };
  const fields = fieldsOf(form.fields);
  const uploads = await filesOf(fields, files);
  const { answers, problems } = checkWithUploads(fields, body.values, uploads);
  const sender = senderOf(fields, answers);
  const sql = tools.database.as(context.get('caller'));
  const emailField = fields.find(({ type }) => type === 'email');
  if (emailField && isThrowaway(sender.email ?? '') && (await refusesThrowaway(sql, account, form.id)))
    problems[emailField.id] = { key: 'throwaway' };
  const invalid = Object.entries(problems);
  if (invalid.length > 0) {
    const sentence = ([id, problem]: [string, Problem]) => [id, translate(`problems.${problem.key}`, problem.values)];
    return { kind: 'refused', fields: Object.fromEntries(invalid.map(sentence)), message: translate('problems.some') };
  }
  for (const { content } of Object.values(uploads).flat())
    await scanFile(context, tools, Buffer.from(content, 'base64'));
  if (answers.length === 0) return { kind: 'refused', fields: {}, message: translate('problems.nothing') };
  const storedAnswers = answers.map((answer) => answerToStore(answer, uploads[answer.id]));
  const [row] = await sql.query<{ submission: { id: string; asked: boolean } }>(
    'select private.submit_form($1, $2, $3::jsonb, $4, $5, $6, $7, $8, $9, $10, $11::jsonb) as submission',
    [
      account,
      form.id,
      JSON.stringify(storedAnswers),
      searchWords(storedAnswers),
      sender.email,
      sender.name,
      consentWords(fields, answers, form.small_print),
      body.page,
      locale,
      address,
      JSON.stringify(
        storedAnswers.flatMap(({ id, files: storedFiles = [] }) =>
          storedFiles.map((file, at) => ({ id: file.id, name: file.name, content: uploads[id]?.[at]?.content })),
        ),
      ),
    ],
  );
  return { kind: 'sent', id: row?.submission.id ?? null, asked: row?.submission.asked ?? false };
}

/** Checks the answers, with the uploads as the values of the file fields. */
function checkWithUploads(
  fields: readonly FormField[],
  submitted: Values,
  uploads: Record<string, CheckedFile[]>,
): ReturnType<typeof checkAnswers> {
  // A file field's value comes from its uploads alone; text under its name is dropped.
  const values = { ...submitted };
  for (const { id, type } of fields) if (type === 'file') values[id] = (uploads[id] ?? []).map(({ name }) => name);
  const checked = checkAnswers(fields, values, uploads);
  for (const [id, chosen] of Object.entries(uploads))
    if (!checked.problems[id] && chosen.some(({ isGenuine }) => !isGenuine))
      checked.problems[id] = { key: 'fileOther' };
  return checked;
}

async function refusesThrowaway(sql: Sql, account: string, form: string): Promise<boolean> {
  const [row] = await sql.query<{ refuses: boolean }>('select private.rejects_disposable($1, $2) as refuses', [
    account,
    form,
  ]);
  return row?.refuses ?? false;
}

type CheckedFile = { name: string; bytes: number; content: string; isGenuine: boolean };

/** Reads the uploads of the file fields and checks their content. */
async function filesOf(
  fields: readonly FormField[],
  files: ReadonlyMap<string, readonly File[]>,
): Promise<Record<string, CheckedFile[]>> {
  const uploads: Record<string, CheckedFile[]> = {};
  for (const field of fields.filter(({ type }) => type === 'file')) {
    const read = (files.get(field.id) ?? []).map(async (file): Promise<CheckedFile> => {
      const content = Buffer.from(await file.arrayBuffer());
      const name = fileName(file.name);
      const isGenuine = await matchesType(name, typeOfName(field.files, name), content);
      return { name, bytes: content.length, content: content.toString('base64'), isGenuine };
    });
    if (read.length > 0) uploads[field.id] = await Promise.all(read);
  }
  return uploads;
}

async function scanFile(context: ApiContext, { scan }: ApiTools, content: Buffer): Promise<void> {
  await scan?.(singleChunk(content)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'virus_found')
      recordRequestFacts(context.req.raw, { rejection: 'virus_found' });
    throw error;
  });
}

/** Whether the content matches the type of the file name's extension: an executable must not pass as a picture. */
async function matchesType(name: string, type: string | null, content: Buffer): Promise<boolean> {
  if (type === null || content.length === 0) return true;
  try {
    const detected = await checkFileType(name, type, content);
    if (detected.isText) for await (const _ of checkText(singleChunk(content)));
    return detected.type === type;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

async function* singleChunk(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

/** An answer as stored: files by their object ids, long texts with profanity masked. */
function answerToStore(answer: Answer, files: readonly CheckedFile[] | undefined): Answer {
  if (answer.type === 'file' && files)
    return { ...answer, files: files.map(({ name, bytes }) => ({ id: randomUUID(), name, bytes })) };
  if (answer.type === 'long' && typeof answer.value === 'string')
    return { ...answer, value: maskProfanity(answer.value).text };
  return answer;
}

/**
 * HTML error page for browsers without scripts: each field's error and a link back, where the browser keeps what was
 * typed.
 */
function errorPage(
  context: ApiContext,
  tools: ApiTools,
  locale: string,
  {
    message,
    status,
    headers = {},
    fields = [],
    sentences = {},
  }: {
    message: string;
    status: number;
    headers?: Record<string, string> | undefined;
    fields?: readonly FormField[];
    sentences?: Record<string, string>;
  },
): Response {
  const translate = (key: string) => escapeHtml(tools.jobs.t(locale, 'forms', key));
  const rows = fields
    .filter(({ id }) => sentences[id])
    .map(({ id, label }) => `<li><b>${escapeHtml(label)}</b>: ${escapeHtml(sentences[id] ?? '')}</li>`)
    .join('');
  const list = rows && `<ul>${rows}</ul>`;
  const page = pageOf(context.req.header('referer'));
  const back = page.startsWith('/') && !page.startsWith('//') ? page : paths.home();
  const html = `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${translate('refused.title')}</title><style>body{font:16px/1.6 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem;color:#1c2527;background:#fff}h1{font-size:1.5rem;line-height:1.3}a{color:#0e5966}</style></head><body><main><h1>${escapeHtml(message)}</h1>${list}<p>${translate('refused.back')}</p><p><a href="${escapeHtml(back)}">${translate('refused.link')}</a></p></main></body></html>`;
  return new Response(html, { status, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } });
}
