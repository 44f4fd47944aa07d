import { queryOptions } from '@tanstack/react-query';
import { type Db, maybeDataOf } from '#base/shared/db-client.ts';
import { messageKeys } from '../data.ts';
import type { OfficeDay, OfficeHours } from './rules.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    save_office_hours: { args: { hours: OfficeDay[] } };
  }
  interface ColumnShapes {
    office_hours: { hours: OfficeDay[] };
  }
}

/** When a member answers messages; null where they say nothing of it. */
export const officeHoursQuery = (db: Db, accountId: string, memberId: string) =>
  queryOptions({
    queryKey: [...messageKeys.all(accountId), 'office-hours', memberId],
    queryFn: async (): Promise<OfficeHours | null> =>
      maybeDataOf(
        await db
          .from('office_hours')
          .select('time_zone, hours')
          .eq('account_id', accountId)
          .eq('member_id', memberId)
          .maybeSingle(),
      ),
  });

export async function saveOfficeHours(db: Db, { time_zone, hours }: OfficeHours): Promise<void> {
  maybeDataOf(await db.rpc('save_office_hours', { time_zone, hours }));
}
