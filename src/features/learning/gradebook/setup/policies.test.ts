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

describe('the setup', () => {
  test('is refused where somebody has saved it meanwhile', async () => {
    const setup = await room.setup();
    await room.save(setup);
    expect(await refused(room.save(setup, 'owner'))).toBe('gradebook_changed');
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
    expect(await refused(room.save({ ...(await room.setup()), ...(part as object) }))).toBe('invalid');
  });

  test('archives what was graded by hand with its grades, and brings it back', async () => {
    const { exam } = await room.withExam();
    await room.enter({ item_id: exam, points: 30 });
    const setup = await room.setup();
    const item = setup.items.find(({ id }) => id === exam);
    const without = await room.save({ ...setup, items: setup.items.filter(({ id }) => id !== exam) });
    expect(without.archived.map(({ id }) => id)).toEqual([exam]);
    await room.save({ ...without, items: [...without.items, item as never] });
    expect((await room.row())?.cells[1]).toMatchObject({ points: 30 });
  });
});
