import { type Db, maybeDataOf } from '#base/shared/db-client.ts';

/** A group with the columns its readers may see. */
export type Group = {
  id: string;
  slug: string;
  title: string;
  description: string;
  cover: string | null;
  member_count: number;
};

/** Null when no group has this slug or the caller may not see it. */
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
