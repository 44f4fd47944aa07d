import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { LessonState } from '../availability/schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    lesson_states: { row: LessonState };
  }
}

/** The lessons of a course that have conditions, as they are for the reader now. Progress may open some. */
export const lessonStatesQuery = (db: Db, accountId: string, memberId: string, course_id: string) =>
  queryOptions({
    queryKey: ['my-courses', accountId, memberId, course_id, 'states'],
    queryFn: async (): Promise<LessonState[]> => dataOf(await db.rpc('lesson_states', { course_id })),
  });
