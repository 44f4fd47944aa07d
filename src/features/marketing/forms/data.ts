import { queryOptions } from '@tanstack/react-query';
import { inBatches, inUrlBatches, type Outcome } from '#base/shared/batch.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import type { Answer, Form, FormDraft, FormField, FormRules, ShownForm, Submission } from './rules.ts';
import { fieldsOf, formField } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    forms: { fields: readonly FormField[] };
    form_submissions: { answers: Answer[] };
    listed_forms: Omit<FormRow, 'fields'> & { fields: readonly FormField[] };
  }
  interface FunctionShapes {
    remove_forms: { returns: Outcome };
  }
}

const PUBLIC_COLUMNS = 'id, name, fields, submit_label, small_print, thank_you, redirect, subscribes, asks_once';
const ALL_COLUMNS = `account_id, ${PUBLIC_COLUMNS}, status, created_at, updated_at` as const;

type ShownRow = Omit<ShownForm, 'fields'> & { fields: unknown };

function read<Row extends { fields: unknown }>(row: Row): Omit<Row, 'fields'> & { fields: FormField[] } {
  return { ...row, fields: fieldsOf(row.fields) };
}

/** An open form as visitors see it; null where it is closed or removed. */
export async function openForm(db: Db, account_id: string, id: string): Promise<ShownForm | null> {
  if (!/^[0-9a-f-]{36}$/i.test(id)) return null;
  const query = db.from('forms').select(PUBLIC_COLUMNS).eq('account_id', account_id).eq('id', id).eq('status', 'open');
  const row = maybeDataOf(await query.maybeSingle()) as ShownRow | null;
  return row ? read(row) : null;
}

/** The account's oldest open form that subscribes to the newsletter. */
export async function newsletterForm(db: Db, account_id: string): Promise<ShownForm | null> {
  const rows = dataOf(
    await db
      .from('forms')
      .select(PUBLIC_COLUMNS)
      .eq('account_id', account_id)
      .eq('status', 'open')
      .eq('subscribes', true)
      .order('created_at')
      .limit(1),
  );
  return rows[0] ? read(rows[0]) : null;
}

/** The account's open forms, as select options. */
export async function formChoices(db: Db, account_id: string, isNewsletter: boolean) {
  let query = db.from('forms').select('id, name').eq('account_id', account_id).eq('status', 'open');
  if (isNewsletter) query = query.eq('subscribes', true);
  return dataOf(await query.order('name').limit(200)).map(({ id, name }) => ({ id, label: name }));
}

export type FormRow = Form & { submissions: number; latest_at: string | null };

export type FormFilters = ListRequest & { status?: Form['status'] | undefined };

const sortable = { name: 'search_text', status: 'status', submissions: 'submissions', latest_at: 'latest_at' };

/** One page of an account's forms with their submission counts, newest first by default. */
export async function listForms(db: Db, account_id: string, filters: FormFilters): Promise<ListPage<FormRow>> {
  let query = db
    .from('listed_forms')
    .select(`${ALL_COLUMNS}, submissions, latest_at`, { count: 'exact' })
    .eq('account_id', account_id);
  if (filters.status) query = query.eq('status', filters.status);
  const { rows, total } = await pageOf(query, filters, { sortable, usual: 'created_at', search: 'search_text' });
  return { rows: rows.map((row) => read(row)), total };
}

/** Number of submissions of all forms of an account. */
export async function countSubmissions(db: Db, account_id: string): Promise<number> {
  return dataOf(await db.rpc('form_counts', { account_id })).reduce((sum, row) => sum + Number(row.submissions), 0);
}

