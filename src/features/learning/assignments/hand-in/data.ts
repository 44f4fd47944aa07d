import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { AssignmentRules, Grade, HandIn, WorkFile } from '../data.ts';

export type Draft = { body: string; link: string; files: WorkFile[]; revision: number; saved_at: string };
export type SavedDraft = Draft & {
  /** False where another tab or device had saved something later, which is returned. */
  saved: boolean;
  submission_id: string;
};

export type Work = {
  id: string;
  status: 'draft' | 'submitted' | 'graded';
  hand_ins: number;
  points: number | null;
  passed: boolean | null;
  draft: Draft | null;
  handed_in: HandIn[];
  grades: Grade[];
};

/** An assignment as its student sees it; `due_at` is theirs. */
export type Overview = {
  rules: AssignmentRules;
  now: string;
  is_student: boolean;
  /** How late it would be now, in hours or days begun. */
  late_units: number;
  refusal: 'no_attempts_left' | 'too_late' | null;
  submission: Work | null;
};

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    assignment_overview: { returns: Overview };
    save_assignment_draft: { returns: SavedDraft };
    add_assignment_file: { returns: Draft };
    remove_assignment_file: { returns: Draft };
    submit_assignment: { returns: Overview };
  }
}

export const overviewQuery = (db: Db, accountId: string, lessonId: string) =>
  queryOptions({
    queryKey: ['assignments', accountId, 'overview', lessonId],
    queryFn: async (): Promise<Overview> => dataOf(await db.rpc('assignment_overview', { lesson_id: lessonId })),
    staleTime: 0,
  });

export async function saveDraft(
  db: Db,
  assignmentId: string,
  { body, link }: { body: string; link: string },
  revision: number,
): Promise<SavedDraft> {
  return dataOf(await db.rpc('save_assignment_draft', { assignment_id: assignmentId, body, link, revision }));
}

export async function addFile(db: Db, submissionId: string, path: string, name: string): Promise<Draft> {
  return dataOf(await db.rpc('add_assignment_file', { submission_id: submissionId, path, name }));
}

export async function removeFile(db: Db, fileId: string): Promise<Draft> {
  return dataOf(await db.rpc('remove_assignment_file', { file_id: fileId }));
}

/** Hands in the draft as it is stored. @throws {DbError} `changed_meanwhile`, `no_attempts_left`, `too_late`, `invalid` */
export async function handIn(db: Db, assignmentId: string, revision: number): Promise<Overview> {
  return dataOf(await db.rpc('submit_assignment', { assignment_id: assignmentId, revision }));
}
