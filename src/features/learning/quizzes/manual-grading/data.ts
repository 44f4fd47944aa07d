import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { AttemptResult } from '../attempts/data.ts';

/** Points of one answer and what is written about it. */
export type Grade = { question_id: string; points: number; comment: string };

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    grade_attempt: { args: { grades: readonly Grade[] }; returns: AttemptResult };
  }
}

/** The oldest fifty attempts that wait for the caller to grade them; each has the total of all. */
export const waitingAttemptsQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'waiting'],
    queryFn: async () => dataOf(await db.rpc('attempts_to_grade')),
    staleTime: 0,
  });

/** @throws {DbError} `invalid` for points out of range, `own_attempt`, `not_found` */
export async function gradeAttempt(db: Db, attemptId: string, grades: readonly Grade[]): Promise<AttemptResult> {
  return dataOf(await db.rpc('grade_attempt', { attempt_id: attemptId, grades }));
}
