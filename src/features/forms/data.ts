import { queryOptions } from '@tanstack/react-query';
import type { Json } from '#base/shared/database-types.ts';
import { dataOf, maybeDataOf, type Wire } from '#base/shared/wire.ts';
import type { Answer, Form, FormDraft, FormField, FormRules, ShownForm, Submission } from './rules.ts';
import { fieldsOf } from './schema.ts';

const SHOWN = 'id, name, fields, submit_label, small_print, thank_you, redirect, subscribes, asks_once';
const ALL = `account_id, ${SHOWN}, status, created_at, updated_at` as const;

type ShownRow = Omit<ShownForm, 'fields'> & { fields: unknown };

function read<Row extends { fields: unknown }>(row: Row): Omit<Row, 'fields'> & { fields: FormField[] } {
  return { ...row, fields: fieldsOf(row.fields) };
}

/** A form that takes answers, as its visitors see it; null where it is closed or gone. */
export async function openForm(wire: Wire, account_id: string, id: string): Promise<ShownForm | null> {
  if (!/^[0-9a-f-]{36}$/i.test(id)) return null;
  const query = wire.from('forms').select(SHOWN).eq('account_id', account_id).eq('id', id).eq('status', 'open');
  const row = maybeDataOf(await query.maybeSingle()) as ShownRow | null;
  return row ? read(row) : null;
}

/** The oldest form that takes answers and subscribes. */
export async function newsletterForm(wire: Wire, account_id: string): Promise<ShownForm | null> {
  const rows = dataOf(
    await wire
      .from('forms')
      .select(SHOWN)
      .eq('account_id', account_id)
      .eq('status', 'open')
      .eq('subscribes', true)
      .order('created_at')
      .limit(1),
  );
  return rows[0] ? read(rows[0]) : null;
}

/** The open forms of an account, to choose from. */
export async function formChoices(wire: Wire, account_id: string, isNewsletter: boolean) {
  let query = wire.from('forms').select('id, name').eq('account_id', account_id).eq('status', 'open');
  if (isNewsletter) query = query.eq('subscribes', true);
  return dataOf(await query.order('name').limit(200)).map(({ id, name }) => ({ id, label: name }));
}

export type FormRow = Form & { submissions: number; latest_at: string | null };

/** Every form of an account with how often it was sent. */
export async function listForms(wire: Wire, account_id: string): Promise<FormRow[]> {
  const [forms, counts] = await Promise.all([
    wire.from('forms').select(ALL).eq('account_id', account_id).order('created_at', { ascending: false }).limit(500),
    wire.rpc('form_counts', { account_id }),
  ]);
  const counted = new Map(dataOf(counts).map((row) => [row.form_id, row]));
  return dataOf(forms).map((row) => ({
    ...(read(row) as Form),
    submissions: Number(counted.get(row.id)?.submissions ?? 0),
    latest_at: (counted.get(row.id)?.latest_at ?? null) as string | null,
  }));
}

/** A form with its rules, for those who manage it; null where there is none. */
export async function readForm(
  wire: Wire,
  account_id: string,
  id: string,
): Promise<{ form: Form; rules: FormRules } | null> {
  if (!/^[0-9a-f-]{36}$/i.test(id)) return null;
  const [form, rules] = await Promise.all([
    wire.from('forms').select(ALL).eq('account_id', account_id).eq('id', id).maybeSingle(),
    wire
      .from('form_rules')
      .select('tags, notifies, refuses_throwaway')
      .eq('account_id', account_id)
      .eq('form_id', id)
      .maybeSingle(),
  ]);
  const row = maybeDataOf(form);
  return row ? { form: read(row) as Form, rules: dataOf(rules) } : null;
}

export async function addForm(wire: Wire, account_id: string, draft: Partial<FormDraft> & { name: string }) {
  const row = { account_id, ...draft, fields: (draft.fields ?? []) as unknown as Json };
  return (dataOf(await wire.from('forms').insert(row).select('id').single()) as { id: string }).id;
}

export async function saveForm(wire: Wire, account_id: string, id: string, draft: FormDraft, rules: FormRules) {
  const row = { ...draft, fields: draft.fields as unknown as Json };
  dataOf(await wire.from('forms').update(row).eq('account_id', account_id).eq('id', id).select('id').single());
  dataOf(
    await wire.from('form_rules').update(rules).eq('account_id', account_id).eq('form_id', id).select('id').single(),
  );
}

export async function removeForm(wire: Wire, account_id: string, id: string): Promise<void> {
  dataOf(await wire.from('forms').delete().eq('account_id', account_id).eq('id', id).select('id').single());
}

export type AnswerFilters = { search?: string; isDescending?: boolean; page: number; pageSize: number };

/** One page of what was sent by a form; the search reads every answer. */
export async function listSubmissions(
  wire: Wire,
  account_id: string,
  form_id: string,
  filters: AnswerFilters,
): Promise<{ rows: Submission[]; count: number }> {
  let query = wire
    .from('form_submissions')
    .select('id, form_id, contact_id, answers, email, page, created_at', { count: 'exact' })
    .eq('account_id', account_id)
    .eq('form_id', form_id);
  if (filters.search) query = query.ilike('words', `%${filters.search.replace(/[%_\\]/g, '\\$&')}%`);
  const from = (filters.page - 1) * filters.pageSize;
  const answer = await query
    .order('created_at', { ascending: !(filters.isDescending ?? true) })
    .order('id')
    .range(from, from + filters.pageSize - 1);
  const rows = dataOf(answer).map((row) => ({ ...row, answers: row.answers as unknown as Answer[] }));
  return { rows, count: answer.count ?? 0 };
}

export async function removeSubmissions(wire: Wire, account_id: string, ids: readonly string[]): Promise<void> {
  dataOf(
    await wire
      .from('form_submissions')
      .delete()
      .eq('account_id', account_id)
      .in('id', [...ids])
      .select('id'),
  );
}

export const formQueries = {
  list: (wire: Wire, account_id: string) =>
    queryOptions({ queryKey: ['forms', account_id], queryFn: () => listForms(wire, account_id) }),
  one: (wire: Wire, account_id: string, id: string) =>
    queryOptions({ queryKey: ['forms', account_id, id], queryFn: () => readForm(wire, account_id, id) }),
  answers: (wire: Wire, account_id: string, id: string, filters: AnswerFilters) =>
    queryOptions({
      queryKey: ['form-answers', account_id, id, filters],
      queryFn: () => listSubmissions(wire, account_id, id, filters),
    }),
};
