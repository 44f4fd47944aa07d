import type { SupabaseClient } from '@supabase/supabase-js';
import { type Db, dataOf } from '#base/shared/db-client.ts';

/** An old version. `by` is who published or wrote it; empty where they are gone. */
export type Version<ContentText> = ContentText & {
  id: string;
  kind: 'published' | 'saved';
  created_at: string;
  by: string;
};

/**
 * Where versions are stored: rows of `table` reference a record by `key` and hold its content in the columns `parts`.
 */
export type VersionStore = { table: string; key: string; parts: readonly string[] };

/** Versions listed per kind. */
const MAX_VERSIONS = 60;

/** Versions, newest first. */
export async function listVersions<ContentText>(
  db: Db,
  accountId: string,
  { table, key, parts }: VersionStore,
  id: string,
): Promise<Version<ContentText>[]> {
  const rows = dataOf(
    await tables(db)
      .from(table)
      .select(`id, kind, saved_by, created_at, ${parts.join(', ')}`)
      .eq('account_id', accountId)
      .eq(key, id)
      .order('created_at', { ascending: false })
      .limit(MAX_VERSIONS),
  ) as unknown as (Version<ContentText> & { saved_by: string | null })[];
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

/** The client untyped, for JSON columns the generated types can't describe. */
function tables(db: Db): SupabaseClient {
  return db as unknown as SupabaseClient;
}
