import { inBatches, type Outcome } from '#base/shared/batch.ts';
import { type Db, dataOf, listOfOne, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import type { SearchSettings } from '#base/shared/search-settings.ts';
import { isSecret, type PublishingKind, type StoredDraft } from '#features/content/publishing/rules.ts';
import { authorsOf } from './authors/data.ts';
import { authorIdsOf, authorsOfPost, type PostAuthors } from './authors/rules.ts';
import { POSTS_PER_PAGE } from './rules.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    posts: { cover: Cover; settings: PostSettings };
    post_drafts: { cover: Cover; settings: PostSettings };
    blog_counts: CategoryCount & { kind: 'category' | 'year' };
  }
  interface FunctionShapes {
    preview_post: { returns: Post | null };
    unpublish_posts: { returns: Outcome };
    remove_posts: { returns: Outcome };
  }
}

export type Cover = { image: string; alt?: string; width?: number; height?: number; blur?: string };
export type PostSettings = SearchSettings & { featured?: boolean; isQuiet?: boolean };
export type PostCard = PostAuthors & {
  id: string;
  title: string;
  slug: string;
  excerpt: string;
  cover: Cover | null;
  categories: string[];
  tags: string[];
  settings: PostSettings;
  published_at: string;
};
export type Post = PostCard & { content: string; updated_at: string };

const authors = 'post_authors(author_id, position)';
const card = `id, title, slug, excerpt, cover, categories, tags, settings, published_at, ${authors}` as const;
const cardWithText = `${card}, content, updated_at` as const;
/** Second join on authors for the author filter: filtering the first would drop the co-authors from the result. */
const authorFilter = 'wrote:post_authors!inner(author_id)';

/** Filter of a post list; null is all posts. */
export type PostFilter = {
  category: string | null;
  tag: string | null;
  authorId?: string | null;
  year?: number | null;
};

/** The filters that the list needs of a query; each returns the query itself. */
interface FilterableQuery {
  contains(column: string, value: string): this;
  eq(column: string, value: string): this;
  gte(column: string, value: string): this;
  lt(column: string, value: string): this;
}

function withFilter<Query extends FilterableQuery>(all: Query, { category, tag, authorId, year }: PostFilter): Query {
  let query = all;
  if (category) query = query.contains('categories', listOfOne(category));
  if (tag) query = query.contains('tags', listOfOne(tag));
  if (authorId) query = query.eq('wrote.author_id', authorId);
  if (year) query = query.gte('published_at', `${year}-01-01`).lt('published_at', `${year + 1}-01-01`);
  return query;
}

/** The join only filters: nobody reads its column, so the result stays that of `columns`. */
const columnsWith = <Columns extends string>(columns: Columns, authorId: string | null | undefined) =>
  (authorId ? `${columns}, ${authorFilter}` : columns) as Columns;

/** One page of the blog: featured posts first, then newest first. */
export async function listPosts(
  db: Db,
  accountId: string,
  filters: PostFilter & { page: number },
): Promise<{ posts: PostCard[]; total: number }> {
  const query = withFilter(
    db
      .from('posts')
      .select(columnsWith(card, filters.authorId), { count: 'exact' })
      .eq('account_id', accountId)
      .eq('status', 'published'),
    filters,
  );
  const from = (filters.page - 1) * POSTS_PER_PAGE;
  const response = await query
    .order('is_featured', { ascending: false })
    .order('published_at', { ascending: false })
    .order('id')
    .range(from, from + POSTS_PER_PAGE - 1);
  // A page past the end returns no rows instead of an error.
  if (response.status === 416) return { posts: [], total: response.count ?? 0 };
  // A published post has a date.
  return { posts: dataOf(response) as PostCard[], total: response.count ?? 0 };
}

/** The newest posts without their text, for lists and related posts. */
export async function newestPosts(db: Db, accountId: string, limit: number, category = ''): Promise<PostCard[]> {
  let query = db.from('posts').select(card).eq('account_id', accountId).eq('status', 'published');
  if (category) query = query.contains('categories', listOfOne(category));
  return dataOf(await query.order('published_at', { ascending: false }).limit(limit)) as PostCard[];
}

/** The newest posts with their full text, for feeds. */
export async function newestWithText(db: Db, accountId: string, limit: number, filters: PostFilter): Promise<Post[]> {
  const query = db
    .from('posts')
    .select(columnsWith(cardWithText, filters.authorId))
    .eq('account_id', accountId)
    .eq('status', 'published');
  return dataOf(await withFilter(query, filters).order('published_at', { ascending: false }).limit(limit)) as Post[];
}

/** Post counts per category and per year, the most used category and the latest year first. */
export async function blogIndex(db: Db, accountId: string): Promise<Record<'categories' | 'years', CategoryCount[]>> {
  const rows = dataOf(
    await db
      .from('blog_counts')
      .select('kind, name, posts')
      .eq('account_id', accountId)
      .order('posts', { ascending: false })
      .order('name')
      .limit(200),
  ) as (CategoryCount & { kind: 'category' | 'year' })[];
  return {
    categories: rows.filter(({ kind }) => kind === 'category'),
    years: rows.filter(({ kind }) => kind === 'year').sort((a, b) => Number(b.name) - Number(a.name)),
  };
}

export type CategoryCount = { name: string; posts: number };

/** Categories of published posts, the most used first. */
export async function listCategories(db: Db, accountId: string): Promise<string[]> {
  return (await blogIndex(db, accountId)).categories.map(({ name }) => name);
}

