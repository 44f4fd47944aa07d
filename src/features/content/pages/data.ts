import { inBatches, type Outcome } from '#base/shared/batch.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import { normalizeSearch } from '#base/shared/normalize-search.ts';
import type { BlockDocument, BlockNode } from '#features/content/blocks/document/rules.ts';
import { isSecret, type PublishingKind, type StoredDraft } from '#features/content/publishing/rules.ts';
import type { Draft } from './drafts/rules.ts';
import { sectionIdsOf, withSections } from './rules.ts';
import type { PageSettings } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    pages: { content: BlockDocument; settings: PageSettings };
    page_drafts: { data: BlockDocument; settings: PageSettings };
  }
  interface FunctionShapes {
    preview_page: { returns: PublishedPage | null };
    unpublish_pages: { returns: Outcome };
    remove_pages: { returns: Outcome };
  }
}

/** A page as visitors see it. */
export type PublishedPage = {
  id: string;
  title: string;
  slug: string;
  content: BlockDocument;
  settings: PageSettings;
  published_at: string;
};

/** The published page at a slug, read as a visitor: drafts are not found. */
export async function publishedPage(db: Db, accountId: string, slug: string): Promise<PublishedPage | null> {
  return maybeDataOf(
    await db
      .from('pages')
      .select('id, title, slug, content, settings, published_at')
      .eq('account_id', accountId)
      .eq('slug', slug)
      .eq('kind', 'page')
      .eq('status', 'published')
      .maybeSingle(),
  );
}

/** A page's blocks with shared sections inlined, each read by id, so that the cached page depends on them. */
export async function inlineSections(db: Db, accountId: string, content: BlockDocument): Promise<BlockDocument> {
  const ids = sectionIdsOf(content.content);
  if (ids.length === 0) return content;
  const rows = dataOf(
    await db
      .from('pages')
      .select('id, content')
      .eq('account_id', accountId)
      .in('id', ids)
      .eq('kind', 'section')
      .eq('status', 'published'),
  ) as { id: string; content: BlockDocument }[];
  const sections = new Map<string, BlockNode[]>(rows.map((row) => [row.id, row.content.content]));
  return { ...content, content: withSections(content.content, sections) };
}

/** The published blocks of a section; null where it is not published. */
export async function publishedSection(db: Db, accountId: string, id: string): Promise<BlockDocument | null> {
  const row = maybeDataOf(
    await db
      .from('pages')
      .select('content')
      .eq('account_id', accountId)
      .eq('id', id)
      .eq('kind', 'section')
      .eq('status', 'published')
      .maybeSingle(),
  ) as { content: BlockDocument } | null;
  return row?.content ?? null;
}

/** The draft behind a preview link; null where the link is invalid. */
export async function sharedDraft(db: Db, accountId: string, secret: string): Promise<PublishedPage | null> {
  if (!isSecret(secret)) return null;
  return maybeDataOf(await db.rpc('preview_page', { account_id: accountId, secret }));
}

export type PageRow = {
  id: string;
  title: string;
  slug: string;
  kind: 'page' | 'section';
  status: 'draft' | 'published';
  published_at: string | null;
  updated_at: string;
};

export type PageDraft = StoredDraft<Draft>;

export type PageState = 'published' | 'draft' | 'scheduled';

export type ListFilters = ListRequest & { kind: PageRow['kind']; state?: PageState | undefined };

type Scheduled = { publish_at: string | null };
export type ListedPage = PageRow & Scheduled;

const ROW = 'id, title, slug, kind, status, published_at, updated_at';
const DRAFT = 'title, data, settings, version, publish_at, updated_at';
const sortable = { title: 'title', slug: 'slug', status: 'status', updated_at: 'updated_at' };

