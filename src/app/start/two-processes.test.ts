import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase } from '#base/server/database.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { type SmallSite, smallSite } from '#tests/small-site.ts';

// Two servers on one database, each with connections, caches and rendering of its own.
let world: World;
let sites: SmallSite[];
let servers: AppWorld[];
let close: () => Promise<void>;
beforeAll(async () => {
  world = await openWorld();
  const { ownerUrl, clientUrl } = world;
  const databases = [0, 1].map(() => createDatabase({ ownerUrl, clientUrl, poolSize: 2 }));
  sites = [smallSite(), smallSite()];
  servers = await Promise.all(
    databases.map((database, at) => openApp({ ...world, database }, {}, { build: sites[at]?.build })),
  );
  close = async () => {
    for (const server of servers) await server.close();
    for (const database of databases) await database.close();
    await world.close();
  };
});
afterAll(() => close());
beforeEach(async () => {
  for (const server of servers) server.runtime.pages.clear();
  for (const site of sites) site.renders.clear();
});

const PATHS = ['/', '/menus', '/people'];
const visitAll = async (host = 'demo') => {
  for (const server of servers) for (const path of PATHS) await server.call(path, { host });
};
const received = () => Promise.all(servers.map((server) => server.runtime.cachesInvalidated()));
const rendered = () => sites.map((site) => Object.fromEntries(site.renders));
const once = { '/': 1, '/menus': 1, '/people': 1 };

describe('what one server is told, both forget', () => {
  test.each([
    ['settings', '/'],
    ['menus', '/menus'],
  ])('a change of %s drops %s on both and no other page', async (key, path) => {
    await visitAll();
    const saved = await servers[0]?.call(`/rest/v1/options?account_id=eq.${world.demo}&key=eq.${key}`, {
      method: 'PATCH',
      as: 'owner',
      body: { value: { defaultLanguage: 'en', sitetitle: `${key} ${Math.random()}` } },
    });
    expect(saved?.status).toBe(204);
    await received();
    await visitAll();
    expect(rendered()).toEqual([
      { ...once, [path]: 2 },
      { ...once, [path]: 2 },
    ]);
  });

  test.each([
    ['revalidateCache?path=people&site=', '/people'],
    ['revalidateCache?path=&site=', '/'],
    ['invalidateCache?key=getSiteOption-menus&account_id=', '/menus'],
  ])('the call %s drops %s on both and no other page', async (call, path) => {
    await visitAll();
    const response = await servers[0]?.call(`/api/site/${call}${world.demo}`, { as: 'owner' });
    expect(response?.status).toBe(200);
    await received();
    await visitAll();
    expect(rendered()).toEqual([
      { ...once, [path]: 2 },
      { ...once, [path]: 2 },
    ]);
  });

  test('the calls drop nothing of another account, nor for somebody who may not', async () => {
    await visitAll('atelier');
    await visitAll();
    for (const as of ['student', 'atelierOwner', 'visitor'] as const) {
      const response = await servers[0]?.call(`/api/site/revalidateCache?path=menus&site=${world.demo}`, { as });
      expect([401, 403]).toContain(response?.status);
    }
    await servers[0]?.call(`/api/site/revalidateCache?path=menus&site=${world.demo}`, { as: 'owner' });
    await received();
    await visitAll('atelier');
    const each = { '/': 2, '/menus': 2, '/people': 2 };
    expect(rendered()).toEqual([each, each]);
  });

  test('a server that lost its connection forgets everything when it has it back', async () => {
    await visitAll();
    await world.sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'stoa-listen-changes'`,
    );
    await expect.poll(() => servers.map((server) => server.runtime.pages.size), { timeout: 15_000 }).toEqual([0, 0]);
    await visitAll();
    const twice = { '/': 2, '/menus': 2, '/people': 2 };
    expect(rendered()).toEqual([twice, twice]);
  });
});

test('what pages read of an account’s options is read once for all of them, and anew when it was told of', async () => {
  const save = (sitetitle: string) =>
    world.sql.query(`update public.options set value = $2 where account_id = $1 and key = 'menus'`, [
      world.demo,
      JSON.stringify({ header: [{ label: sitetitle, item_url: '/', item_type: 'link' }] }),
    ]);
  const displayed = async (path: string) => (await (await servers[0]?.call(path, { host: 'demo' }))?.text()) ?? '';
  await save('First');
  await received();
  expect(await displayed('/menus')).toContain('First');
  await world.sql.query('alter table public.options disable trigger user');
  await save('Untold');
  await world.sql.query('alter table public.options enable trigger user');
  servers[0]?.runtime.pages.clear();
  expect(await displayed('/menus')).toContain('First');
  expect(await displayed('/%C3%BCber')).toContain('First');
  await save('Second');
  await received();
  expect(await displayed('/menus')).toContain('Second');
  expect(await displayed('/%C3%BCber')).toContain('Second');
});

test('five hundred who ask one server for a cold page wait for one render', async () => {
  const open = sites[0]?.hold();
  const requests = Array.from({ length: 500 }, () => servers[0]?.call('/'));
  open?.();
  const responses = await Promise.all(requests);
  expect(new Set(responses.map((response) => response?.status))).toEqual(new Set([200]));
  expect(rendered()[0]).toEqual({ '/': 1 });
});

test('who asks first and who is signed in wait for the new page, and it is made once', async () => {
  const [server] = servers;
  const site = sites[0];
  const titleOf = async (cookie = '') => (await (await server?.call('/', { headers: { cookie } }))?.text()) ?? '';
  const save = async (sitetitle: string) => {
    await world.sql.query(`update public.options set value = $2 where account_id = $1 and key = 'settings'`, [
      world.demo,
      JSON.stringify({ defaultLanguage: 'en', sitetitle }),
    ]);
    await server?.runtime.cachesInvalidated();
  };
  await save('First');
  expect(await titleOf()).toContain('First');
  const open = site?.hold();
  await save('Second');
  const first = titleOf();
  await expect.poll(() => site?.renders.get('/')).toBe(2);
  const own = titleOf('sb-stoa-auth-token=base64-eyJhIjoxfQ');
  open?.();
  expect(await first).toContain('Second');
  expect(await own).toContain('Second');
  expect(site?.renders.get('/')).toBe(2);
});
