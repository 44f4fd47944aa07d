import type { SupabaseClient } from '@supabase/supabase-js';
import { dataOf, type Wire } from '#base/shared/wire.ts';
import type { Written } from '../data.ts';

/** What a post was once. `by` is who published or wrote it; empty where nobody knows any more. */
export type PostVersion = Written & {
  id: string;
  kind: 'published' | 'saved';
  created_at: string;
  by: string;
};

const columns = 'id, kind, title, excerpt, content, cover, categories, tags, settings, saved_by, created_at';
/** Thirty of each kind. */
const MOST = 60;

/** What a post was, the newest first. */
export async function listPostVersions(wire: Wire, accountId: string, postId: string): Promise<PostVersion[]> {
  const rows = dataOf(
    await tables(wire)
      .from('post_versions')
      .select(columns)
      .eq('account_id', accountId)
      .eq('post_id', postId)
      .order('created_at', { ascending: false })
      .limit(MOST),
  ) as (PostVersion & { saved_by: string | null })[];
  const ids = [...new Set(rows.flatMap(({ saved_by }) => saved_by ?? []))];
  const people = ids.length
    ? dataOf(
        await wire.from('members').select('user_id, name').eq('account_id', accountId).in('user_id', ids).limit(MOST),
      )
    : [];
  const names = new Map(people.map(({ user_id, name }) => [user_id, name]));
  return rows.map(({ saved_by, ...row }) => ({ ...row, by: names.get(saved_by ?? '') ?? '' }));
}

/** The same client, for columns whose JSON the generated types know only as JSON. */
function tables(wire: Wire): SupabaseClient {
  return wire as unknown as SupabaseClient;
}
