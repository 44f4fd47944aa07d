import { type AssignmentRoom, openAssignmentRoom } from './assignment-room.ts';
import type { Person, World } from './world.ts';

type Item = { id: string; lesson_id: string | null; title: string; points: number; is_shown: boolean };
type GradebookSetup = { version: number; items: Item[]; archived: Pick<Item, 'id' | 'title' | 'points'>[] } & Record<
  string,
  unknown
>;
type Total = { percent: number | null; final: number | null };
type GradebookRow = Total & { member_id: string; cells: { state: string; points?: number }[] };
type OwnGrades = { is_own: boolean; total: Total | null; items: { id: string; points: number | null }[] };
type GradeDetails = { history: { points: number | null; is_entered: boolean; grader: string | null }[] };

/** The gradebook of a course with one assignment and two students. */
export type GradebookRoom = AssignmentRoom & {
  student: string;
  instructor: string;
  blocked: string;
  setup(person?: Person): Promise<GradebookSetup>;
  save(setup: Partial<GradebookSetup>, person?: Person): Promise<GradebookSetup>;
  rows(options?: string): Promise<GradebookRow[]>;
  /** The row of the student. */
  row(): Promise<GradebookRow | undefined>;
  /** Enters 50 points for the student, or what is said. */
  enter(change: Record<string, unknown>, person?: Person): Promise<number>;
  details(item: string): Promise<GradeDetails>;
  ownGrades(whatIf?: Record<string, number>, person?: Person, member?: string | null): Promise<OwnGrades>;
  /** Adds an oral exam of 50 points beside the assignment of 100. */
  withExam(): Promise<{ exam: string; lesson: string }>;
};

/** The code a call was refused with. */
export const refused = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => 'accepted',
    (error: { code?: string; detail?: string }) => error.detail ?? error.code,
  );

export async function openGradebookRoom(world: World): Promise<GradebookRoom> {
  const room = await openAssignmentRoom(world);
  const idOf = async (email: string) =>
    (
      await world.sql.query<{ id: string }>('select id from public.members where account_id = $1 and email = $2', [
        world.demo,
        email,
      ])
    )[0]?.id ?? '';
  const student = await idOf('student@demo.test');
  const setup: GradebookRoom['setup'] = (person = 'instructor') =>
    room.as(person, 'gradebook_setup($1)', [room.course]);
  const save: GradebookRoom['save'] = (values, person = 'instructor') =>
    room.as(person, 'save_gradebook_setup($1, $2)', [room.course, JSON.stringify(values)]);
  const rows: GradebookRoom['rows'] = async (options = '') =>
    (await room.as<{ rows: GradebookRow[] }>('instructor', `gradebook($1${options})`, [room.course])).rows;
  return {
    ...room,
    student,
    instructor: await idOf('instructor@demo.test'),
    blocked: await idOf('blocked@world.test'),
    setup,
    save,
    rows,
    row: async () => (await rows()).find(({ member_id }) => member_id === student),
    enter: (change, person = 'instructor') =>
      room.as(person, 'enter_grades($1, $2)', [
        room.course,
        JSON.stringify([{ member_id: student, version: 0, status: 'points', points: 50, ...change }]),
      ]),
    details: (item) => room.as('instructor', 'grade_details($1, $2)', [item, student]),
    ownGrades: (whatIf = {}, person = 'student', member = null) =>
      room.as(person, 'own_grades($1, $2, $3)', [room.course, member, JSON.stringify(whatIf)]),
    withExam: async () => {
      const before = await setup();
      const [first] = before.items;
      if (!first) throw new Error('The course has no item.');
      const exam = crypto.randomUUID();
      const item = { ...first, id: exam, lesson_id: null, title: 'Oral exam', points: 50 };
      await save({ ...before, items: [...before.items, item] });
      return { exam, lesson: first.id };
    },
    clear: async () => {
      await room.clear();
      for (const rest of ['grade_schemes', 'grade_entries', 'grade_changes', 'grade_groups'])
        await world.sql.query(`delete from public.${rest} where course_id = $1`, [room.course]);
      await world.sql.query('delete from public.grade_items where course_id = $1 and lesson_id is null', [room.course]);
      await world.sql.query('update public.grade_items set is_shown = true, is_counted = true where course_id = $1', [
        room.course,
      ]);
    },
  };
}
