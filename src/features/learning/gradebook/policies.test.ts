import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AssignmentRoom, openAssignmentRoom } from '#tests/db/assignment-room.ts';
import { countOf, matrix } from '#tests/db/matrix.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import type { GradebookRow, GradebookSetup, GradeDetails, OwnGrades } from './schema.ts';

let world: World;
let room: AssignmentRoom;
let student: string;
let instructor: string;
beforeAll(async () => {
  world = await openWorld();
  room = await openAssignmentRoom(world);
  const idOf = async (email: string) =>
    (
      await world.sql.query<{ id: string }>('select id from public.members where account_id = $1 and email = $2', [
        world.demo,
        email,
      ])
    )[0]?.id ?? '';
  student = await idOf('student@demo.test');
  instructor = await idOf('instructor@demo.test');
});
afterAll(() => world.close());
beforeEach(async () => {
  await room.clear();
  await world.sql.query('delete from public.grade_schemes where course_id = $1', [room.course]);
  await world.sql.query('delete from public.grade_items where course_id = $1 and lesson_id is null', [room.course]);
  await world.sql.query('delete from public.grade_entries where course_id = $1', [room.course]);
  await world.sql.query('delete from public.grade_changes where course_id = $1', [room.course]);
  await world.sql.query('delete from public.grade_groups where course_id = $1', [room.course]);
  await world.sql.query('update public.grade_items set is_shown = true, is_counted = true where course_id = $1', [
    room.course,
  ]);
});

const setupOf = (person: Person = 'instructor') =>
  room.as<GradebookSetup>(person, 'gradebook_setup($1)', [room.course]);
const save = (setup: Partial<GradebookSetup>, person: Person = 'instructor') =>
  room.as<GradebookSetup>(person, 'save_gradebook_setup($1, $2)', [room.course, JSON.stringify(setup)]);
const rowOf = async (member = student): Promise<GradebookRow | undefined> =>
  (await room.as<{ rows: GradebookRow[] }>('instructor', 'gradebook($1)', [room.course])).rows.find(
    ({ member_id }) => member_id === member,
  );
const enter = (change: Record<string, unknown>, person: Person = 'instructor') =>
  room.as<number>(person, 'enter_grades($1, $2)', [
    room.course,
    JSON.stringify([{ member_id: student, version: 0, status: 'points', points: 50, ...change }]),
  ]);
const ownGrades = (whatIf: Record<string, number> = {}, person: Person = 'student', member: string | null = null) =>
  room.as<OwnGrades>(person, 'own_grades($1, $2, $3)', [room.course, member, JSON.stringify(whatIf)]);
const refused = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: { code?: string; detail?: string }) => error.detail ?? error.code,
  );

/** The gradebook with an oral exam of 50 points beside the assignment of 100. */
async function withExam(): Promise<{ exam: string; lesson: string }> {
  const setup = await setupOf();
  const exam = crypto.randomUUID();
  const [first] = setup.items;
  await save({
    ...setup,
    items: [...setup.items, { ...first, id: exam, lesson_id: null, title: 'Oral exam', points: 50 } as never],
  });
  return { exam, lesson: first?.id ?? '' };
}

describe('who has a gradebook', () => {
  const graders = { owner: 1, instructor: 1 };
  matrix(
    () => world,
    [
      [
        'reads the gradebook of a course',
        'select public.gradebook({course})',
        { ...graders, visitor: '42501', others: 'forbidden' },
      ],
      [
        'reads the setup',
        'select public.gradebook_setup({course})',
        { ...graders, visitor: '42501', others: 'forbidden' },
      ],
      [
        'enters a grade',
        `select public.enter_grades({course}, jsonb_build_array(jsonb_build_object('item_id', {item}::text, 'member_id', {student}::text, 'status', 'excused')))`,
        { ...graders, visitor: '42501', others: 'forbidden' },
      ],
      [
        'reads the items as rows',
        'select from public.grade_items where course_id = {course}',
        { ...graders, visitor: '42501', others: 0 },
      ],
      [
        'writes an item past the setup',
        `insert into public.grade_items (account_id, course_id, title, points) values ({demo}, {course}, 'Mine', 5)`,
        { others: '42501' },
      ],
      [
        'writes a grade past enter_grades',
        `insert into public.grade_entries (account_id, course_id, item_id, member_id, status) values ({demo}, {course}, {item}, {student}, 'excused')`,
        { others: '42501' },
      ],
      ['changes the history', `update public.grade_changes set points = 5`, { others: '42501' }],
      ['changes a scheme', `update public.grade_schemes set is_shown = false`, { others: '42501' }],
      ['removes a group', `delete from public.grade_groups`, { others: '42501' }],
      [
        'reads the grades of the student',
        'select public.own_grades({course}, {student})',
        { student: 1, parent: 1, visitor: '42501', others: 'not_found' },
      ],
    ],
    () => ({ course: room.course, student, item: itemId }),
  );
  let itemId = '';
  beforeAll(async () => {
    itemId = (await setupOf()).items[0]?.id ?? '';
  });
});

