import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  await app.call('/api/config', { host: 'atelier' });
  await world.sql.query(
    `update public.accounts set status = 'suspended', domain = 'atelier.example' where account_id = $1`,
    [world.atelier],
  );
  // A second name of the site, and one it only says is its own.
  await world.sql.query(
    `insert into public.domain_claims (account_id, domain, state)
     values ($1, 'atelier-studio.example', 'live'), ($1, 'said-only.example', 'pending')`,
    [world.atelier],
  );
  await app.runtime.cachesInvalidated();
});
afterAll(async () => {
  await app.close();
  await world.close();
});

describe('a suspended account', () => {
  test.each(['/', '/blog', '/dashboard', '/login', '/robots.txt'])(
    'answers %s with one plain sentence',
    async (path) => {
      for (const host of ['atelier', 'atelier.example', 'atelier-studio.example']) {
        const response = await app.call(path, { host });
        expect(response.status).toBe(403);
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(await response.text()).toContain('This site is suspended for now, and nothing on it has been deleted.');
      }
    },
  );

  test.each([
    '/api/config',
    '/api/session/handoff',
    '/rest/v1/pages?select=id',
    '/auth/v1/token?grant_type=password',
    '/storage/v1/object/public/x/y',
    '/functions/v1/any',
  ])('answers the call %s with its code', async (path) => {
    const response = await app.call(path, { host: 'atelier', as: 'atelierOwner' });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'suspended', error: { code: 'suspended' } });
  });

  test('keeps nobody else out, and answers again when it is open again', async () => {
    expect((await app.call('/api/config')).status).toBe(200);
    for (const host of ['nobody', 'said-only.example']) expect((await app.call('/', { host })).status).toBe(404);
    await world.sql.query(`update public.accounts set status = 'active', domain = null where account_id = $1`, [
      world.atelier,
    ]);
    await app.runtime.cachesInvalidated();
    expect((await app.call('/api/config', { host: 'atelier' })).status).toBe(200);
    expect((await app.call('/', { host: 'atelier.example' })).status).toBe(404);
  });
});