export async function postBySlug(db: Db, accountId: string, slug: string): Promise<Post | null> {
  return maybeDataOf(
    await db
      .from('posts')
      .select(cardWithText)
      .eq('account_id', accountId)
      .eq('slug', slug)
      .eq('status', 'published')
      .maybeSingle(),
  ) as Post | null;
}

export type PostRow = PostAuthors & {
  id: string;
  title: string;
  slug: string;
  status: 'draft' | 'published';
  published_at: string | null;
  updated_at: string;
  settings: PostSettings;
};
/** A post in the management list. */
export type ListedPost = PostRow & { publish_at: string | null; by: string[] };
export type PostState = 'published' | 'draft' | 'scheduled';

export type PostDraft = StoredDraft<ContentText>;
export type PostToEdit = PostRow & { draft: PostDraft };

/** The editable content of a post. */
export type ContentText = {
  title: string;
  excerpt: string;
  content: string;
  cover: Cover | null;
  categories: string[];
  tags: string[];
  settings: PostSettings;
};

const row = `id, title, slug, status, published_at, updated_at, settings, ${authors}` as const;
const draft = 'title, excerpt, content, cover, categories, tags, settings, version, publish_at, updated_at';

const sortable = { title: 'title', status: 'status', published_at: 'published_at', updated_at: 'updated_at' };

/** One page of the management list, last changed first by default. */
export async function listPostRows(
  db: Db,
  accountId: string,
  filters: ListRequest & { state?: PostState | undefined; authorId?: string | undefined },
): Promise<ListPage<ListedPost>> {
  let query = db
    .from('posts')
    .select(columnsWith(`${row}, post_drafts!inner(title, publish_at)` as const, filters.authorId), { count: 'exact' })
    .eq('account_id', accountId);
  if (filters.authorId) query = query.eq('wrote.author_id', filters.authorId);
  if (filters.state === 'scheduled') query = query.not('post_drafts.publish_at', 'is', null);
  else if (filters.state) query = query.eq('status', filters.state);
  const { rows, total } = await pageOf(query, filters, { sortable, usual: 'updated_at', search: 'search_text' });
  const people = await authorsOf(db, accountId, rows.flatMap(authorIdsOf));
  return {
    // A post that was never published is listed under its draft's title.
    rows: rows.map(({ post_drafts, ...post }) => {
      const draft = [post_drafts].flat()[0];
      const title = post.status === 'draft' ? (draft?.title ?? post.title) : post.title;
      const by = authorsOfPost(post, people).map(({ name }) => name);
      return { ...post, title, publish_at: draft?.publish_at ?? null, by };
    }),
    total,
  };
}

/** A post with its draft; null where the slug does not exist. */
export async function postToEdit(db: Db, accountId: string, slug: string): Promise<PostToEdit | null> {
  const post = maybeDataOf(
    await db
      .from('posts')
      .select(`${row}, post_drafts(${draft})`)
      .eq('account_id', accountId)
      .eq('slug', slug)
      .maybeSingle(),
  ) as (PostRow & { post_drafts: PostDraft | PostDraft[] }) | null;
  if (!post) return null;
  const storedDraft = Array.isArray(post.post_drafts) ? post.post_drafts[0] : post.post_drafts;
  return storedDraft ? { ...post, draft: storedDraft } : null;
}

export async function addPost(
  db: Db,
  accountId: string,
  post: { title: string; slug: string },
): Promise<{ id: string; slug: string }> {
  return dataOf(
    await db
      .from('posts')
      .insert({ account_id: accountId, ...post })
      .select('id, slug')
      .single(),
  );
}

/** The draft behind a preview link; null where the link is invalid. */
export async function sharedPost(db: Db, accountId: string, secret: string): Promise<Post | null> {
  if (!isSecret(secret)) return null;
  return maybeDataOf(await db.rpc('preview_post', { account_id: accountId, secret })) as Post | null;
}

/** The current draft on the server. */
export async function postDraftNow(db: Db, accountId: string, postId: string): Promise<PostDraft> {
  return dataOf(
    await db.from('post_drafts').select(draft).eq('account_id', accountId).eq('post_id', postId).single(),
  ) as PostDraft;
}

/** Posts as the publishing module knows them. */
export const postKind: PublishingKind<ContentText> = {
  kind: 'post',
  parts: ['title', 'excerpt', 'content', 'cover', 'categories', 'tags', 'settings'],
  draftNow: postDraftNow,
};

/** Copies a post as an unpublished draft; returns its slug. */
export async function copyPost(db: Db, postId: string): Promise<string> {
  return dataOf(await db.rpc('copy_post', { post_id: postId })) as string;
}

export async function movePost(db: Db, accountId: string, postId: string, slug: string): Promise<void> {
  dataOf(await db.from('posts').update({ slug }).eq('account_id', accountId).eq('id', postId).select('id').single());
}

export async function removePost(db: Db, accountId: string, postId: string): Promise<void> {
  dataOf(await db.from('posts').delete().eq('account_id', accountId).eq('id', postId).select('id').single());
}

export const unpublishPosts = (db: Db, ids: readonly string[]): Promise<Outcome> =>
  inBatches(ids, async (some) => dataOf(await db.rpc('unpublish_posts', { ids: some })));

export const removePosts = (db: Db, ids: readonly string[]): Promise<Outcome> =>
  inBatches(ids, async (some) => dataOf(await db.rpc('remove_posts', { ids: some })));
