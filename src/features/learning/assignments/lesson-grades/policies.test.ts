import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AssignmentRoom, openAssignmentRoom } from '#tests/db/assignment-room.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let room: AssignmentRoom;
beforeAll(async () => {
  world = await openWorld();
  room = await openAssignmentRoom(world);
});
afterAll(() => world.close());

const grade = async () =>
  (
    await world.sql.query<{ points: string | null; state: string; is_late: boolean }>(
      `select g.points, g.state, g.is_late from public.members m, private.assignment_lesson_grades(m.account_id, $2, array[m.id]) g
        where m.account_id = $1 and m.email = 'student@demo.test'`,
      [world.demo, room.course],
    )
  )[0];

test('a gradebook is told of the last grade, of what waits, and of what is missing', async () => {
  expect(await grade()).toEqual({ points: null, state: 'open', is_late: false });
  await room.set({ due_at: new Date(Date.now() - 3_600_000).toISOString() });
  expect(await grade()).toEqual({ points: null, state: 'missing', is_late: false });
  const work = await room.handIn();
  expect(await grade()).toEqual({ points: null, state: 'to_grade', is_late: true });
  await room.grade(work, 40);
  expect(await grade()).toEqual({ points: '40.00', state: 'graded', is_late: true });
  await room.handIn('Better');
  expect(await grade()).toEqual({ points: '40.00', state: 'to_grade', is_late: true });
});
