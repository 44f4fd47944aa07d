import { queryOptions } from '@tanstack/react-query';
import type { Row } from '#base/shared/database-types.ts';
import { type Db, dataOf } from '#base/shared/db-client.ts';

export type GradingMethod = Row<'quizzes'>['grading_method'];

/** How often a member has tried a quiz, and what the attempts that count come to; null before one is graded. */
export type QuizResult = { attempts: number; grading_method: GradingMethod; percent: number | null };

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    quiz_result: { row: QuizResult };
  }
}

/** What a member has reached in the quiz of a lesson; null without a submitted attempt, or where the caller may not see it. */
export const quizResultQuery = (db: Db, accountId: string, lessonId: string, memberId: string) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'lesson-result', lessonId, memberId],
    queryFn: async (): Promise<QuizResult | null> =>
      dataOf(await db.rpc('quiz_result', { lesson_id: lessonId, member_id: memberId }))[0] ?? null,
  });
