import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';

/** The ids of the courses the caller owns or is invited to teach. */
export async function taughtCourses(db: Db): Promise<string[]> {
  return dataOf(await db.rpc('taught_course_ids')) as string[];
}

export const taughtIdsQuery = (db: Db, accountId: string) =>
  queryOptions({ queryKey: ['courses', accountId, 'taught', 'ids'], queryFn: () => taughtCourses(db) });
