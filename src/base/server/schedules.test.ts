import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';
import type { JobContext, Schedule } from './jobs.ts';
import { silentLog } from './log.ts';
import { registerSchedules, runByClock, runByHand } from './schedules.ts';

let world: World;
let context: JobContext;
beforeAll(async () => {
  world = await openWorld();
  context = {
    sql: world.sql,
    mailer: { deliver: async () => {}, close: () => {} },
    log: silentLog,
    siteUrlOf: async () => 'http://localhost',
    t: (_, __, key) => key,
  };
});
afterAll(() => world.close());
beforeEach(() => world.sql.query('delete from private.schedules'));

type Run = { status: string; cause: string; output: string; error: string | null; is_finished: boolean };
const runs = () =>
  world.sql.query<Run>(
    'select status, cause, output, error, finished_at is not null as is_finished from private.schedule_runs order by id',
  );
const next = new Date('2026-12-01T00:00:00Z');
const named = (run: Schedule['run'], name = 'sweep'): Schedule => ({ name, cron: '* * * * *', run });
const register = (...schedules: Schedule[]) => registerSchedules(world.sql, schedules, () => next);
const alerts = async () => (await world.sql.query(`select from private.outbox where queue = 'schedule-failed'`)).length;

describe('what is known', () => {
  test('is stored with its next time; a removed schedule is marked and keeps its runs', async () => {
    const old = named(async () => 'Swept.', 'old');
    await register(
      old,
      named(async () => {}),
    );
    await runByClock(world.sql, old, context, next);
    await register(named(async () => {}));
    const stored = await world.sql.query('select name, is_known, next_run_at from private.schedules order by name');
    expect(stored).toEqual([
      { name: 'old', is_known: false, next_run_at: next },
      { name: 'sweep', is_known: true, next_run_at: next },
    ]);
    expect(await runs()).toHaveLength(1);
  });
});

describe('a run by the clock', () => {
  test('is kept with what it logged and what it answered', async () => {
    const schedule = named(async ({ log }) => {
      log.info({ rows: 3 }, 'Looked.');
      return 'Removed three.';
    });
    await register(schedule);
    await runByClock(world.sql, schedule, context, next);
    expect(await runs()).toEqual([
      {
        status: 'succeeded',
        cause: 'clock',
        output: 'Looked. (rows: 3)\nRemoved three.',
        error: null,
        is_finished: true,
      },
    ]);
  });

  test('that fails is kept with its error, and told once until it has worked again', async () => {
    let isBroken = true;
    const schedule = named(async () => {
      if (isBroken) throw new Error('The disk is full.');
    });
    await register(schedule);
    const before = await alerts();
    await runByClock(world.sql, schedule, context, next);
    await runByClock(world.sql, schedule, context, next);
    expect((await runs()).map(({ status, error }) => [status, error])).toEqual([
      ['failed', 'The disk is full.'],
      ['failed', 'The disk is full.'],
    ]);
    expect(await alerts()).toBe(before + 1);
    isBroken = false;
    await runByClock(world.sql, schedule, context, next);
    isBroken = true;
    await runByClock(world.sql, schedule, context, next);
    expect(await alerts()).toBe(before + 2);
  });

  test('is skipped while it is paused, and while another is under way', async () => {
    let begun = 0;
    let finish = () => {};
    const schedule = named(() => {
      begun += 1;
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    await register(schedule);
    await world.sql.query('update private.schedules set paused_at = now()');
    await runByClock(world.sql, schedule, context, next);
    expect(begun).toBe(0);
    await world.sql.query('update private.schedules set paused_at = null');
    const first = runByClock(world.sql, schedule, context, next);
    await expect.poll(() => begun).toBe(1);
    await runByClock(world.sql, schedule, context, next);
    expect(begun).toBe(1);
    finish();
    await first;
    expect((await runs()).map(({ status }) => status)).toEqual(['succeeded']);
  });

  test('of a dead process is marked as lost, and the next one runs', async () => {
    const schedule = named(async () => {});
    await register(schedule);
    await world.sql.query(
      `insert into private.schedule_runs (name, cause, status, started_at) values ('sweep', 'clock', 'running', now() - interval '16 minutes')`,
    );
    await runByClock(world.sql, schedule, context, next);
    expect((await runs()).map(({ status, error }) => [status, error])).toEqual([
      ['failed', 'The server stopped before this ended.'],
      ['succeeded', null],
    ]);
  });

  test('leaves the newest 200', async () => {
    const schedule = named(async () => {});
    await register(schedule);
    await world.sql.query(
      `insert into private.schedule_runs (name, cause, status, started_at, finished_at)
       select 'sweep', 'clock', 'succeeded', now(), now() from generate_series(1, 205)`,
    );
    await runByClock(world.sql, schedule, context, next);
    expect(await runs()).toHaveLength(200);
  });

  test('truncates its output', async () => {
    const schedule = named(async () => 'x'.repeat(30_000));
    await register(schedule);
    await runByClock(world.sql, schedule, context, next);
    expect((await runs())[0]?.output).toHaveLength(20_000);
  });
});

describe('a run by hand', () => {
  const waiting = async () =>
    (
      await world.sql.query<{ id: string }>(
        `insert into private.schedule_runs (name, cause, status) values ('sweep', 'hand', 'waiting') returning id`,
      )
    )[0]?.id ?? '';

  test('is done once, also while the clock has to pass by', async () => {
    let begun = 0;
    const schedule = named(async () => {
      begun += 1;
    });
    await register(schedule);
    await world.sql.query('update private.schedules set paused_at = now()');
    const id = await waiting();
    await runByHand(world.sql, schedule, context, id);
    await runByHand(world.sql, schedule, context, id);
    expect(begun).toBe(1);
    expect(await runs()).toMatchObject([{ status: 'succeeded', cause: 'hand' }]);
  });

  test('is rejected while another is active, so that the queue retries', async () => {
    const schedule = named(async () => {});
    await register(schedule);
    await world.sql.query(
      `insert into private.schedule_runs (name, cause, status, started_at) values ('sweep', 'clock', 'running', now())`,
    );
    const id = await waiting();
    await expect(runByHand(world.sql, schedule, context, id)).rejects.toMatchObject({ code: '23505' });
    // Created within one millisecond, their order is undefined.
    expect((await runs()).map(({ status }) => status).toSorted()).toEqual(['running', 'waiting']);
  });
});
