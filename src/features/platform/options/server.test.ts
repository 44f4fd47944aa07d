import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { smallSite } from '#tests/small-site.ts';

let world: World;
let app: AppWorld;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world, {}, { build: smallSite().build });
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const forbiddenCallers: [Person | undefined, number][] = [
  [undefined, 401],
  ['student', 403],
  ['parent', 403],
  ['blocked', 403],
  ['atelierOwner', 403],
  ['stolen', 403],
  ['unbound', 403],
];

describe('POST /api/account/defaults', () => {
  const request = (as?: Person, account_id = world.demo) =>
    app.call('/api/account/defaults', { method: 'POST', as, body: { account_id, type: 'bunny' } });

  test.each(forbiddenCallers)('%s gets %s', async (as, status) => expect((await request(as)).status).toBe(status));

  test('staff are told that there are none, then which', async () => {
    expect(await (await request('instructor')).json()).toEqual({ status: false });
    await world.sql.query('insert into public.options (account_id, key, value) values ($1, $2, $3)', [
      world.demo,
      'bunnyCreds',
      '{"library": "lumen"}',
    ]);
    for (const as of ['owner', 'instructor'] as const)
      expect(await (await request(as)).json()).toEqual({ status: true, bunnyCreds: { library: 'lumen' } });
    const hidden = await world.attempt('student', "select from public.options where key = 'bunnyCreds'");
    expect(hidden).toEqual({ rows: [] });
  });

  test('nothing of another account', async () => expect((await request('owner', world.atelier)).status).toBe(403));
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
      test.each([...forbiddenCallers, ['instructor', 403] as const])('%s gets %s', async (as, status) => {
        expect((await app.call(address.replace('ACCOUNT', world.demo), { as })).status).toBe(status);
      });
      test('the owner', async () => {
        const response = await app.call(address.replace('ACCOUNT', world.demo), { as: 'owner' });
        expect(await response.json()).toEqual(expected);
      });
      test('not for another account', async () => {
        expect((await app.call(address.replace('ACCOUNT', world.atelier), { as: 'owner' })).status).toBe(403);
      });
    });
  }

  test('an unknown key and an invalid path are rejected', async () => {
    expect((await app.call('/api/site/invalidateCache?key=getSiteOption-misc2', { as: 'owner' })).status).toBe(422);
    expect((await app.call('/api/site/revalidateCache?path=a%20b', { as: 'owner' })).status).toBe(422);
  });
});

describe('a page with options that are not saved', () => {
  const request = (as: Person | undefined, fields: Record<string, string>) =>
    app.call('/api/site/preview', {
      method: 'POST',
      as,
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const options = JSON.stringify({ header: { header_style: 'transparent' }, menus: { header: [] } });

  test.each([...forbiddenCallers, ['instructor', 403] as const])('%s gets %s', async (as, status) => {
    expect((await request(as, { path: '/draft', options })).status).toBe(status);
  });

  test('is shown to the owner as visitors would see it, kept nowhere, and nobody else sees it', async () => {
    const cachedPages = app.runtime.pages.size;
    const response = await request('owner', { path: '/draft', options });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    const html = await response.text();
    expect(html).toContain('"header_style":"transparent"');
    expect(html).not.toContain('"footer"');
    expect(app.runtime.pages.size).toBe(cachedPages);
    expect(await (await app.call('/draft')).text()).toContain('"data":null');
  });

  test.each([
    ['no JSON', { path: '/draft', options: '{' }, 400],
    ['an option nobody knows', { path: '/draft', options: '{"bunnyCreds": {}}' }, 422],
    ['a value that has not its shape', { path: '/draft', options: '{"header": {"header_fontsize": 400}}' }, 422],
    ['a path that leads elsewhere', { path: '//elsewhere.test', options: '{}' }, 422],
    ['a page of the dashboard', { path: '/dashboard', options: '{}' }, 404],
    ['too much of it', { path: '/draft', options: `"${'x'.repeat(1_100_000)}"` }, 413],
  ])('%s is refused', async (_, fields, status) => {
    const response = await request('owner', fields);
    expect(response.status).toBe(status);
    expect(((await response.json()) as { error: { message: string } }).error.message).toMatch(/\.$/);
  });
});
