import { queryOptions } from '@tanstack/react-query';
import { type Db, DbError, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import type { TimeRange } from '../watching/rules.ts';

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
  starts_at: string;
  expires_at: string | null;
  completed_at: string | null;
  total: number;
  done: number;
  percent: number;
  seconds_left: number;
  seen_at: string | null;
  last_lesson_id: string | null;
};
export type LessonProgress = {
  lesson_id: string;
  completed_at: string | null;
  position_seconds: number;
  watched: TimeRange[];
  /** How long the lesson was in front of the student. */
  dwell_seconds: number;
  seen_at: string;
};

export const progressColumns =
  'id, member_id, course_id, status, starts_at, expires_at, completed_at, total, done, percent, seconds_left, seen_at, last_lesson_id';

/** Whether somebody who still has access has finished the course. */
export const hasFinishersQuery = (db: Db, accountId: string, courseId: string) =>
  queryOptions({
    queryKey: ['courses', accountId, courseId, 'finishers'],
    queryFn: async () => {
      const query = db.from('enrolments').select('id').eq('account_id', accountId).eq('course_id', courseId);
      const rows = dataOf(await query.eq('status', 'active').not('completed_at', 'is', null).limit(1));
      return rows.length > 0;
    },
  });

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
      .select('lesson_id, completed_at, position_seconds, watched, dwell_seconds, seen_at')
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

/** Says that a lesson is in front of the student; the server counts how long, and completes a lesson by that. */
export async function beatLesson(db: Db, lessonId: string): Promise<{ dwell_seconds: number; is_done: boolean }> {
  return dataOf(await db.rpc('beat_lesson', { lesson_id: lessonId })) as { dwell_seconds: number; is_done: boolean };
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
