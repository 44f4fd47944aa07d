import { queryOptions } from '@tanstack/react-query';
import { call } from '#base/shared/call.ts';
import type { Row } from '#base/shared/database-types.ts';
import { type Db, DbError, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import type { CourseRating } from './reviews/schema.ts';
import type { CourseDetails, CoursePicture } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    courses: { featured_image: CoursePicture; outcomes: string[] };
  }
}

export type Course = Row<'courses'>;
/** The columns of a course that lists show. */
export type CourseCard = Pick<
  Course,
  | 'id'
  | 'title'
  | 'slug'
  | 'summary'
  | 'featured_image'
  | 'level'
  | 'language'
  | 'access'
  | 'status'
  | 'category_id'
  | 'author_id'
  | 'lesson_count'
  | 'duration_seconds'
> & { course_ratings?: CourseRating | null };
/** An instructor's public member card. */
export type Instructor = { id: string; name: string; slug: string; avatar: string | null; bio: string };

/** The columns of CourseCard. */
export const cardColumns =
  'id, title, slug, summary, featured_image, level, language, access, status, category_id, author_id, lesson_count, duration_seconds';

/** The same with the rating, for tiles of the public site. */
export const tileColumns =
  'id, title, slug, summary, featured_image, level, language, access, status, category_id, author_id, lesson_count, duration_seconds, course_ratings(rating_count, average)';

export async function courseBySlug(db: Db, accountId: string, slug: string): Promise<Course | null> {
  return maybeDataOf(
    await db.from('courses').select('*').eq('account_id', accountId).eq('slug', slug).maybeSingle(),
  ) as Course | null;
}

export async function instructorsOf(
  db: Db,
  accountId: string,
  ids: readonly (string | null)[],
): Promise<Map<string, Instructor>> {
  const authorIds = [...new Set(ids)].filter((id) => id !== null);
  if (authorIds.length === 0) return new Map();
  const rows = dataOf(
    await db.from('member_cards').select('id, name, slug, avatar, bio').eq('account_id', accountId).in('id', authorIds),
  ) as Instructor[];
  return new Map(rows.map((row) => [row.id, row]));
}

/** Creates a draft; returns its slug. */
export async function createCourse(db: Db, accountId: string, title: string): Promise<string> {
  return dataOf(await db.rpc('create_course', { account_id: accountId, title }));
}

export async function setCourseStatus(db: Db, accountId: string, id: string, status: Course['status']): Promise<void> {
  dataOf(await db.from('courses').update({ status }).eq('account_id', accountId).eq('id', id).select('id').single());
}

export async function deleteCourse(db: Db, accountId: string, id: string): Promise<void> {
  dataOf(await db.from('courses').delete().eq('account_id', accountId).eq('id', id).select('id').single());
}

/** An error response of `/api`, with messages by field. */
export class SaveError extends DbError {
  readonly fields: Record<string, string>;
  constructor(message: string, code: string, fields: Record<string, string>) {
    super(message, code);
    this.fields = fields;
  }
}

/** Sends a PUT request to `/api`, where the text is sanitized. Uses the session cookie of the browser. */
export async function putJson<Result>(path: string, body: unknown): Promise<Result> {
  const response = await call(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const payload = (await response.json().catch(() => null)) as {
    error?: { message: string; code: string; fields?: Record<string, string> };
  } | null;
  if (response.ok) return payload as Result;
  throw new SaveError(
    payload?.error?.message ?? response.statusText,
    payload?.error?.code ?? 'unknown',
    payload?.error?.fields ?? {},
  );
}

export function saveDetails(id: string, details: CourseDetails): Promise<{ slug: string; description: string }> {
  return putJson(`/api/courses/${id}`, details);
}

export const courseQuery = (db: Db, accountId: string, slug: string) =>
  queryOptions({ queryKey: ['courses', accountId, slug], queryFn: () => courseBySlug(db, accountId, slug) });