describe('the gradebook', () => {
  test('has what lessons give, and says where each stands', async () => {
    await room.set({ due_at: new Date(Date.now() - 86_400_000).toISOString() });
    expect((await rowOf())?.cells).toEqual([{ state: 'missing' }]);
    expect(await rowOf()).toMatchObject({ percent: null, final: 0 });
    const work = await room.handIn();
    expect((await rowOf())?.cells).toEqual([{ state: 'to_grade', is_late: true }]);
    await room.grade(work, 75);
    expect((await rowOf())?.cells).toEqual([{ state: 'graded', points: 75, is_late: true }]);
    expect(await rowOf()).toMatchObject({ percent: 75, final: 75, is_passing: null, letter: null });
  });

  test('counts missing work as zero where it is set up so', async () => {
    await room.set({ due_at: new Date(Date.now() - 86_400_000).toISOString() });
    await save({ ...(await setupOf()), missing: 'zero' });
    expect(await rowOf()).toMatchObject({ percent: 0, final: 0 });
  });

  test('a grade entered by hand stands in place of the lesson’s until it is taken back', async () => {
    await room.grade(await room.handIn(), 40);
    const { lesson } = await withExam();
    await enter({ item_id: lesson, points: 90.5, note: 'Shown in class.' });
    expect((await rowOf())?.cells[0]).toEqual({ state: 'graded', points: 90.5, is_entered: true, version: 1 });
    expect((await ownGrades()).items[0]).toMatchObject({ points: 90.5, note: 'Shown in class.' });
    await enter({ item_id: lesson, version: 1, status: 'none', points: null });
    expect((await rowOf())?.cells[0]).toEqual({ state: 'graded', points: 40, version: 2 });
  });

  test('excused work counts for nothing, missing work for zero', async () => {
    await room.grade(await room.handIn(), 80);
    const { exam } = await withExam();
    await enter({ item_id: exam, status: 'missing', points: null });
    expect(await rowOf()).toMatchObject({ percent: 53.33 });
    await enter({ item_id: exam, version: 1, status: 'excused', points: null });
    expect(await rowOf()).toMatchObject({ percent: 80, final: 80 });
  });

  test('tells nothing of work whose graders see no names, but its student', async () => {
    await room.set({ is_anonymous: true });
    await room.grade(await room.handIn(), 80);
    expect((await rowOf())?.cells).toEqual([{ state: 'anonymous' }]);
    expect(await rowOf()).toMatchObject({ percent: null, final: null });
    const [item] = (await setupOf()).items;
    expect(await refused(enter({ item_id: item?.id }))).toBe('not_found');
    expect(await refused(room.as('instructor', 'grade_details($1, $2)', [item?.id, student]))).toBe('not_found');
    expect((await ownGrades()).total).toMatchObject({ percent: 80 });
  });

  test('is sorted by grade, and searched by name', async () => {
    const { exam } = await withExam();
    const blocked = (
      await world.sql.query<{ id: string }>(
        `select id from public.members where account_id = $1 and email = 'blocked@world.test'`,
        [world.demo],
      )
    )[0]?.id;
    await enter({ item_id: exam, points: 20 });
    await enter({ item_id: exam, points: 40, member_id: blocked });
    const order = async (descending: boolean) =>
      (
        await room.as<{ rows: GradebookRow[] }>('instructor', `gradebook($1, '', 1, 50, 'percent', $2)`, [
          room.course,
          descending,
        ])
      ).rows.map(({ member_id }) => member_id);
    expect(await order(true)).toEqual([blocked, student]);
    expect(await order(false)).toEqual([student, blocked]);
    const search = await room.as<{ count: number }>('instructor', `gradebook($1, 'no such name')`, [room.course]);
    expect(search.count).toBe(0);
  });
});

