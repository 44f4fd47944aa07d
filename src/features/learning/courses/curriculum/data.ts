import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import { putJson } from '../data.ts';
import type { Lesson, SectionWithLessons } from '../lessons/data.ts';
import type { SavedLesson } from '../lessons/schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    save_curriculum: { args: { outline: readonly SectionWithLessons[] } };
  }
}

/** The ids of the lessons that have content, for those who may edit the course. */
export async function listLessonsWithContent(db: Db, accountId: string, courseId: string): Promise<Set<string>> {
  const rows = dataOf(
    await db
      .from('lesson_contents')
      .select('id')
      .eq('account_id', accountId)
      .eq('course_id', courseId)
      .or('body.neq.,media_path.not.is.null,media_url.not.is.null'),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Saves the outline; parts it no longer contains are archived. Returns the new version. */
export async function saveCurriculum(
  db: Db,
  courseId: string,
  outline: readonly SectionWithLessons[],
  version: number,
): Promise<number> {
  return dataOf(await db.rpc('save_curriculum', { course_id: courseId, outline, version }));
}

/** What the database returns of a saved lesson; `activity` is what its kind returned. */
export type LessonSaved = { version: number; slug: string; body: string; activity: unknown };

/** Saves a lesson with its content and whatever its kind has, in one transaction. */
export function saveLesson(courseId: string, lessonId: string, lesson: SavedLesson): Promise<LessonSaved> {
  return putJson(`/api/courses/${courseId}/lessons/${lessonId}`, lesson);
}

export type LessonChange = Partial<Pick<Lesson, 'is_published' | 'is_required' | 'is_preview' | 'completion'>>;

/** Changes several lessons, all or none; returns the ids of those that were changed. */
export async function changeLessons(
  db: Db,
  courseId: string,
  lessonIds: readonly string[],
  change: LessonChange,
): Promise<string[]> {
  return dataOf(await db.rpc('change_lessons', { course_id: courseId, lesson_ids: [...lessonIds], change }));
}

export const lessonsWithContentQuery = (db: Db, accountId: string, courseId: string) =>
  queryOptions({
    queryKey: ['filled', accountId, courseId],
    queryFn: () => listLessonsWithContent(db, accountId, courseId),
  });
