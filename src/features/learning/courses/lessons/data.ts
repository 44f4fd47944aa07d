import { queryOptions } from '@tanstack/react-query';
import type { Row } from '#base/shared/database-types.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type LessonKind, outlineOf } from './rules.ts';
import type { LessonContent } from './schema.ts';

export type Section = Pick<Row<'sections'>, 'id' | 'title' | 'position'>;
export type Lesson = Omit<
  Row<'lessons'>,
  'kind' | 'created_at' | 'updated_at' | 'account_id' | 'archived_at' | 'was_published'
> & { kind: LessonKind };
export type SectionWithLessons = Section & { lessons: Lesson[] };
export type Content = LessonContent & { id: string; course_id: string };

const lessonColumns =
  'id, course_id, section_id, title, slug, kind, duration_seconds, is_preview, is_required, is_published, completion, completion_amount, no_skip, position, version';

/** A course's sections with their lessons, in order, as far as the caller may see them. */
export async function readOutline(db: Db, accountId: string, courseId: string): Promise<SectionWithLessons[]> {
  const [sections, lessons] = await Promise.all([
    db.from('sections').select('id, title, position').eq('account_id', accountId).eq('course_id', courseId).limit(100),
    db.from('lessons').select(lessonColumns).eq('account_id', accountId).eq('course_id', courseId).limit(500),
  ]);
  return outlineOf(dataOf(sections), dataOf(lessons) as Lesson[]);
}

/** The content of a lesson; null if it has none or the caller may not read it. */
export async function readContent(db: Db, accountId: string, lessonId: string): Promise<Content | null> {
  return maybeDataOf(
    await db
      .from('lesson_contents')
      .select('id, course_id, body, media_url, media_path, media_name, captions_path')
      .eq('account_id', accountId)
      .eq('id', lessonId)
      .maybeSingle(),
  );
}

const URL_LIFETIME_SECONDS = 6 * 3600;

/** Signed URLs of a lesson's files, valid for six hours; null where there is no file. */
export async function signedMedia(
  db: Db,
  accountId: string,
  content: Pick<Content, 'media_path' | 'captions_path'>,
): Promise<{ media: string | null; captions: string | null }> {
  const bucket = db.storage.from(`${accountId}-private`);
  const sign = async (path: string | null) =>
    path ? dataOf(await bucket.createSignedUrl(path, URL_LIFETIME_SECONDS)).signedUrl : null;
  const [media, captions] = await Promise.all([sign(content.media_path), sign(content.captions_path)]);
  return { media, captions };
}

export const outlineQuery = (db: Db, accountId: string, courseId: string) =>
  queryOptions({ queryKey: ['outline', accountId, courseId], queryFn: () => readOutline(db, accountId, courseId) });
export const contentQuery = (db: Db, accountId: string, lessonId: string) =>
  queryOptions({ queryKey: ['lesson', accountId, lessonId], queryFn: () => readContent(db, accountId, lessonId) });
export const mediaQuery = (db: Db, accountId: string, content: Content) =>
  queryOptions({
    queryKey: ['media', accountId, content.media_path, content.captions_path],
    queryFn: () => signedMedia(db, accountId, content),
    staleTime: (URL_LIFETIME_SECONDS / 2) * 1000,
  });
