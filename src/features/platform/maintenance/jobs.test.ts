import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { schedules } from './jobs.ts';

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

test('a failed run is mailed to each who runs the platform, with its error and the way to its runs', async () => {
  await app.settleJobs();
  await world.sql.query(`insert into private.super_admins (email) values ('second@stoa.test')`);
  await world.sql.query(`insert into private.schedules (name, cron) values ('sweep', '* * * * *')`);
  await world.sql.query(
    `with run as (insert into private.schedule_runs (name, cause, status, started_at, finished_at, error)
       values ('sweep', 'clock', 'failed', now(), now(), 'The disk <is> full.') returning id)
     select private.enqueue('schedule-failed', jsonb_build_object('run_id', id)) from run`,
  );
  const mails = await app.settleJobs();
  expect(mails.map(({ to }) => to).sort()).toEqual(['admin@stoa.test', 'second@stoa.test']);
  expect(mails[0]?.subject).toBe('Scheduled job failed: sweep');
  expect(mails[0]?.html).toContain('The disk &lt;is&gt; full.');
  expect(mails[0]?.text).toContain('/dashboard/maintenance/crons?job=sweep');
});

test('old usage statistics and mails are pruned by a schedule', () => {
  expect(schedules.map(({ name }) => name)).toEqual(['prune-figures', 'prune-mails']);
});
