import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import type { Author } from './rules.ts';

const card = 'id, name, slug, bio';

/** An author by slug. */
export async function authorBySlug(db: Db, accountId: string, slug: string): Promise<Author | null> {
  return maybeDataOf(
    await db.from('member_cards').select(card).eq('account_id', accountId).eq('slug', slug).maybeSingle(),
  ) as Author | null;
}

/** Public profiles of authors, by user id. */
export async function authorsOf(db: Db, accountId: string, ids: readonly string[]): Promise<Record<string, Author>> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return {};
  const rows = dataOf(
    await db.from('member_cards').select(card).eq('account_id', accountId).in('id', uniqueIds),
  ) as Author[];
  return Object.fromEntries(rows.map((row) => [row.id, row]));
}

export type Person = { id: string; name: string };

/** Members of the account who may write posts and so be named as authors. */
export async function listPossibleAuthors(db: Db, accountId: string): Promise<Person[]> {
  return dataOf(await db.rpc('possible_authors', { account_id: accountId })) as Person[];
}

/** Sets a post's authors in this order. */
export async function setAuthors(db: Db, postId: string, authors: readonly string[]): Promise<void> {
  maybeDataOf(await db.rpc('set_post_authors', { post_id: postId, authors: [...authors] }));
}