describe('entering grades', () => {
  test('is refused where somebody has changed one meanwhile, whole', async () => {
    const { exam, lesson } = await withExam();
    await enter({ item_id: exam });
    const changes = [
      { item_id: lesson, member_id: student, version: 0, status: 'points', points: 1 },
      { item_id: exam, member_id: student, version: 0, status: 'points', points: 2 },
    ];
    const call = room.as('owner', 'enter_grades($1, $2)', [room.course, JSON.stringify(changes)]);
    expect(await refused(call)).toBe('gradebook_changed');
    expect((await rowOf())?.cells[0]).toEqual({ state: 'open' });
  });

  test.each([
    [{ points: -1 }, 'invalid'],
    [{ points: 1000.5 }, 'invalid'],
    [{ points: 1.234 }, 'invalid'],
    [{ points: 'many' }, 'invalid'],
    [{ status: 'great' }, 'invalid'],
    [{ note: 'x'.repeat(1001) }, 'invalid'],
    [{ item_id: crypto.randomUUID() }, 'not_found'],
    [{ member_id: crypto.randomUUID() }, 'not_found'],
  ])('refuses %j', async (change, code) => {
    const { exam } = await withExam();
    expect(await refused(enter({ item_id: exam, ...change }))).toBe(code);
  });

  test('nobody grades themselves', async () => {
    const { exam } = await withExam();
    await world.sql.query(`select private.enrol($1, $2, $3, 'manual')`, [world.demo, room.course, instructor]);
    expect(await refused(enter({ item_id: exam, member_id: instructor }))).toBe('own_attempt');
    expect(await enter({ item_id: exam, member_id: instructor }, 'owner')).toBe(1);
    await world.sql.query('delete from public.enrolments where course_id = $1 and member_id = $2', [
      room.course,
      instructor,
    ]);
  });

  test('keeps each change with who made it, and tells the student once', async () => {
    await room.grade(await room.handIn(), 40);
    const { exam, lesson } = await withExam();
    await world.sql.query('delete from public.account_notifications where account_id = $1', [world.demo]);
    await room.as('owner', 'enter_grades($1, $2)', [
      room.course,
      JSON.stringify([
        { item_id: lesson, member_id: student, version: 0, status: 'points', points: 60 },
        { item_id: exam, member_id: student, version: 0, status: 'points', points: 30 },
      ]),
    ]);
    const details = await room.as<GradeDetails>('instructor', 'grade_details($1, $2)', [lesson, student]);
    expect(details.history.map(({ points, is_entered, grader }) => [points, is_entered, grader !== null])).toEqual([
      [60, true, true],
      [40, false, true],
    ]);
    const told = await world.sql.query(
      `select from public.account_notifications where account_id = $1 and said ->> 'key' = 'gradesChanged'`,
      [world.demo],
    );
    expect(told).toHaveLength(1);
    // The same again changes nothing and tells nobody.
    expect(await enter({ item_id: exam, version: 1, points: 30 })).toBe(0);
  });
});

describe('the setup', () => {
  test('is refused where somebody has saved it meanwhile', async () => {
    const setup = await setupOf();
    await save(setup);
    expect(await refused(save(setup, 'owner'))).toBe('gradebook_changed');
  });

  test.each([
    [{ letters: [{ letter: 'A', from: 101 }] }],
    [{ letters: Array.from({ length: 2 }, () => ({ letter: 'A', from: 1 })) }],
    [{ pass_percent: 101 }],
    [{ weighting: 'luck' }],
    [{ groups: [{ id: crypto.randomUUID(), title: '', weight: 1, drop_lowest: 0, min_percent: null }] }],
    [{ groups: 'none' }],
    [{ items: [{ id: crypto.randomUUID(), title: 'x', points: 0, is_shown: true, is_counted: true }] }],
  ])('refuses %j', async (part) => {
    expect(await refused(save({ ...(await setupOf()), ...(part as object) }))).toBe('invalid');
  });

  test('archives what was graded by hand with its grades, and brings it back', async () => {
    const { exam } = await withExam();
    await enter({ item_id: exam, points: 30 });
    const setup = await setupOf();
    const item = setup.items.find(({ id }) => id === exam);
    const without = await save({ ...setup, items: setup.items.filter(({ id }) => id !== exam) });
    expect(without.archived.map(({ id }) => id)).toEqual([exam]);
    await save({ ...without, items: [...without.items, item as never] });
    expect((await rowOf())?.cells[1]).toMatchObject({ points: 30 });
  });
});

describe('a student’s own grades', () => {
  test('leave out what is not shown, and the grade of the course where it is not', async () => {
    await room.grade(await room.handIn(), 80);
    const { exam } = await withExam();
    await enter({ item_id: exam, points: 0 });
    const setup = await setupOf();
    await save({ ...setup, items: setup.items.map((item) => ({ ...item, is_shown: item.id !== exam })) });
    const own = await ownGrades();
    expect(own.items).toHaveLength(1);
    expect(own.total).toMatchObject({ percent: 80 });
    expect(await rowOf()).toMatchObject({ percent: 53.33 });
    await save({ ...(await setupOf()), is_shown: false });
    expect((await ownGrades()).total).toBeNull();
  });

  test('count imagined points and change nothing', async () => {
    const { exam } = await withExam();
    await enter({ item_id: exam, points: 10 });
    const imagined = await ownGrades({ [exam]: 50 });
    expect(imagined.total).toMatchObject({ percent: 100 });
    expect(imagined.items.find(({ id }) => id === exam)).toMatchObject({ points: 10 });
    expect((await ownGrades()).total).toMatchObject({ percent: 20 });
    expect(await refused(room.as('student', `own_grades($1, null, '{"x": 1}')`, [room.course]))).toBe('invalid');
  });

  test('are for a parent only where they see results', async () => {
    expect((await ownGrades({}, 'parent', student)).is_own).toBe(false);
    await world.sql.query('update public.guardians set sees_grades = false where child_id = $1', [student]);
    const outcome = await world.attempt('parent', 'select public.own_grades($1, $2)', [room.course, student]);
    expect(countOf(outcome)).toBe('not_found');
    await world.sql.query('update public.guardians set sees_grades = true where child_id = $1', [student]);
  });
});
