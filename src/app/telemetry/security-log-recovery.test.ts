import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#base/server/log.ts';
import { paths } from '#paths';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { smallSite } from '#tests/small-site.ts';

let world: World;
let app: AppWorld;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  world = await openWorld();
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  app = await openApp(world, {}, { build: smallSite().build, log });
});
afterAll(async () => {
  await app.close();
  await world.close();
});

test('a school that nobody signed, in the address of the recovery page, is one line, and the page is shown undressed', async () => {
  const path = paths.resetPassword();
  const school = `${world.demo}.9999999999.${'A'.repeat(43)}`;
  const request = (host: string, query: string) =>
    app.call(`${path}${query}`, { host, headers: { 'x-stoa-client-address': '203.0.113.12' } });
  const response = await request('platform', `?school=${school}`);
  expect([response.status, response.headers.get('location')]).toEqual([303, path]);
  expect(lines).toMatchObject([
    { event: 'signature_refused', status: 303, address: '203.0.113.12', method: 'GET', path },
  ]);
  expect(JSON.stringify(lines)).not.toContain(school);
  // Without a school nothing is claimed, and on a school's own host nothing is dressed.
  expect((await request('platform', '')).status).toBe(200);
  expect((await request('demo', `?school=${school}`)).status).toBe(303);
  expect(lines).toHaveLength(1);
});
