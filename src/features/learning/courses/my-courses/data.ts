import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { Course } from '../data.ts';
import { type CourseProgress, progressColumns } from '../enrolments/data.ts';

/** A course a member is enrolled in, with their progress. */
export type MyCourse = CourseProgress & {
  course: Pick<
    Course,
    'id' | 'title' | 'slug' | 'status' | 'summary' | 'featured_image' | 'lesson_count' | 'duration_seconds'
  >;
};

/** A member's courses with their progress, the one opened last first. */
export async function listMyCourses(db: Db, accountId: string, memberId: string): Promise<MyCourse[]> {
  const rows = dataOf(
    await db.from('course_progress').select(progressColumns).eq('account_id', accountId).eq('member_id', memberId),
  ) as CourseProgress[];
  if (rows.length === 0) return [];
  const courses = dataOf(
    await db
      .from('courses')
      .select('id, title, slug, status, summary, featured_image, lesson_count, duration_seconds')
      .eq('account_id', accountId)
      .in(
        'id',
        rows.map((row) => row.course_id),
      ),
  );
  return rows
    .flatMap((row) => {
      const course = courses.find(({ id }) => id === row.course_id);
      return course ? [{ ...row, course }] : [];
    })
    .sort((a, b) => (b.seen_at ?? '').localeCompare(a.seen_at ?? '') || a.course.title.localeCompare(b.course.title));
}

/** The courses of a parent's children, by child. */
export async function listChildren(
  db: Db,
  accountId: string,
  parentId: string,
): Promise<{ id: string; name: string; courses: MyCourse[] }[]> {
  const guardians = dataOf(
    await db
      .from('guardians')
      .select('child_id')
      .eq('account_id', accountId)
      .eq('parent_id', parentId)
      .not('confirmed_at', 'is', null)
      .limit(20),
  );
  if (guardians.length === 0) return [];
  const cards = dataOf(
    await db
      .from('member_cards')
      .select('id, name')
      .eq('account_id', accountId)
      .in(
        'id',
        guardians.map(({ child_id }) => child_id),
      ),
  ) as { id: string; name: string }[];
  return Promise.all(cards.map(async (card) => ({ ...card, courses: await listMyCourses(db, accountId, card.id) })));
}

export const myCoursesQuery = (db: Db, accountId: string, memberId: string) =>
  queryOptions({
    queryKey: ['my-courses', accountId, memberId],
    queryFn: () => listMyCourses(db, accountId, memberId),
  });
export const childrenQuery = (db: Db, accountId: string, parentId: string) =>
  queryOptions({
    queryKey: ['my-courses', accountId, parentId, 'children'],
    queryFn: () => listChildren(db, accountId, parentId),
  });
