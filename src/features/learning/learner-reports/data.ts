import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { LearnerReport } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    learner_report: { returns: LearnerReport };
  }
}

/** The report of the signed-in member, or of a child of theirs. */
export const learnerReportQuery = (db: Db, accountId: string, memberId?: string) =>
  queryOptions({
    queryKey: ['my-courses', accountId, 'report', memberId ?? null],
    queryFn: async (): Promise<LearnerReport> =>
      dataOf(await db.rpc('learner_report', memberId ? { member_id: memberId } : {})),
  });
