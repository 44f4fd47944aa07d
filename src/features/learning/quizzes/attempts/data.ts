import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import { percentOf } from '../rules.ts';

/** What a member has reached in the quiz of a lesson. */
export type LessonResult = { attempts: number; bestPercent: number };

/** A member's submitted attempts at the quiz of a lesson, without trials: how many, and the best of the newest hundred. */
export const lessonResultQuery = (db: Db, accountId: string, lessonId: string, memberId: string) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'lesson-result', lessonId, memberId],
    queryFn: async (): Promise<LessonResult> => {
      const response = await db
        .from('attempts')
        .select('score, points, quizzes!inner(lesson_id)', { count: 'exact' })
        .eq('account_id', accountId)
        .eq('member_id', memberId)
        .eq('quizzes.lesson_id', lessonId)
        .eq('is_trial', false)
        .not('submitted_at', 'is', null)
        .order('number', { ascending: false })
        .limit(100);
      const percents = dataOf(response).map(({ score, points }) => percentOf(score ?? 0, points));
      return { attempts: response.count ?? 0, bestPercent: Math.max(0, ...percents) };
    },
  });
