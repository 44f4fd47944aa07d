import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GradebookRoom, openGradebookRoom, refused } from '#tests/db/gradebook-room.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let room: GradebookRoom;
beforeAll(async () => {
  world = await openWorld();
  room = await openGradebookRoom(world);
});
afterAll(() => world.close());
beforeEach(() => room.clear());

describe('entering grades', () => {
  test('is refused where somebody has changed one meanwhile, whole', async () => {
    const { exam, lesson } = await room.withExam();
    await room.enter({ item_id: exam });
    const changes = [
      { item_id: lesson, member_id: room.student, version: 0, status: 'points', points: 1 },
      { item_id: exam, member_id: room.student, version: 0, status: 'points', points: 2 },
    ];
    const call = room.as('owner', 'enter_grades($1, $2)', [room.course, JSON.stringify(changes)]);
    expect(await refused(call)).toBe('gradebook_changed');
    expect((await room.row())?.cells[0]).toEqual({ state: 'open' });
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
    const { exam } = await room.withExam();
    expect(await refused(room.enter({ item_id: exam, ...change }))).toBe(code);
  });

  test('nobody grades themselves', async () => {
    const { exam } = await room.withExam();
    await world.sql.query(`select private.enrol($1, $2, $3, 'manual')`, [world.demo, room.course, room.instructor]);
    expect(await refused(room.enter({ item_id: exam, member_id: room.instructor }))).toBe('own_attempt');
    expect(await room.enter({ item_id: exam, member_id: room.instructor }, 'owner')).toBe(1);
    await world.sql.query('delete from public.enrolments where course_id = $1 and member_id = $2', [
      room.course,
      room.instructor,
    ]);
  });

  test('keeps each change with who made it, and tells the student once', async () => {
    await room.grade(await room.handIn(), 40);
    const { exam, lesson } = await room.withExam();
    await world.sql.query('delete from public.account_notifications where account_id = $1', [world.demo]);
    await room.as('owner', 'enter_grades($1, $2)', [
      room.course,
      JSON.stringify([
        { item_id: lesson, member_id: room.student, version: 0, status: 'points', points: 60 },
        { item_id: exam, member_id: room.student, version: 0, status: 'points', points: 30 },
      ]),
    ]);
    const details = await room.details(lesson);
    expect(details.history.map(({ points, is_entered, grader }) => [points, is_entered, grader !== null])).toEqual([
      [60, true, true],
      [40, false, true],
    ]);
    const notifications = await world.sql.query(
      `select from public.account_notifications where account_id = $1 and said ->> 'key' = 'gradesChanged'`,
      [world.demo],
    );
    expect(notifications).toHaveLength(1);
    // The same again changes nothing and tells nobody.
    expect(await room.enter({ item_id: exam, version: 1, points: 30 })).toBe(0);
  });
});
