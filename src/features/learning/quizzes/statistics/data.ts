import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { QuizStatistics } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    quiz_statistics: { returns: QuizStatistics };
  }
}

export const quizStatisticsQuery = (db: Db, accountId: string, quizId: string) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'statistics', quizId],
    queryFn: async (): Promise<QuizStatistics> => dataOf(await db.rpc('quiz_statistics', { quiz_id: quizId })),
  });
