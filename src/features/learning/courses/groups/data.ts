import { type Db, maybeDataOf } from '#base/shared/db-client.ts';

/** Which groups a course opens: whoever is enrolled comes in, and leaves with the end of the enrolment. */
export async function setCourseGroups(db: Db, courseId: string, groupIds: string[]): Promise<void> {
  maybeDataOf(await db.rpc('set_course_groups', { course_id: courseId, group_ids: groupIds }));
}
