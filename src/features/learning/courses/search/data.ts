import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';

/** The lessons of a course that a term finds, the best first, each with what stands around it. */
export const courseSearchQuery = (db: Db, accountId: string, courseId: string, term: string) =>
  queryOptions({
    queryKey: ['course-search', accountId, courseId, term],
    queryFn: async () => dataOf(await db.rpc('search_course', { course_id: courseId, term })),
    enabled: /[\p{L}\p{N}]/u.test(term),
  });
