import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import { groupKeys } from '../data.ts';

/** What opens a group. */
export type GroupSource = { id: string; kind: 'course' | 'product'; title: string; path: string };

export const sourcesQuery = (db: Db, accountId: string, groupId: string) =>
  queryOptions({
    queryKey: [...groupKeys.details(accountId, groupId), 'sources'],
    queryFn: async (): Promise<GroupSource[]> =>
      dataOf(
        await db
          .from('group_sources')
          .select('id, kind, title, path')
          .eq('account_id', accountId)
          .eq('group_id', groupId)
          .order('title'),
      ),
  });

export const openedGroupsKey = (accountId: string, sourceId: string) =>
  ['groups', accountId, 'opened', sourceId] as const;

/** The ids of the groups that a course or a product opens. */
export const openedGroupsQuery = (db: Db, accountId: string, kind: GroupSource['kind'], sourceId: string) =>
  queryOptions({
    queryKey: openedGroupsKey(accountId, sourceId),
    queryFn: async (): Promise<string[]> =>
      dataOf(
        await db
          .from('group_sources')
          .select('group_id')
          .eq('account_id', accountId)
          .eq('kind', kind)
          .eq('source_id', sourceId),
      ).map(({ group_id }) => group_id),
  });
