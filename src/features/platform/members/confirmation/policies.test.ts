import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { confirmed, countOf, matrix, sessionOf, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    ['reads what kind of backend there is', 'select from private.backend_kind', { others: '42501' }],
    ['says the backend is hosted', 'insert into private.backend_kind (is_hosted) values (true)', { others: '42501' }],
    ['reads who has confirmed', 'select from auth.session_confirmations', { others: '42501' }],
    ['asks whether they are confirmed', 'select private.is_confirmed()', { others: '42501' }],
  ],
  () => ({}),
);

describe('forgetting oneself needs a person who is there', () => {
  const erase = 'select public.erase_own_data()';
  const demoMember = async () => sessionOf(world, world.demo, await userIdOf(world, 'member@demo.test'));
  const canChange = (caller: Caller, assignment: string) =>
    world.sql.query(`update auth.session_confirmations set ${assignment} where session_id = $1`, [
      caller.claims.session_id,
    ]);

  test.each([
    ['a session however new', async () => demoMember(), 'reauthentication_needed'],
    ['one that is confirmed', async () => confirmed(world, await demoMember()), 1],
    [
      'one that was',
      async () => {
        const caller = await confirmed(world, await demoMember());
        await canChange(caller, 'confirmed_until = now()');
        return caller;
      },
      'reauthentication_needed',
    ],
    [
      'one that a recovery link opened',
      async () => {
        const caller = await confirmed(world, await demoMember());
        await canChange(caller, 'is_for_password = true');
        return caller;
      },
      'reauthentication_needed',
    ],
    [
      'another of a person who confirmed one',
      async () => {
        await confirmed(world, await demoMember());
        return demoMember();
      },
      'reauthentication_needed',
    ],
    ['an owner who has confirmed', async () => confirmed(world, world.caller('owner')), 'owner_stays'],
  ] as const)('%s', async (_, createCaller, outcome) => {
    expect(countOf(await world.attempt(await createCaller(), erase))).toBe(outcome);
  });

  test('of a hosted backend the time of signing in counts, and only there', async () => {
    const caller = await demoMember();
    const signedIn = (secondsAgo: number, amr?: unknown) => ({
      ...caller,
      claims: {
        ...caller.claims,
        amr: amr ?? [
          { method: 'password', timestamp: Math.floor(Date.now() / 1_000) - 86_400 },
          { method: 'totp', timestamp: Math.floor(Date.now() / 1_000) - secondsAgo },
        ],
      },
    });
    expect(countOf(await world.attempt(signedIn(10), erase))).toBe('reauthentication_needed');
    await world.sql.query('insert into private.backend_kind (is_hosted) values (true)');
    try {
      expect(countOf(await world.attempt(signedIn(10), erase))).toBe(1);
      for (const amr of [undefined, 'password', ['password'], [{ method: 'password', timestamp: 'now' }]])
        expect(countOf(await world.attempt(signedIn(400, amr), erase))).toBe('reauthentication_needed');
    } finally {
      await world.sql.query('delete from private.backend_kind');
    }
  });
});
