import type { SupabaseClient } from '@supabase/supabase-js';
import { sayRefusal } from '#base/shared/call.ts';
import { dataOf, maybeDataOf, type Wire, WireError } from '#base/shared/wire.ts';

/** A page of the documentation as the tree shows it. */
export type DocEntry = {
  id: string;
  parent_id: string | null;
  position: number;
  title: string;
  slug: string;
  summary: string;
  status: 'draft' | 'published';
};
export type Doc = DocEntry & { content: string; updated_at: string };

const entry = 'id, parent_id, position, title, slug, summary, status';
const FOUND = 20;

/** What everyone may read, as a list; `treeOf` makes the tree of it. */
export async function publishedDocs(wire: Wire, accountId: string): Promise<DocEntry[]> {
  return dataOf(
    await tables(wire)
      .from('docs')
      .select(entry)
      .eq('account_id', accountId)
      .eq('status', 'published')
      .order('position')
      .limit(1000),
  ) as DocEntry[];
}

/** All of it, for those who write it. */
export async function allDocs(wire: Wire, accountId: string): Promise<DocEntry[]> {
  return dataOf(
    await tables(wire).from('docs').select(entry).eq('account_id', accountId).order('position').limit(1000),
  ) as DocEntry[];
}

export async function docBySlug(wire: Wire, accountId: string, slug: string): Promise<Doc | null> {
  return maybeDataOf(
    await tables(wire)
      .from('docs')
      .select(`${entry}, content, updated_at`)
      .eq('account_id', accountId)
      .eq('slug', slug)
      .eq('status', 'published')
      .maybeSingle(),
  ) as Doc | null;
}

/** The pages that say a word or more, in titles, summaries and texts. */
export async function searchDocs(wire: Wire, accountId: string, term: string): Promise<DocEntry[]> {
  return dataOf(
    await tables(wire)
      .from('docs')
      .select(entry)
      .eq('account_id', accountId)
      .eq('status', 'published')
      .textSearch('words', term, { config: 'simple', type: 'websearch' })
      .order('position')
      .limit(FOUND),
  ) as DocEntry[];
}

export async function docToEdit(wire: Wire, accountId: string, id: string): Promise<Doc | null> {
  return maybeDataOf(
    await tables(wire)
      .from('docs')
      .select(`${entry}, content, updated_at`)
      .eq('account_id', accountId)
      .eq('id', id)
      .maybeSingle(),
  ) as Doc | null;
}

export async function addDoc(
  wire: Wire,
  accountId: string,
  doc: { title: string; slug: string; position: number },
): Promise<{ id: string }> {
  return dataOf(
    await tables(wire)
      .from('docs')
      .insert({ account_id: accountId, ...doc })
      .select('id')
      .single(),
  );
}

/**
 * Saves a page by whoever began from how it was at `seen` (its `updated_at`); answers when it is from now.
 * @throws {WireError} `changed_meanwhile` where somebody else saved it since.
 */
export async function saveDoc(
  wire: Wire,
  accountId: string,
  id: string,
  seen: string,
  changes: Partial<Pick<Doc, 'title' | 'slug' | 'summary' | 'content' | 'status'>>,
): Promise<string> {
  const saved = maybeDataOf(
    await tables(wire)
      .from('docs')
      .update(changes)
      .eq('account_id', accountId)
      .eq('id', id)
      .eq('updated_at', seen)
      .select('updated_at')
      .maybeSingle(),
  ) as { updated_at: string } | null;
  if (!saved) {
    throw new WireError(await sayRefusal('Somebody else saved this page meanwhile.'), 'changed_meanwhile');
  }
  return saved.updated_at;
}

export async function removeDoc(wire: Wire, accountId: string, id: string): Promise<void> {
  dataOf(await tables(wire).from('docs').delete().eq('account_id', accountId).eq('id', id).select('id').single());
}

export async function arrangeDocs(
  wire: Wire,
  accountId: string,
  places: readonly { id: string; parent_id: string | null; position: number }[],
): Promise<void> {
  maybeDataOf(await tables(wire).rpc('arrange_docs', { account_id: accountId, tree: places }));
}

function tables(wire: Wire): SupabaseClient {
  return wire as unknown as SupabaseClient;
}
