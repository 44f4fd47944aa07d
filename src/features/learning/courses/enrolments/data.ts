import { queryOptions } from '@tanstack/react-query';
import { type Db, DbError, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import type { Course } from '../data.ts';
import type { TimeRange } from '../lessons/rules.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    course_progress: CourseProgress;
    lesson_progress: { watched: TimeRange[] };
  }
  interface FunctionShapes {
    save_position: { args: { watched?: readonly TimeRange[] } };
  }
}

/** An enrolment with its progress; `percent` is 100 only when every required lesson is done. */
export type CourseProgress = {
  id: string;
  member_id: string;
  course_id: string;
  status: 'active' | 'ended';
  expires_at: string | null;
  completed_at: string | null;
  total: number;
  done: number;
  percent: number;
  seconds_left: number;
  seen_at: string | null;
  last_lesson_id: string | null;
};
export type MyCourse = CourseProgress & {
  course: Pick<
    Course,
    'id' | 'title' | 'slug' | 'status' | 'summary' | 'featured_image' | 'lesson_count' | 'duration_seconds'
  >;
};
export type LessonProgress = {
  lesson_id: string;
  completed_at: string | null;
  position_seconds: number;
  watched: TimeRange[];
  seen_at: string;
};

const progressColumns =
  'id, member_id, course_id, status, expires_at, completed_at, total, done, percent, seconds_left, seen_at, last_lesson_id';

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

/** A member's enrolment in a course; null if there is none. */
export async function progressIn(
  db: Db,
  accountId: string,
  memberId: string,
  courseId: string,
): Promise<CourseProgress | null> {
  return maybeDataOf(
    await db
      .from('course_progress')
      .select(progressColumns)
      .eq('account_id', accountId)
      .eq('member_id', memberId)
      .eq('course_id', courseId)
      .maybeSingle(),
  ) as CourseProgress | null;
}

/** A member's progress in the lessons of a course. */
export async function lessonProgress(
  db: Db,
  accountId: string,
  memberId: string,
  courseId: string,
): Promise<LessonProgress[]> {
  const rows = dataOf(
    await db
      .from('lesson_progress')
      .select('lesson_id, completed_at, position_seconds, watched, seen_at')
      .eq('account_id', accountId)
      .eq('member_id', memberId)
      .eq('course_id', courseId)
      .limit(500),
  );
  return rows.map((row) => ({ ...row, position_seconds: Number(row.position_seconds) }));
}

export async function enrolFree(db: Db, courseId: string): Promise<string> {
  return dataOf(await db.rpc('enrol_free', { course_id: courseId }));
}

export async function completeLesson(db: Db, lessonId: string, isDone = true): Promise<void> {
  throwOnError(await db.rpc('complete_lesson', { lesson_id: lessonId, is_done: isDone }));
}

/** Stores the lesson as the last one opened, with the playback position if given. */
export async function savePosition(
  db: Db,
  lessonId: string,
  playback?: { seconds: number; watched: readonly TimeRange[] },
): Promise<void> {
  throwOnError(
    await db.rpc('save_position', {
      lesson_id: lessonId,
      ...(playback ? { seconds: Math.round(playback.seconds * 100) / 100, watched: playback.watched } : {}),
    }),
  );
}

function throwOnError({ error }: { error: { message: string; code?: string; details?: string } | null }): void {
  if (error) throw new DbError(error.message, error.details || error.code || 'unknown');
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
export const progressQuery = (db: Db, accountId: string, memberId: string, courseId: string) =>
  queryOptions({
    queryKey: ['my-courses', accountId, memberId, courseId],
    queryFn: async () => {
      const [enrolment, lessons] = await Promise.all([
        progressIn(db, accountId, memberId, courseId),
        lessonProgress(db, accountId, memberId, courseId),
      ]);
      return { enrolment, lessons };
    },
  });
