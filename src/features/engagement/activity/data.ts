import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';

export const activityParts = ['all', 'groups', 'own'] as const;
export type ActivityPart = (typeof activityParts)[number];

/** Something that happened: who did it, and where it leads. `position` is its place in the log of events. */
export type Activity = {
  position: number;
  kind: 'post' | 'answer' | 'joined' | 'completed' | 'certificate' | 'passed' | 'badge' | 'level';
  happened_at: string;
  is_own: boolean;
  is_new: boolean;
  name: string;
  title: string;
  path: string;
};

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    list_activity: { row: Activity; args: { before?: number | null } };
  }
}

export const activityKey = (accountId: string) => ['activity', accountId] as const;
const PAGE_SIZE = 30;
/** How often an open screen looks for what no group tells: what the member does elsewhere. */
const NEWS_MS = 20_000;

/** The activity of the caller and their groups, page by page from the newest. */
export const activityQuery = (db: Db, accountId: string, part: ActivityPart) =>
  infiniteQueryOptions({
    queryKey: [...activityKey(accountId), part],
    queryFn: async ({ pageParam }): Promise<Activity[]> =>
      dataOf(await db.rpc('list_activity', { part, before: pageParam, max_rows: PAGE_SIZE })),
    initialPageParam: null as number | null,
    getNextPageParam: (rows) => (rows.length < PAGE_SIZE ? undefined : rows.at(-1)?.position),
    refetchInterval: NEWS_MS,
  });

export async function seeActivity(db: Db, position: number): Promise<void> {
  maybeDataOf(await db.rpc('see_activity', { position }));
}
