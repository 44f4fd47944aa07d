import { inBatches, type Outcome } from '#base/shared/batch.ts';
import { type Db, DbError, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import type { Attachment, Reaction } from './rules.ts';

type ReactionCounts = Partial<Record<Reaction, number>>;
/** What the caller may do in a thread; null where they may not see it. */
export type ThreadLevel = 'read' | 'write' | 'moderate';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    thread_posts: { reactions: ReactionCounts };
  }
  interface FunctionShapes {
    decide_thread_posts: { returns: Outcome };
    remove_thread_posts: { returns: Outcome };
    react_to_thread_post: { returns: ReactionCounts };
    own_thread_level: { returns: ThreadLevel | null };
  }
}

export type ThreadPost = {
  id: string;
  parent_id: string | null;
  reply_to_id: string | null;
  topic_id: string | null;
  member_id: string | null;
  author_name: string;
  content: string;
  status: 'waiting' | 'shown' | 'hidden' | 'removed';
  is_pinned: boolean;
  reactions: ReactionCounts;
  edited_at: string | null;
  /** When it was marked as the answer to the post it stands under. */
  accepted_at: string | null;
  created_at: string;
  thread_mentions: { slug: string }[];
  thread_attachments: Attachment[];
};

export const postColumns =
  'id, parent_id, reply_to_id, topic_id, member_id, author_name, content, status, is_pinned, reactions, edited_at, accepted_at, created_at, thread_mentions(slug), thread_attachments(id, path, name, mime_type, size)';
export const POSTS_PER_PAGE = 500;

export type Thread = { id: string; state: 'open' | 'locked'; takes_posts: boolean };

export const threadKeys = {
  all: (accountId: string, threadId: string) => ['threads', accountId, threadId] as const,
  posts: (accountId: string, threadId: string, pages: number) =>
    [...threadKeys.all(accountId, threadId), 'posts', pages] as const,
  queue: (accountId: string, kind: string) => ['threads', accountId, 'queue', kind] as const,
};

/** The one conversation of a subject; null where the caller may not see it. */
export async function mainThread(db: Db, accountId: string, kind: string, subjectId: string): Promise<Thread | null> {
  return maybeDataOf(
    await db
      .from('threads')
      .select('id, state, takes_posts')
      .eq('account_id', accountId)
      .eq('kind', kind)
      .eq('subject_id', subjectId)
      .eq('is_main', true)
      .maybeSingle(),
  );
}

/** The newest posts of a thread, and the number of older ones. */
export type Posts = { posts: ThreadPost[]; older: number };

/**
 * Posts of a thread the caller may read: shown ones, and their own whatever the status. Pinned ones first, then the
 * newest, up to 500 a page; each further page holds older ones.
 */
export async function postsOf(db: Db, accountId: string, threadId: string, pages = 1): Promise<Posts> {
  const posts: ThreadPost[] = [];
  let all = 0;
  for (let page = 0; page < pages; page++) {
    let query = db
      .from('thread_posts')
      .select(postColumns, page === 0 ? { count: 'exact' } : {})
      .eq('account_id', accountId)
      .eq('thread_id', threadId)
      .neq('status', 'hidden');
    const last = posts.at(-1);
    if (last) {
      const at = `"${last.created_at}"`;
      query = query.eq('is_pinned', false).or(`created_at.lt.${at},and(created_at.eq.${at},id.lt.${last.id})`);
    }
    const response = await query
      .order('is_pinned', { ascending: false })
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(POSTS_PER_PAGE);
    const rows = dataOf(response);
    if (page === 0) all = response.count ?? rows.length;
    posts.push(...rows);
    if (rows.length < POSTS_PER_PAGE) break;
  }
  return { posts, older: Math.max(0, all - posts.length) };
}

/** What the caller may do in a thread, and how they reacted to its posts: `{post id}:{reaction}`. */
export async function ownPart(db: Db, accountId: string, threadId: string, memberId: string) {
  const [level, rows] = await Promise.all([
    db.rpc('own_thread_level', { thread_id: threadId }),
    db
      .from('thread_reactions')
      .select('post_id, reaction, thread_posts!inner(thread_id)')
      .eq('account_id', accountId)
      .eq('member_id', memberId)
      .eq('thread_posts.thread_id', threadId),
  ]);
  return {
    level: maybeDataOf(level),
    reactions: new Set(dataOf(rows).map(({ post_id, reaction }) => `${post_id}:${reaction}`)),
  };
}

export async function react(db: Db, postId: string, reaction: Reaction, isOn: boolean): Promise<void> {
  dataOf(await db.rpc('react_to_thread_post', { post_id: postId, reaction, is_on: isOn }));
}

export async function reportPost(db: Db, postId: string, reason: string): Promise<void> {
  maybeDataOf(await db.rpc('report_thread_post', { post_id: postId, reason }));
}

