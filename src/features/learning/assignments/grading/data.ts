import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { AssignmentRules, Grade, HandIn } from '../data.ts';

export const views = ['to_grade', 'graded', 'open'] as const;
export type View = (typeof views)[number];

export type QueueRow = {
  /** Null where nothing was begun. */
  id: string | null;
  assignment_id: string;
  title: string;
  course: string;
  /** Null where names are hidden. */
  name: string | null;
  number: number | null;
  member_id: string | null;
  is_late: boolean;
  /** When it was handed in, or is due. */
  since: string | null;
  points: number | null;
  out_of: number;
};

export type Queue = {
  counts: Record<View, number>;
  rows: QueueRow[];
  assignments: { id: string; title: string; course: string }[];
};

/** Handed-in work as its grader sees it. */
export type Sheet = {
  id: string;
  rules: AssignmentRules;
  title: string;
  course: string;
  status: 'submitted' | 'graded';
  version: number;
  name: string | null;
  member_id: string | null;
  number: number;
  own_due_at: string | null;
  handed_in: HandIn[];
  grades: Grade[];
};

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    submission_queue: { returns: Queue };
    submission_sheet: { returns: Sheet };
    grade_submission: { args: { points: number | null; rubric: Record<string, string> }; returns: Sheet };
    set_own_due: { args: { due_at: string | null } };
  }
}

export const PAGE_SIZE = 50;

export type QueueFilter = { shown: View; assignment: string | null; page: number };

export const queueQuery = (db: Db, accountId: string, { shown, assignment, page }: QueueFilter) =>
  queryOptions({
    queryKey: ['assignments', accountId, 'queue', shown, assignment, page],
    queryFn: async (): Promise<Queue> =>
      dataOf(await db.rpc('submission_queue', { shown, page, ...(assignment ? { assignment_id: assignment } : {}) })),
    staleTime: 0,
  });

export const sheetQuery = (db: Db, accountId: string, submissionId: string) =>
  queryOptions({
    queryKey: ['assignments', accountId, 'sheet', submissionId],
    queryFn: async (): Promise<Sheet> => dataOf(await db.rpc('submission_sheet', { submission_id: submissionId })),
    staleTime: 0,
  });

export type GradeEntry = { points: number | null; rubric: Record<string, string>; feedback: string };

/** @throws {DbError} `submission_changed`, `assignment_changed`, `invalid`, `own_attempt`, `not_found` */
export async function gradeWork(db: Db, sheet: Sheet, entry: GradeEntry): Promise<Sheet> {
  return dataOf(await db.rpc('grade_submission', { submission_id: sheet.id, version: sheet.version, ...entry }));
}

/** Gives one student a due date of their own; null is everybody's again. */
export async function setOwnDue(db: Db, assignmentId: string, memberId: string, dueAt: string | null): Promise<void> {
  dataOf(await db.rpc('set_own_due', { assignment_id: assignmentId, member_id: memberId, due_at: dueAt }));
}
