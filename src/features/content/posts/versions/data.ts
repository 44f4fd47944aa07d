import { type Db, dataOf } from '#base/shared/db-client.ts';
import { MAX_VERSIONS, type Version, type VersionStore } from './rules.ts';

/** Versions, newest first. */
export async function listVersions<ContentText>(
  db: Db,
  accountId: string,
  store: VersionStore<ContentText>,
  id: string,
): Promise<Version<ContentText>[]> {
  const rows = await store.list(db, accountId, id);
  const ids = [...new Set(rows.flatMap(({ saved_by }) => saved_by ?? []))];
  const people = ids.length
    ? dataOf(
        await db
          .from('members')
          .select('user_id, name')
          .eq('account_id', accountId)
          .in('user_id', ids)
          .limit(MAX_VERSIONS),
      )
    : [];
  const names = new Map(people.map(({ user_id, name }) => [user_id, name]));
  return rows.map((row) => ({ ...row, by: names.get(row.saved_by ?? '') ?? '' }));
}
