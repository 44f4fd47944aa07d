import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { Earned, OpenBadge } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    own_open_badges: { row: Earned };
    verify_open_badge: { row: OpenBadge };
  }
}

/** What the signed-in member has earned and may show elsewhere, the newest first: up to 200. */
export const ownBadgesQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: ['open-badges', accountId],
    queryFn: async (): Promise<Earned[]> => dataOf(await db.rpc('own_open_badges')),
  });

/** Makes the Open Badge of something the member has earned; resolves to its id. */
export async function makeOpenBadge(db: Db, { certificate_id, badge_id }: Earned): Promise<string> {
  return dataOf(
    await db.rpc('make_open_badge', {
      certificate_id: certificate_id ?? undefined,
      badge_id: badge_id ?? undefined,
    }),
  );
}

/** Whether the member's card shows it. */
export async function showOnCard(db: Db, accountId: string, id: string, is_on_card: boolean): Promise<void> {
  dataOf(
    await db.from('open_badges').update({ is_on_card }).eq('account_id', accountId).eq('id', id).select('id').single(),
  );
}

/** What anybody may know of an Open Badge; null where there is none with this id. */
export async function checkOpenBadge(db: Db, account_id: string, open_badge_id: string): Promise<OpenBadge | null> {
  const rows = dataOf(await db.rpc('verify_open_badge', { account_id, open_badge_id }, { get: true }));
  return rows[0] ?? null;
}
