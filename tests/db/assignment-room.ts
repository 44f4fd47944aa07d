import { openLessonRoom } from './lesson-room.ts';
import type { Person, World } from './world.ts';

type Row = Record<string, unknown>;
export type Sheet = {
  id: string;
  version: number;
  name: string | null;
  member_id: string | null;
  number: number;
  status: string;
  handed_in: { number: number; body: string; late_units: number; files: { name: string; path: string }[] }[];
  grades: { points: number; deducted: number; late_units: number; number: number; feedback: string }[];
};
export type Overview = {
  rules: Row & { due_at: string | null };
  refusal: string | null;
  late_units: number;
  submission: {
    id: string;
    status: string;
    points: number | null;
    passed: boolean | null;
    draft: { body: string; revision: number; files: { id: string; name: string }[] };
    handed_in: { number: number; body: string }[];
    grades: Sheet['grades'];
  } | null;
};

/** A course of demo's instructor with one assignment, and the student and one more in it. */
export type AssignmentRoom = {
  course: string;
  lesson: string;
  assignment: string;
  as<Answer>(person: Person, call: string, values: unknown[]): Promise<Answer>;
  draft(body: string, revision?: number): Promise<{ revision: number; saved: boolean; submission_id: string }>;
  /** Writes a draft and hands it in; returns the id of the submission. */
  handIn(body?: string): Promise<string>;
  sheet(submission: string, person?: Person): Promise<Sheet>;
  grade(submission: string, points: number | null, rubric?: Row, person?: Person): Promise<Sheet>;
  overview(): Promise<Overview>;
  set(settings: Row): Promise<unknown>;
  /** Puts a file into the storage as if it was just uploaded, and returns its path. */
  upload(submission: string, size?: number, ending?: string): Promise<string>;
  /** Without work, and with the rules it began with. */
  clear(): Promise<void>;
};

const beginning = {
  points: 100,
  pass_mark: 60,
  takes_text: true,
  takes_link: false,
  max_files: 3,
  max_file_mb: 10,
  file_types: [],
  due_at: null,
  due_days: null,
  takes_late: true,
  late_percent: 0,
  late_unit: 'day',
  late_floor: 0,
  resubmissions: 1,
  completion: 'graded',
  is_anonymous: false,
  rubric: '[]',
};

export async function openAssignmentRoom(world: World): Promise<AssignmentRoom> {
  const {
    course,
    lesson,
    subject: assignment,
    as,
    set,
  } = await openLessonRoom(world, {
    kind: 'assignment',
    table: 'assignments',
    title: 'A photo',
  });
  const overview = () => as<Overview>('student', 'assignment_overview($1)', [lesson]);
  const draft: AssignmentRoom['draft'] = async (body, revision) =>
    as('student', `save_assignment_draft($1, $2, '', $3)`, [
      assignment,
      body,
      revision ?? (await overview()).submission?.draft.revision ?? 0,
    ]);
  const sheet = (submission: string, person: Person = 'instructor') =>
    as<Sheet>(person, 'submission_sheet($1)', [submission]);
  return {
    course,
    lesson,
    assignment,
    as,
    draft,
    handIn: async (body = 'My work') => {
      const { revision, submission_id } = await draft(body);
      await as('student', 'submit_assignment($1, $2)', [assignment, revision]);
      return submission_id;
    },
    sheet,
    grade: async (submission, points, rubric = {}, person = 'instructor') =>
      as<Sheet>(person, `grade_submission($1, $2, $3, $4, 'Seen.')`, [
        submission,
        (await sheet(submission)).version,
        points,
        JSON.stringify(rubric),
      ]),
    overview,
    set,
    upload: async (submission, size = 7, ending = 'jpg') => {
      const path = `assignments/${submission}/${crypto.randomUUID()}.${ending}`;
      await world.sql.query(
        `insert into storage.objects (bucket_id, name, version, metadata) values ($1, $2, gen_random_uuid()::text, $3)`,
        [`${world.demo}-private`, path, JSON.stringify({ size, mimetype: 'image/jpeg' })],
      );
      return path;
    },
    clear: async () => {
      await world.sql.query('delete from public.assignment_submissions where assignment_id = $1', [assignment]);
      await world.sql.query('delete from public.lesson_progress where lesson_id = $1', [lesson]);
      await set(beginning);
    },
  };
}
