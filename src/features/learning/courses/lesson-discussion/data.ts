import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';

/** Questions on lessons of the courses the reader edits that nobody has answered, the oldest first; at most 100. */
export const openQuestionsQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: ['open-questions', accountId],
    queryFn: async () => dataOf(await db.rpc('open_questions')),
  });
