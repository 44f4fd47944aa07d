import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GradebookRoom, openGradebookRoom } from '#tests/db/gradebook-room.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let room: GradebookRoom;
beforeAll(async () => {
  world = await openWorld();
  room = await openGradebookRoom(world);
});
afterAll(() => world.close());
beforeEach(() => room.clear());

describe('the rows of a gradebook', () => {
  test('are sorted by grade, and searched by name', async () => {
    const { exam } = await room.withExam();
    await room.enter({ item_id: exam, points: 20 });
    await room.enter({ item_id: exam, points: 40, member_id: room.blocked });
    const order = async (options: string) => (await room.rows(options)).map(({ member_id }) => member_id);
    expect(await order(", sort => 'percent', is_descending => true")).toEqual([room.blocked, room.student]);
    expect(await order(", sort => 'percent'")).toEqual([room.student, room.blocked]);
    const byName = await order('');
    expect(await order(', is_descending => true')).toEqual(byName.toReversed());
    expect(await order(", search => 'no such name'")).toEqual([]);
    expect(await order(', page => 2, page_size => 1')).toEqual(byName.slice(1));
  });

  test('leave out whose access has ended, unless they are asked for', async () => {
    await world.sql.query(`update public.enrolments set status = 'ended' where course_id = $1 and member_id = $2`, [
      room.course,
      room.student,
    ]);
    expect(await room.rows()).toHaveLength(1);
    expect(await room.rows(', with_ended => true')).toHaveLength(2);
    await world.sql.query(`update public.enrolments set status = 'active' where course_id = $1`, [room.course]);
  });
});
