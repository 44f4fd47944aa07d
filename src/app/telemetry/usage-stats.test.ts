import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#base/server/log.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { createUsageStats } from './usage-stats.ts';

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

const hours = () =>
  world.sql.query<{ slug: string; requests: number; failures: number }>(
    `select a.slug, t.requests::int as requests, t.failures::int as failures
       from private.traffic_hours t join public.accounts a on a.account_id = t.account_id order by a.slug`,
  );

test('what is asked of each account is counted and added up; unknown hosts count for nobody', async () => {
  await app.call('/api/config');
  await app.call('/api/config', { host: 'atelier' });
  await app.call('/api/config', { host: 'nobody' });
  await app.runtime.usageStats.write();
  await app.call('/api/config');
  await app.runtime.usageStats.write();
  expect(await hours()).toEqual([
    { slug: 'atelier', requests: 1, failures: 0 },
    { slug: 'demo', requests: 2, failures: 0 },
  ]);
});

test('failures of ours, slow answers, slow statements and open sockets are told', async () => {
  const figures = createUsageStats({
    sql: world.sql,
    takeSlow: () => [{ statement: 'select $1', calls: 2, milliseconds: 900, longest: 500 }],
    log: silentLog,
    role: 'web',
    folder: '/',
  });
  figures.count(world.platform, 200, 20);
  figures.count(world.platform, 404, 20);
  figures.count(world.platform, 503, 1_500);
  figures.count(crypto.randomUUID(), 200, 1);
  const closed = figures.socketOpened();
  figures.socketOpened();
  closed();
  await figures.write();
  await figures.write();
  const [traffic] = await world.sql.query(
    `select requests::int, failures::int, slow::int, milliseconds::int from private.traffic_hours where account_id = $1`,
    [world.platform],
  );
  expect(traffic).toEqual({ requests: 3, failures: 1, slow: 1, milliseconds: 1_540 });
  const [slow] = await world.sql.query(
    `select calls::int, milliseconds::int, longest::int from private.slow_statements where statement = 'select $1'`,
  );
  expect(slow).toEqual({ calls: 4, milliseconds: 1_800, longest: 500 });
  const [process] = await world.sql.query(
    `select role, sockets, disk_bytes > disk_free_bytes as has_disk from private.processes where role = 'web'`,
  );
  expect(process).toEqual({ role: 'web', sockets: 1, has_disk: true });
});
