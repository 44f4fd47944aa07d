import { type Db, maybeDataOf } from '#base/shared/db-client.ts';

/** A group as whoever may see it knows it. */
export type Group = {
  id: string;
  slug: string;
  title: string;
  description: string;
  cover: string | null;
  member_count: number;
};

/** Null where there is none by that name, or none the caller may know of. */
export async function groupBySlug(db: Db, accountId: string, slug: string): Promise<Group | null> {
  return maybeDataOf(
    await db
      .from('groups')
      .select('id, slug, title, description, cover, member_count')
      .eq('account_id', accountId)
      .eq('slug', slug)
      .maybeSingle(),
  ) as Group | null;
}
