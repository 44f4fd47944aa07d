import { type Db, dataOf } from '#base/shared/db-client.ts';

/** Copies a course as a draft; returns its slug. */
export async function copyCourse(db: Db, courseId: string, title: string): Promise<string> {
  return dataOf(await db.rpc('copy_course', { course_id: courseId, title }));
}

/**
 * Copies sections and lessons of one course into a course; returns the new version of its outline. Lessons of another
 * course go to `sectionId`, or bring their sections.
 */
export async function copyParts(
  db: Db,
  courseId: string,
  partIds: readonly string[],
  options: { sectionId?: string; names?: Record<string, string> } = {},
): Promise<number> {
  return dataOf(
    await db.rpc('copy_parts', {
      course_id: courseId,
      part_ids: [...partIds],
      section_id: options.sectionId,
      names: options.names,
    }),
  );
}