/** Deletes the caller's own post; replies of others stay. */
export async function withdrawPost(db: Db, postId: string): Promise<void> {
  maybeDataOf(await db.rpc('withdraw_thread_post', { post_id: postId }));
}

export async function lockThread(db: Db, threadId: string, isLocked: boolean): Promise<void> {
  maybeDataOf(await db.rpc('lock_thread', { thread_id: threadId, is_locked: isLocked }));
}

/** Keeps a post above the others, or lets it go. */
export async function pinPost(db: Db, postId: string, isPinned: boolean): Promise<void> {
  maybeDataOf(await db.rpc('pin_thread_post', { post_id: postId, is_pinned: isPinned }));
}

/** Marks a reply as the answer to the post it stands under, or takes the mark back. */
export async function acceptAnswer(db: Db, postId: string, isAccepted: boolean): Promise<void> {
  maybeDataOf(await db.rpc('accept_thread_answer', { post_id: postId, is_accepted: isAccepted }));
}

export type Person = { id: string; name: string; slug: string };

/** Members who may be mentioned in a thread and whose name begins so. */
export async function peopleToMention(db: Db, threadId: string, term: string): Promise<Person[]> {
  return dataOf(await db.rpc('thread_people', { thread_id: threadId, term }));
}

/** What a post was before each edit, newest first. */
export async function editsOf(db: Db, accountId: string, postId: string) {
  return dataOf(
    await db
      .from('thread_post_edits')
      .select('id, content, created_at')
      .eq('account_id', accountId)
      .eq('post_id', postId)
      .order('created_at', { ascending: false })
      .limit(20),
  );
}

/** Where files lie that are about to be posted, by what they belong to. */
export type FileFolder = 'threads' | 'messages';

/** Uploads a file that is about to be posted; resolves to its path. */
export async function uploadFile(
  db: Db,
  accountId: string,
  userId: string,
  name: string,
  file: Blob,
  folder: FileFolder = 'threads',
): Promise<string> {
  const path = `${folder}/${userId}/${crypto.randomUUID().slice(0, 8)}-${name}`;
  const { error } = await db.storage
    .from(`${accountId}-private`)
    .upload(path, file, { contentType: file.type || 'application/octet-stream' });
  if (error) throw new DbError(error.message, error.name);
  return path;
}

export async function deleteUpload(db: Db, accountId: string, path: string): Promise<void> {
  const { error } = await db.storage.from(`${accountId}-private`).remove([path]);
  if (error) throw new DbError(error.message, error.name);
}

/** A signed URL of a file, valid for ten minutes; a download where it is no picture. */
export async function fileUrl(db: Db, accountId: string, file: Attachment): Promise<string> {
  const isPicture = file.mime_type.startsWith('image/');
  const { data, error } = await db.storage
    .from(`${accountId}-private`)
    .createSignedUrl(file.path, 600, isPicture ? {} : { download: file.name });
  if (error) throw new DbError(error.message, error.name);
  return data.signedUrl;
}

export type QueuedPost = Pick<ThreadPost, 'id' | 'author_name' | 'content' | 'status' | 'edited_at' | 'created_at'> & {
  threads: { title: string; path: string | null };
  thread_reports: { reason: string }[];
};

/** Sort keys of the moderation queue and their columns. */
const sortable: Record<string, string> = {
  author: 'author_name',
  post: 'threads(title)',
  status: 'status',
  created_at: 'created_at',
};

/** One page of a kind's moderation queue, newest first by default. */
export async function listPosts(
  db: Db,
  accountId: string,
  kind: string,
  filters: ListRequest & { status?: ThreadPost['status'] | undefined },
): Promise<ListPage<QueuedPost>> {
  let query = db
    .from('thread_posts')
    .select(
      'id, author_name, content, status, edited_at, created_at, threads!inner(title, path), thread_reports(reason)',
      { count: 'exact' },
    )
    .eq('account_id', accountId)
    .eq('threads.kind', kind)
    .neq('status', 'removed');
  if (filters.status) query = query.eq('status', filters.status);
  const pattern = (filters.search ?? '')
    .trim()
    .replace(/[%_\\,()]/g, ' ')
    .slice(0, 100);
  if (pattern) query = query.ilike('content', `%${pattern}%`);
  return pageOf(query, filters, { sortable, usual: 'created_at' });
}

export const decidePosts = (db: Db, ids: readonly string[], status: 'shown' | 'hidden'): Promise<Outcome> =>
  inBatches(ids, async (some) => dataOf(await db.rpc('decide_thread_posts', { ids: some, status })));

export const removePosts = (db: Db, ids: readonly string[]): Promise<Outcome> =>
  inBatches(ids, async (some) => dataOf(await db.rpc('remove_thread_posts', { ids: some })));
