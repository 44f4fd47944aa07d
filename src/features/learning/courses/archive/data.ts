import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';

/** An archived section with the lessons archived with it, or a lesson archived alone. */
export type ArchivedPart = {
  id: string;
  /** `section`, or the kind of a lesson. */
  kind: string;
  title: string;
  section_title: string | null;
  archived_at: string;
  lessons: number;
  /** How many students have progress in it. */
  students: number;
};

export const archivedQuery = (db: Db, accountId: string, courseId: string) =>
  queryOptions({
    queryKey: ['outline', accountId, courseId, 'archived'],
    queryFn: async () => dataOf(await db.rpc('archived_parts', { course_id: courseId })) as ArchivedPart[],
    staleTime: 0,
  });

/** Restores a part at its former place, or the last one where fewer parts are left. Returns the new version of the outline. */
export async function restorePart(db: Db, courseId: string, partId: string): Promise<number> {
  return dataOf(await db.rpc('restore_part', { course_id: courseId, part_id: partId }));
}