/** One page of the management list, last changed first by default. */
export async function listPages(db: Db, accountId: string, filters: ListFilters): Promise<ListPage<ListedPage>> {
  let query = db
    .from('pages')
    .select(`${ROW}, page_drafts!inner(publish_at, updated_at)`, { count: 'exact' })
    .eq('account_id', accountId)
    .eq('kind', filters.kind);
  if (filters.state === 'scheduled') query = query.not('page_drafts.publish_at', 'is', null);
  else if (filters.state) query = query.eq('status', filters.state);
  const pattern = (filters.search ?? '')
    .trim()
    .replace(/[%_\\,()"]/g, ' ')
    .slice(0, 100);
  if (pattern) query = query.or(`search_text.like."%${normalizeSearch(pattern)}%",slug.ilike."%${pattern}%"`);
  const { rows, total } = await pageOf(query, filters, { sortable, usual: 'updated_at' });
  return {
    rows: rows.map(({ page_drafts, ...page }) => ({
      ...page,
      publish_at: [page_drafts].flat()[0]?.publish_at ?? null,
    })),
    total,
  };
}

/** A page with its draft, for the builder; null where the slug does not exist. */
export async function pageToEdit(
  db: Db,
  accountId: string,
  slug: string,
): Promise<(PageRow & { draft: PageDraft }) | null> {
  const page = maybeDataOf(
    await db
      .from('pages')
      .select(`${ROW}, page_drafts(${DRAFT})`)
      .eq('account_id', accountId)
      .eq('slug', slug)
      .maybeSingle(),
  ) as (PageRow & { page_drafts: PageDraft[] | PageDraft }) | null;
  if (!page) return null;
  const draft = Array.isArray(page.page_drafts) ? page.page_drafts[0] : page.page_drafts;
  return draft ? { ...page, draft } : null;
}

export async function addPage(
  db: Db,
  accountId: string,
  page: { title: string; slug: string; kind?: PageRow['kind'] },
): Promise<PageRow> {
  return dataOf(
    await db
      .from('pages')
      .insert({ account_id: accountId, ...page })
      .select(ROW)
      .single(),
  );
}

/** The current draft, for a client whose version is outdated. */
export async function draftNow(db: Db, accountId: string, pageId: string): Promise<PageDraft> {
  return dataOf(await db.from('page_drafts').select(DRAFT).eq('account_id', accountId).eq('page_id', pageId).single());
}

/** Pages as the publishing module knows them. */
export const pageKind: PublishingKind<Draft> = { kind: 'page', parts: ['title', 'data', 'settings'], draftNow };

/** Makes a page the home page; returns the new slug of the former one. */
export async function setHomePage(db: Db, pageId: string): Promise<string> {
  return dataOf(await db.rpc('make_home', { page_id: pageId }));
}

/** The shared sections of an account, by title. */
export async function listSections(db: Db, accountId: string): Promise<{ id: string; title: string; slug: string }[]> {
  return dataOf(
    await db
      .from('pages')
      .select('id, title, slug')
      .eq('account_id', accountId)
      .eq('kind', 'section')
      .order('title')
      .limit(200),
  );
}

/** The pages that use a section. */
export async function pagesWithSection(
  db: Db,
  sectionId: string,
): Promise<{ id: string; title: string; slug: string }[]> {
  return dataOf(await db.rpc('pages_with_section', { section_id: sectionId }));
}

export async function movePage(db: Db, accountId: string, pageId: string, slug: string): Promise<void> {
  dataOf(await db.from('pages').update({ slug }).eq('account_id', accountId).eq('id', pageId).select('id').single());
}

export async function removePage(db: Db, accountId: string, pageId: string): Promise<void> {
  dataOf(await db.from('pages').delete().eq('account_id', accountId).eq('id', pageId).select('id').single());
}

/** Copies a page; returns the slug of the copy. */
export async function copyPage(db: Db, pageId: string): Promise<string> {
  return dataOf(await db.rpc('copy_page', { page_id: pageId }));
}

export const unpublishPages = (db: Db, ids: readonly string[]): Promise<Outcome> =>
  inBatches(ids, async (some) => dataOf(await db.rpc('unpublish_pages', { ids: some })));

export const removePages = (db: Db, ids: readonly string[]): Promise<Outcome> =>
  inBatches(ids, async (some) => dataOf(await db.rpc('remove_pages', { ids: some })));
