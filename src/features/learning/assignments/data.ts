import { queryOptions } from '@tanstack/react-query';
import type { Row } from '#base/shared/database-types.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import type { LateUnit, Rubric } from './rules.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    assignments: { rubric: Rubric; late_unit: LateUnit; completion: 'graded' | 'handed_in' };
  }
}

/** What an author sets, saved with the lesson. */
export type AssignmentSettings = Pick<
  Row<'assignments'>,
  | 'points'
  | 'pass_mark'
  | 'takes_text'
  | 'takes_link'
  | 'max_files'
  | 'max_file_mb'
  | 'file_types'
  | 'due_at'
  | 'due_days'
  | 'takes_late'
  | 'late_percent'
  | 'late_unit'
  | 'late_floor'
  | 'resubmissions'
  | 'completion'
  | 'is_anonymous'
  | 'rubric'
>;

/** What students and graders read of it. */
export type AssignmentRules = AssignmentSettings & { id: string; course_id: string; lesson_id: string };

export type WorkFile = { id: string; path: string; name: string; size: number; mime_type: string };
export type HandIn = {
  number: number;
  body: string;
  link: string;
  files: WorkFile[];
  submitted_at: string;
  late_units: number;
};
export type Grade = {
  id: string;
  /** Of the hand-in that was graded. */
  number: number;
  earned: number;
  late_units: number;
  deducted: number;
  points: number;
  out_of: number;
  rubric: Record<string, string>;
  feedback: string;
  graded_at: string;
  graded_by: string | null;
};

export type EditableAssignment = { id: string; version: number; settings: AssignmentSettings };

export const assignmentQuery = (db: Db, accountId: string, lessonId: string) =>
  queryOptions({
    queryKey: ['assignments', accountId, 'edit', lessonId],
    queryFn: async (): Promise<EditableAssignment | null> => {
      const row = maybeDataOf(
        await db
          .from('assignments')
          .select(
            'id, version, points, pass_mark, takes_text, takes_link, max_files, max_file_mb, file_types, due_at, due_days, takes_late, late_percent, late_unit, late_floor, resubmissions, completion, is_anonymous, rubric',
          )
          .eq('account_id', accountId)
          .eq('lesson_id', lessonId)
          .maybeSingle(),
      );
      if (!row) return null;
      const { id, version, ...settings } = row;
      return { id, version, settings };
    },
    staleTime: 0,
  });

/** Where the work of a member stands, for reports. */
export const assignmentResultQuery = (db: Db, accountId: string, lessonId: string, memberId: string) =>
  queryOptions({
    queryKey: ['assignments', accountId, 'result', lessonId, memberId],
    queryFn: async () =>
      dataOf(await db.rpc('assignment_result', { lesson_id: lessonId, member_id: memberId }))[0] ?? null,
  });

/** How long a link to a file works. */
const LINK_SECONDS = 600;

/** An address of a file for whoever may read it, for a few minutes. */
export async function signedWork(db: Db, accountId: string, { path, name }: WorkFile): Promise<string> {
  const bucket = db.storage.from(`${accountId}-private`);
  return dataOf(await bucket.createSignedUrl(path, LINK_SECONDS, { download: name })).signedUrl;
}
