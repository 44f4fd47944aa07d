import type { SupabaseClient } from '@supabase/supabase-js';
import type { BlockDefinitions } from '#base/shared/blocks.ts';
import { dataOf, maybeDataOf, type Wire } from '#base/shared/wire.ts';
import { blocksOf, type PageData, valuesOf } from './rules.ts';
import type { PageSettings } from './schema.ts';

/** A page as visitors see it. */
export type PublishedPage = {
  id: string;
  title: string;
  slug: string;
  content: PageData;
  settings: PageSettings;
  published_at: string;
};

/** The published page at a slug, with a visitor's eyes: a draft is not there. */
export async function publishedPage(wire: Wire, accountId: string, slug: string): Promise<PublishedPage | null> {
  return maybeDataOf(
    await tables(wire)
      .from('pages')
      .select('id, title, slug, content, settings, published_at')
      .eq('account_id', accountId)
      .eq('slug', slug)
      .eq('status', 'published')
      .maybeSingle(),
  );
}

/** What the blocks of a page show, read all at once; by block id. */
export async function dataOfBlocks(
  wire: Wire,
  accountId: string,
  page: PageData,
  definitions: BlockDefinitions,
  locale: string,
): Promise<Record<string, unknown>> {
  const loading = blocksOf(page.content, definitions).flatMap((found) => {
    const load = definitions[found.type]?.load;
    return load
      ? [load(wire, accountId, valuesOf(found, definitions), locale).then((data) => [found.props.id, data] as const)]
      : [];
  });
  return Object.fromEntries(await Promise.all(loading));
}

export type PageRow = {
  id: string;
  title: string;
  slug: string;
  status: 'draft' | 'published';
  published_at: string | null;
  updated_at: string;
};

export type PageDraft = {
  page_id: string;
  title: string;
  data: PageData;
  settings: PageSettings;
  updated_at: string;
};

export type ListFilters = {
  search: string;
  sort: string | undefined;
  isDescending: boolean;
  page: number;
  pageSize: number;
};

const sortable = ['title', 'slug', 'status', 'updated_at'];

/** One page of the manager's list, the newest change first where nothing else was asked. */
export async function listPages(
  wire: Wire,
  accountId: string,
  filters: ListFilters,
): Promise<{ rows: PageRow[]; total: number }> {
  let query = tables(wire)
    .from('pages')
    .select('id, title, slug, status, published_at, updated_at', { count: 'exact' })
    .eq('account_id', accountId);
  const words = filters.search
    .trim()
    .replace(/[%_\\,()]/g, ' ')
    .slice(0, 100);
  if (words) query = query.ilike('title', `%${words}%`);
  const column = sortable.find((name) => name === filters.sort);
  query = column
    ? query.order(column, { ascending: !filters.isDescending })
    : query.order('updated_at', { ascending: false });
  const from = (filters.page - 1) * filters.pageSize;
  const answer = await query.order('id').range(from, from + filters.pageSize - 1);
  // A page past the end is an empty page, not a failure.
  if (answer.status === 416) return { rows: [], total: answer.count ?? 0 };
  return { rows: dataOf(answer) as PageRow[], total: answer.count ?? 0 };
}

/** A page and its draft, for the builder; null where there is none at the slug. */
export async function pageToEdit(
  wire: Wire,
  accountId: string,
  slug: string,
): Promise<(PageRow & { draft: PageDraft }) | null> {
  const page = maybeDataOf(
    await tables(wire)
      .from('pages')
      .select(
        'id, title, slug, status, published_at, updated_at, page_drafts(page_id, title, data, settings, updated_at)',
      )
      .eq('account_id', accountId)
      .eq('slug', slug)
      .maybeSingle(),
  ) as (PageRow & { page_drafts: PageDraft[] | PageDraft }) | null;
  if (!page) return null;
  const draft = Array.isArray(page.page_drafts) ? page.page_drafts[0] : page.page_drafts;
  return draft ? { ...page, draft } : null;
}

export async function addPage(wire: Wire, accountId: string, page: { title: string; slug: string }): Promise<PageRow> {
  return dataOf(
    await tables(wire)
      .from('pages')
      .insert({ account_id: accountId, ...page })
      .select('id, title, slug, status, published_at, updated_at')
      .single(),
  );
}

export async function saveDraft(
  wire: Wire,
  accountId: string,
  pageId: string,
  draft: Partial<Pick<PageDraft, 'title' | 'data' | 'settings'>>,
): Promise<void> {
  dataOf(
    await tables(wire)
      .from('page_drafts')
      .update(draft)
      .eq('account_id', accountId)
      .eq('page_id', pageId)
      .select('page_id')
      .single(),
  );
}

export async function movePage(wire: Wire, accountId: string, pageId: string, slug: string): Promise<void> {
  dataOf(
    await tables(wire)
      .from('pages')
      .update({ slug })
      .eq('account_id', accountId)
      .eq('id', pageId)
      .select('id')
      .single(),
  );
}

export async function removePage(wire: Wire, accountId: string, pageId: string): Promise<void> {
  dataOf(await tables(wire).from('pages').delete().eq('account_id', accountId).eq('id', pageId).select('id').single());
}

export async function publishPage(wire: Wire, pageId: string): Promise<void> {
  dataOf(await tables(wire).rpc('publish_page', { page_id: pageId }));
}

export async function unpublishPage(wire: Wire, pageId: string): Promise<void> {
  maybeDataOf(await tables(wire).rpc('unpublish_page', { page_id: pageId }));
}

/** Answers the slug of the copy. */
export async function copyPage(wire: Wire, pageId: string): Promise<string> {
  return dataOf(await tables(wire).rpc('copy_page', { page_id: pageId }));
}

export type PageVersion = { id: string; title: string; data: PageData; settings: PageSettings; created_at: string };

export async function listVersions(wire: Wire, accountId: string, pageId: string): Promise<PageVersion[]> {
  return dataOf(
    await tables(wire)
      .from('page_versions')
      .select('id, title, data, settings, created_at')
      .eq('account_id', accountId)
      .eq('page_id', pageId)
      .order('created_at', { ascending: false })
      .limit(30),
  );
}

/** The same client, for columns whose JSON the generated types know only as JSON. */
function tables(wire: Wire): SupabaseClient {
  return wire as unknown as SupabaseClient;
}
