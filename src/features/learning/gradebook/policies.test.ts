import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GradebookRoom, openGradebookRoom, refused } from '#tests/db/gradebook-room.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let room: GradebookRoom;
beforeAll(async () => {
  world = await openWorld();
  room = await openGradebookRoom(world);
});
afterAll(() => world.close());
beforeEach(() => room.clear());

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
    () => ({ course: room.course, student: room.student, item: itemId }),
  );
  let itemId = '';
  beforeAll(async () => {
    itemId = (await room.setup()).items[0]?.id ?? '';
  });
});

describe('the gradebook', () => {
  test('has what lessons give, and says where each stands', async () => {
    await room.set({ due_at: new Date(Date.now() - 86_400_000).toISOString() });
    expect((await room.row())?.cells).toEqual([{ state: 'missing' }]);
    expect(await room.row()).toMatchObject({ percent: null, final: 0 });
    const work = await room.handIn();
    expect((await room.row())?.cells).toEqual([{ state: 'to_grade', is_late: true }]);
    await room.grade(work, 75);
    expect((await room.row())?.cells).toEqual([{ state: 'graded', points: 75, is_late: true }]);
    expect(await room.row()).toMatchObject({ percent: 75, final: 75, is_passing: null, letter: null });
  });

  test('counts missing work as zero where it is set up so', async () => {
    await room.set({ due_at: new Date(Date.now() - 86_400_000).toISOString() });
    await room.save({ ...(await room.setup()), missing: 'zero' });
    expect(await room.row()).toMatchObject({ percent: 0, final: 0 });
  });

  test('a grade entered by hand stands in place of the lesson’s until it is taken back', async () => {
    await room.grade(await room.handIn(), 40);
    const { lesson } = await room.withExam();
    await room.enter({ item_id: lesson, points: 90.5, note: 'Shown in class.' });
    expect((await room.row())?.cells[0]).toEqual({ state: 'graded', points: 90.5, is_entered: true, version: 1 });
    expect((await room.ownGrades()).items[0]).toMatchObject({ points: 90.5, note: 'Shown in class.' });
    await room.enter({ item_id: lesson, version: 1, status: 'none', points: null });
    expect((await room.row())?.cells[0]).toEqual({ state: 'graded', points: 40, version: 2 });
  });

  test('excused work counts for nothing, missing work for zero', async () => {
    await room.grade(await room.handIn(), 80);
    const { exam } = await room.withExam();
    await room.enter({ item_id: exam, status: 'missing', points: null });
    expect(await room.row()).toMatchObject({ percent: 53.33 });
    await room.enter({ item_id: exam, version: 1, status: 'excused', points: null });
    expect(await room.row()).toMatchObject({ percent: 80, final: 80 });
  });

  test('tells nothing of work whose graders see no names, but its student', async () => {
    await room.set({ is_anonymous: true });
    await room.grade(await room.handIn(), 80);
    expect((await room.row())?.cells).toEqual([{ state: 'anonymous' }]);
    expect(await room.row()).toMatchObject({ percent: null, final: null });
    const [item] = (await room.setup()).items;
    expect(await refused(room.enter({ item_id: item?.id }))).toBe('not_found');
    expect(await refused(room.as('instructor', 'grade_details($1, $2)', [item?.id, room.student]))).toBe('not_found');
    expect((await room.ownGrades()).total).toMatchObject({ percent: 80 });
  });
});
