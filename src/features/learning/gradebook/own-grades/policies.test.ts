import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GradebookRoom, openGradebookRoom, refused } from '#tests/db/gradebook-room.ts';
import { countOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let room: GradebookRoom;
beforeAll(async () => {
  world = await openWorld();
  room = await openGradebookRoom(world);
});
afterAll(() => world.close());
beforeEach(() => room.clear());

describe('a student’s own grades', () => {
  test('leave out what is not shown, and the grade of the course where it is not', async () => {
    await room.grade(await room.handIn(), 80);
    const { exam } = await room.withExam();
    await room.enter({ item_id: exam, points: 0 });
    const setup = await room.setup();
    await room.save({ ...setup, items: setup.items.map((item) => ({ ...item, is_shown: item.id !== exam })) });
    const own = await room.ownGrades();
    expect(own.items).toHaveLength(1);
    expect(own.total).toMatchObject({ percent: 80 });
    expect(await room.row()).toMatchObject({ percent: 53.33 });
    await room.save({ ...(await room.setup()), is_shown: false });
    expect((await room.ownGrades()).total).toBeNull();
  });

  test('count imagined points and change nothing', async () => {
    const { exam } = await room.withExam();
    await room.enter({ item_id: exam, points: 10 });
    const imagined = await room.ownGrades({ [exam]: 50 });
    expect(imagined.total).toMatchObject({ percent: 100 });
    expect(imagined.items.find(({ id }) => id === exam)).toMatchObject({ points: 10 });
    expect((await room.ownGrades()).total).toMatchObject({ percent: 20 });
    expect(await refused(room.as('student', `own_grades($1, null, '{"x": 1}')`, [room.course]))).toBe('invalid');
  });

  test('are for a parent only where they see results', async () => {
    expect((await room.ownGrades({}, 'parent', room.student)).is_own).toBe(false);
    await world.sql.query('update public.guardians set sees_grades = false where child_id = $1', [room.student]);
    const outcome = await world.attempt('parent', 'select public.own_grades($1, $2)', [room.course, room.student]);
    expect(countOf(outcome)).toBe('not_found');
    await world.sql.query('update public.guardians set sees_grades = true where child_id = $1', [room.student]);
  });
});
