import { queryOptions } from '@tanstack/react-query';
import { dataOf, type Wire } from '#base/shared/wire.ts';

export type Group = {
  account_id: string;
  id: string;
  slug: string;
  title: string;
  description: string;
  cover: string | null;
  visibility: 'public' | 'private';
};

/** The groups of an account that the caller may know of, by title. */
export async function listGroups(wire: Wire, accountId: string): Promise<Group[]> {
  return dataOf(
    await wire
      .from('groups')
      .select('account_id, id, slug, title, description, cover, visibility')
      .eq('account_id', accountId)
      .order('title')
      .limit(500),
  ) as Group[];
}

export function groupsQuery(wire: Wire, accountId: string) {
  return queryOptions({ queryKey: ['groups', accountId], queryFn: () => listGroups(wire, accountId) });
}
