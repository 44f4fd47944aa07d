import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/app-world.ts';
import { openWorld, type Person, type World } from '#tests/world.ts';

let world: World;
let app: AppWorld;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const strangers: [Person | undefined, number][] = [
  [undefined, 401],
  ['student', 403],
  ['parent', 403],
  ['blocked', 403],
  ['atelierOwner', 403],
  ['stolen', 403],
  ['unbound', 403],
];

describe('POST /api/account/defaults', () => {
  const ask = (as?: Person, account_id = world.demo) =>
    app.call('/api/account/defaults', { method: 'POST', as, body: { account_id, type: 'bunny' } });

  test.each(strangers)('%s gets %s', async (as, status) => expect((await ask(as)).status).toBe(status));

  test('staff are told that there are none, then which', async () => {
    expect(await (await ask('instructor')).json()).toEqual({ status: false });
    await world.sql.query('insert into public.options (account_id, key, value) values ($1, $2, $3)', [
      world.demo,
      'bunnyCreds',
      '{"library": "lumen"}',
    ]);
    for (const as of ['owner', 'instructor'] as const)
      expect(await (await ask(as)).json()).toEqual({ status: true, bunnyCreds: { library: 'lumen' } });
    const hidden = await world.attempt('student', "select from public.options where key = 'bunnyCreds'");
    expect(hidden).toEqual({ rows: [] });
  });

  test('of another account nothing', async () => expect((await ask('owner', world.atelier)).status).toBe(403));
});

describe('dropping cached pages by hand', () => {
  const addresses = [
    ['/api/site/revalidateCache?site=ACCOUNT&path=course', { revalidated: true, path: 'course' }],
    ['/api/site/revalidateCache?site=ACCOUNT&path=', { revalidated: true, path: '/' }],
    [
      '/api/site/invalidateCache?account_id=ACCOUNT&key=getSiteOption-theme',
      {
        invalidated: true,
        key: 'getSiteOption-theme',
      },
    ],
  ] as const;
  for (const [address, expected] of addresses) {
    describe(address, () => {
      test.each([...strangers, ['instructor', 403] as const])('%s gets %s', async (as, status) => {
        expect((await app.call(address.replace('ACCOUNT', world.demo), { as })).status).toBe(status);
      });
      test('the owner', async () => {
        const answer = await app.call(address.replace('ACCOUNT', world.demo), { as: 'owner' });
        expect(await answer.json()).toEqual(expected);
      });
      test('not for another account', async () => {
        expect((await app.call(address.replace('ACCOUNT', world.atelier), { as: 'owner' })).status).toBe(403);
      });
    });
  }

  test('an unknown key and a path that is none are refused', async () => {
    expect((await app.call('/api/site/invalidateCache?key=getSiteOption-misc2', { as: 'owner' })).status).toBe(422);
    expect((await app.call('/api/site/revalidateCache?path=a%20b', { as: 'owner' })).status).toBe(422);
  });
});
