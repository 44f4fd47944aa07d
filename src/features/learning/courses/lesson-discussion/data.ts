import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import { mainThread } from '#features/engagement/threads/data.ts';

/** The conversation of a lesson; null where the reader takes no part in it. */
export const lessonThreadQuery = (db: Db, accountId: string, lessonId: string) =>
  queryOptions({
    queryKey: ['lesson-thread', accountId, lessonId],
    queryFn: () => mainThread(db, accountId, 'lesson', lessonId),
  });

/** Questions on lessons of the courses the reader edits that nobody has answered, the oldest first; at most 100. */
export const openQuestionsQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: ['open-questions', accountId],
    queryFn: async () => dataOf(await db.rpc('open_questions')),
  });
