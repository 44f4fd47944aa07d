import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { kindsOf, type Scope, type SearchKind } from './rules.ts';

/** One search result, as `search_site` returns it. */
export type SearchResult = {
  kind: SearchKind;
  id: string;
  title: string;
  text: string;
  slug: string;
  /** Of a lesson, and of a product that is a course. */
  course_slug: string | null;
  picture: string | null;
  language: string;
  is_draft: boolean;
  /** Whether a lesson opens in the player; else it is a free preview. */
  opens_player: boolean;
  /** The beginnings of the words to mark. */
  matched: string[];
};

/** Searches an account's content, best results first; the database limits them to what the caller may open. */
export async function searchSite(
  db: Db,
  account: Pick<SiteAccount, 'account_id'>,
  term: string,
  scope: Scope,
): Promise<SearchResult[]> {
  if (!account.account_id || !/[\p{L}\p{N}]/u.test(term)) return [];
  return dataOf(
    await db
      .rpc('search_site', { account_id: account.account_id, term, kinds: [...kindsOf(scope)] }, { get: true })
      .overrideTypes<SearchResult[], { merge: false }>(),
  );
}
