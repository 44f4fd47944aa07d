import { queryOptions } from '@tanstack/react-query';
import type { Row } from '#base/shared/database-types.ts';
import { type Db, dataOf } from '#base/shared/db-client.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    preview_regrade: { returns: RegradePreview };
  }
}

export type RegradeChange = {
  attempt_id: string;
  student: string;
  number: number;
  score_before: number;
  points_before: number;
  passed_before: boolean;
  score: number;
  points: number;
  passed: boolean;
};
/** Whose result a regrade would change; `rows` are at most 200 of `total`. */
export type RegradePreview = { total: number; gained: number; lost: number; token: string; rows: RegradeChange[] };

export const regradePreviewQuery = (db: Db, accountId: string, quizId: string) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'regrade', quizId],
    queryFn: async (): Promise<RegradePreview> => dataOf(await db.rpc('preview_regrade', { quiz_id: quizId })),
    staleTime: 0,
    gcTime: 0,
  });

/** Applies what the preview said; returns how many results changed. @throws {DbError} `regrade_changed` */
export async function regradeQuiz(db: Db, quizId: string, token: string, reason: string): Promise<number> {
  return dataOf(await db.rpc('regrade_quiz', { quiz_id: quizId, token, reason }));
}

export type Regrade = Pick<Row<'quiz_regrades'>, 'id' | 'reason' | 'changed' | 'created_at' | 'member_id'>;

/** The regrades of a quiz, newest first. */
export const regradesQuery = (db: Db, accountId: string, quizId: string) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'regrades', quizId],
    queryFn: async (): Promise<Regrade[]> =>
      dataOf(
        await db
          .from('quiz_regrades')
          .select('id, reason, changed, created_at, member_id')
          .eq('account_id', accountId)
          .eq('quiz_id', quizId)
          .order('created_at', { ascending: false })
          .limit(20),
      ),
  });
