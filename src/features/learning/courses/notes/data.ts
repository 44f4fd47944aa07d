import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';

/** What a learner wrote down; without a body it is a bookmark. `seconds` is the place in a video. */
export type LessonNote = { id: string; lesson_id: string; seconds: number | null; body: string; created_at: string };

/** A learner's own notes in a course, by lesson, in the order of the video and of time. */
export const notesQuery = (db: Db, accountId: string, memberId: string, courseId: string) =>
  queryOptions({
    queryKey: ['lesson-notes', accountId, memberId, courseId],
    queryFn: async (): Promise<LessonNote[]> =>
      dataOf(
        await db
          .from('lesson_notes')
          .select('id, lesson_id, seconds, body, created_at')
          .eq('account_id', accountId)
          .eq('member_id', memberId)
          .eq('course_id', courseId)
          .order('seconds', { nullsFirst: true })
          .order('created_at')
          .limit(1000),
      ),
  });

export async function addNote(
  db: Db,
  note: {
    account_id: string;
    member_id: string;
    course_id: string;
    lesson_id: string;
    seconds: number | null;
    body: string;
  },
): Promise<void> {
  dataOf(await db.from('lesson_notes').insert(note).select('id').single());
}

export async function changeNote(db: Db, accountId: string, id: string, body: string): Promise<void> {
  dataOf(await db.from('lesson_notes').update({ body }).eq('account_id', accountId).eq('id', id).select('id').single());
}

export async function removeNote(db: Db, accountId: string, id: string): Promise<void> {
  dataOf(await db.from('lesson_notes').delete().eq('account_id', accountId).eq('id', id).select('id'));
}