/** A form with its rules, for managers; null where it does not exist. */
export async function readForm(
  db: Db,
  account_id: string,
  id: string,
): Promise<{ form: Form; rules: FormRules } | null> {
  if (!/^[0-9a-f-]{36}$/i.test(id)) return null;
  const [form, rules] = await Promise.all([
    db.from('forms').select(ALL_COLUMNS).eq('account_id', account_id).eq('id', id).maybeSingle(),
    db
      .from('form_rules')
      .select('tags, notifies, refuses_throwaway')
      .eq('account_id', account_id)
      .eq('form_id', id)
      .maybeSingle(),
  ]);
  const row = maybeDataOf(form);
  return row ? { form: read(row) as Form, rules: dataOf(rules) } : null;
}

export async function addForm(db: Db, account_id: string, draft: Partial<FormDraft> & { name: string }) {
  const row = { account_id, ...draft, fields: draft.fields ?? [] };
  return (dataOf(await db.from('forms').insert(row).select('id').single()) as { id: string }).id;
}

type Text = (key: string) => string;

/** Defaults of a contact form: name, e-mail address and message. */
export async function addContactForm(db: Db, account_id: string, text: Text) {
  const name = text('list.newName');
  const fields = [
    { id: 'name', type: 'text', label: text('list.startName'), isName: true },
    { id: 'email', type: 'email', label: text('list.startEmail'), isRequired: true },
    { id: 'message', type: 'long', label: text('list.startMessage'), isRequired: true },
  ].map((field) => formField.parse(field));
  return { id: await addForm(db, account_id, { name, fields }), label: name };
}

/** Defaults of a newsletter form: the e-mail address only. */
export async function addNewsletterForm(db: Db, account_id: string, text: Text) {
  const name = text('blocks:blocks.Newsletter.name');
  const field = formField.parse({ id: 'email', type: 'email', label: text('list.startEmail'), isRequired: true });
  return { id: await addForm(db, account_id, { name, fields: [field], subscribes: true }), label: name };
}

export async function saveForm(db: Db, account_id: string, id: string, draft: FormDraft, rules: FormRules) {
  dataOf(await db.from('forms').update(draft).eq('account_id', account_id).eq('id', id).select('id').single());
  dataOf(
    await db.from('form_rules').update(rules).eq('account_id', account_id).eq('form_id', id).select('id').single(),
  );
}

export async function removeForm(db: Db, account_id: string, id: string): Promise<void> {
  dataOf(await db.from('forms').delete().eq('account_id', account_id).eq('id', id).select('id').single());
}

export const removeForms = (db: Db, ids: readonly string[]): Promise<Outcome> =>
  inBatches(ids, async (some) => dataOf(await db.rpc('remove_forms', { ids: some })));

/** One page of a form's submissions; the search covers every answer. */
export async function listSubmissions(
  db: Db,
  account_id: string,
  form_id: string,
  request: ListRequest,
): Promise<ListPage<Submission>> {
  const query = db
    .from('form_submissions')
    .select('id, form_id, contact_id, answers, email, page, created_at', { count: 'exact' })
    .eq('account_id', account_id)
    .eq('form_id', form_id);
  const sorting = { sortable: { created_at: 'created_at' }, usual: 'created_at' };
  return pageOf(query, request, { ...sorting, search: 'search_text' });
}

/** Every field the form's submissions have answered, labelled as most recently. */
export async function listAnsweredFields(
  db: Db,
  account_id: string,
  form_id: string,
): Promise<{ id: string; label: string }[]> {
  return dataOf(await db.rpc('asked_fields', { account_id, form_id }));
}

export function removeSubmissions(db: Db, account_id: string, ids: readonly string[]): Promise<void> {
  return inUrlBatches(ids, async (some) =>
    dataOf(await db.from('form_submissions').delete().eq('account_id', account_id).in('id', some).select('id')),
  );
}

export const formQueries = {
  sent: (db: Db, account_id: string) =>
    queryOptions({ queryKey: ['forms', account_id, 'sent'], queryFn: () => countSubmissions(db, account_id) }),
  one: (db: Db, account_id: string, id: string) =>
    queryOptions({ queryKey: ['forms', account_id, id], queryFn: () => readForm(db, account_id, id) }),
};
