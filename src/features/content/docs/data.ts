import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { isSecret, type PublishingKind, type StoredDraft } from '#features/content/publishing/rules.ts';
import type { ContentText } from './rules.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    arrange_docs: { args: { tree: readonly DocPosition[] } };
    preview_doc: { returns: SharedDoc | null };
  }
}

/** A documentation page in the tree. */
export type DocEntry = {
  id: string;
  parent_id: string | null;
  position: number;
  title: string;
  slug: string;
  summary: string;
  status: 'draft' | 'published';
};
export type DocPosition = Pick<DocEntry, 'id' | 'parent_id' | 'position'>;
export type Doc = DocEntry & { content: string; updated_at: string };
/** A draft as a preview link shows it. */
export type SharedDoc = Pick<Doc, 'id' | 'title' | 'slug' | 'summary' | 'content' | 'updated_at'>;
export type DocDraft = StoredDraft<ContentText>;
export type DocToEdit = Doc & { draft: DocDraft };

const draft = 'title, summary, content, version, publish_at, updated_at';
const entry = 'id, parent_id, position, title, slug, summary, status';

/** All published pages as a list; `treeOf` builds the tree. */
export async function publishedDocs(db: Db, accountId: string): Promise<DocEntry[]> {
  return dataOf(
    await db
      .from('docs')
      .select(entry)
      .eq('account_id', accountId)
      .eq('status', 'published')
      .order('position')
      .limit(1000),
  ) as DocEntry[];
}

/** All pages for editors; a page that was never published is listed under its draft's title. */
export async function allDocs(db: Db, accountId: string): Promise<DocEntry[]> {
  const rows = dataOf(
    await db
      .from('docs')
      .select(`${entry}, doc_drafts(title)`)
      .eq('account_id', accountId)
      .order('position')
      .limit(1000),
  );
  return rows.map((doc) => ({ ...doc, title: (doc.status === 'draft' && draftOf(doc)?.title) || doc.title }));
}

export async function docBySlug(db: Db, accountId: string, slug: string): Promise<Doc | null> {
  return maybeDataOf(
    await db
      .from('docs')
      .select(`${entry}, content, updated_at`)
      .eq('account_id', accountId)
      .eq('slug', slug)
      .eq('status', 'published')
      .maybeSingle(),
  ) as Doc | null;
}

/** Full-text search in the site's search index: matches in the title first, then in the summary, then in the text. */
export async function searchDocs(db: Db, accountId: string, term: string): Promise<DocEntry[]> {
  return dataOf(await db.rpc('search_docs', { account_id: accountId, term }).select(entry));
}

const isId = (name: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name);

/** A page as published, with its draft, by id or slug; null where it does not exist. */
export async function docToEdit(db: Db, accountId: string, name: string): Promise<DocToEdit | null> {
  const row = maybeDataOf(
    await db
      .from('docs')
      .select(`${entry}, content, updated_at, doc_drafts(${draft})`)
      .eq('account_id', accountId)
      .eq(isId(name) ? 'id' : 'slug', name)
      .maybeSingle(),
  );
  const storedDraft = row && draftOf(row);
  return row && storedDraft ? { ...row, draft: storedDraft } : null;
}

export async function addDoc(
  db: Db,
  accountId: string,
  doc: { title: string; slug: string; position: number },
): Promise<{ id: string }> {
  return dataOf(
    await db
      .from('docs')
      .insert({ account_id: accountId, ...doc })
      .select('id')
      .single(),
  );
}

/** The draft behind a preview link; null where the link is invalid. */
export async function sharedDoc(db: Db, accountId: string, secret: string): Promise<SharedDoc | null> {
  if (!isSecret(secret)) return null;
  return maybeDataOf(await db.rpc('preview_doc', { account_id: accountId, secret })) as SharedDoc | null;
}

/** The current draft on the server. */
export async function docDraftNow(db: Db, accountId: string, docId: string): Promise<DocDraft> {
  return dataOf(
    await db.from('doc_drafts').select(draft).eq('account_id', accountId).eq('doc_id', docId).single(),
  ) as DocDraft;
}

/** Documentation as the publishing module knows it. */
export const docKind: PublishingKind<ContentText> = {
  kind: 'doc',
  parts: ['title', 'summary', 'content'],
  draftNow: docDraftNow,
};

export async function moveDoc(db: Db, accountId: string, id: string, slug: string): Promise<void> {
  dataOf(await db.from('docs').update({ slug }).eq('account_id', accountId).eq('id', id).select('id').single());
}

export async function removeDoc(db: Db, accountId: string, id: string): Promise<void> {
  dataOf(await db.from('docs').delete().eq('account_id', accountId).eq('id', id).select('id').single());
}

export async function arrangeDocs(db: Db, accountId: string, positions: readonly DocPosition[]): Promise<void> {
  maybeDataOf(await db.rpc('arrange_docs', { account_id: accountId, tree: positions }));
}

type WithDraft<Draft> = { doc_drafts: Draft | Draft[] };

function draftOf<Draft>({ doc_drafts }: WithDraft<Draft>): Draft | undefined {
  return Array.isArray(doc_drafts) ? doc_drafts[0] : doc_drafts;
}
