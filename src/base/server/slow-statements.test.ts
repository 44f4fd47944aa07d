import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('a statement that takes long is remembered once with its calls, whoever asks; a quick one is not', async () => {
  world.database.takeSlow();
  const slow = 'select pg_sleep($1)';
  await world.sql.query('select 1 as quick');
  await world.sql.query(slow, [0.3]);
  await world.database.as(world.caller('student')).query(slow, [0.3]);
  const seen = world.database.takeSlow();
  expect(seen.find(({ statement }) => statement === slow)).toMatchObject({ calls: 2 });
  expect(seen.some(({ statement }) => statement.includes('quick'))).toBe(false);
  expect(world.database.takeSlow()).toEqual([]);
});
