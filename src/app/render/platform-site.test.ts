import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
const tokens = new Map<string, string>();
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  await world.sql.query(`insert into private.super_admins (email) values ('admin@stoa.test') on conflict do nothing`);
  for (const [name, host, email] of [
    ['admin', 'platform', 'admin@stoa.test'],
    ['adminOnDemo', 'demo', 'admin@stoa.test'],
    ['accountOwner', 'platform', 'owner@demo.test'],
    ['ownerOnDemo', 'demo', 'owner@demo.test'],
  ] as const)
    tokens.set(name, (await app.signIn(host, email)).access_token);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const request = (who: string | null, method: string, path: string, body?: object) =>
  app.call(path, {
    host: who?.endsWith('OnDemo') ? 'demo' : 'platform',
    method,
    token: (who && tokens.get(who)) || undefined,
    headers: { apikey: app.runtime.keys.anon_key, prefer: 'return=representation' },
    body,
  });
const created = async (response: Response) => ((await response.json()) as { id: string }[])[0]?.id ?? '';
const titles = async (table: string, slug: string) =>
  (await (await request(null, 'GET', `/rest/v1/${table}?slug=eq.${slug}&select=title`)).json()) as object[];

test.each([
  ['pages', 'publish_page', 'page_id'],
  ['posts', 'publish_post', 'post_id'],
  ['docs', 'publish_doc', 'doc_id'],
])('those who run the platform write and publish its own %s', async (table, publish, key) => {
  const begun = await request('admin', 'POST', `/rest/v1/${table}?select=id`, {
    account_id: world.platform,
    title: 'What is new',
    slug: 'what-is-new',
  });
  expect(begun.status).toBe(201);
  const id = await created(begun);
  expect(await titles(table, 'what-is-new')).toEqual([]);
  expect((await request('admin', 'POST', `/rest/v1/rpc/${publish}`, { [key]: id })).ok).toBe(true);
  expect(await titles(table, 'what-is-new')).toEqual([{ title: 'What is new' }]);
});

test('and put pictures beside it', async () => {
  const file = await app.call(`/storage/v1/object/${world.platform}/public/note.txt`, {
    host: 'platform',
    method: 'POST',
    token: tokens.get('admin'),
    headers: { apikey: app.runtime.keys.anon_key, 'content-type': 'text/plain' },
    body: 'A record of type A.',
  });
  expect(file.status).toBe(200);
});

test.each([
  ['an owner of a site', 'accountOwner', 'platform'],
  ['who runs the platform, on another host', 'adminOnDemo', 'platform'],
  ['who runs the platform, into somebody else’s site', 'admin', 'demo'],
  ['the owner of another site, on that', 'ownerOnDemo', 'platform'],
  ['a visitor', null, 'platform'],
] as const)('%s does not', async (_, who, into) => {
  for (const table of ['pages', 'posts', 'docs']) {
    const rejected = await request(who, 'POST', `/rest/v1/${table}`, {
      account_id: world[into],
      title: 'Mine now',
      slug: 'mine-now',
    });
    expect([table, rejected.ok]).toEqual([table, false]);
    const changed = await request(who, 'DELETE', `/rest/v1/${table}?account_id=eq.${world[into]}`);
    expect([table, changed.ok ? await changed.json() : []]).toEqual([table, []]);
  }
});
