import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { matrix, sessionOf, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let admin: Caller;
let elsewhere: Caller;
beforeAll(async () => {
  world = await openWorld();
  const person = await userIdOf(world, 'admin@stoa.test');
  admin = await sessionOf(world, world.platform, person);
  elsewhere = await sessionOf(world, world.demo, person);
  await world.sql.query(
    `insert into private.schedules (name, cron) values ('sweep', '* * * * *'), ('rest', '1 1 * * *')`,
  );
});
afterAll(() => world.close());

const calls = {
  schedules: 'select * from public.list_schedules()',
  runs: 'select public.list_schedule_runs(null, null, 1, 25) as answer',
  run: `select public.run_schedule('sweep') as answer`,
  pause: `select public.pause_schedule('sweep', true) as answer`,
  health: 'select public.platform_health() as answer',
  jobs: `select public.list_jobs('failed', null, 1, 25) as answer`,
  reports: 'select public.list_reports(null, null, 1, 25) as answer',
  statements: 'select * from public.list_slow_statements()',
  noise: `select public.list_noise('requests', 1, 25) as answer`,
} as const;

matrix(
  () => world,
  [
    ...Object.entries(calls).map(
      ([what, statement]) => [what, statement, { visitor: '42501', others: 'forbidden' }] as const,
    ),
    ...['schedules', 'schedule_runs', 'traffic_hours', 'slow_statements', 'processes'].map(
      (table) => [`reads ${table}`, `select * from private.${table}`, { others: '42501' }] as const,
    ),
    ...[
      `insert into private.schedules (name, cron) values ('mine', '* * * * *')`,
      `update private.schedules set paused_at = now()`,
      'delete from private.schedule_runs',
      'select private.prune_figures()',
      'select private.job_counts()',
    ].map((statement) => [statement, statement, { others: '42501' }] as const),
  ].map(([what, statement, who]) => [what, statement, { ...who }]),
);

const answerOf = async <Answer>(statement: string, values: unknown[] = []) =>
  (await world.database.as(admin).query<{ answer: Answer }>(statement, values))[0]?.answer as Answer;

describe('who runs the platform', () => {
  test.each(Object.entries(calls))('may do this on its host: %s', async (_, statement) => {
    expect(await world.attempt(admin, statement)).toHaveProperty('rows');
  });
  test.each(Object.entries(calls))('and on an account’s host not: %s', async (_, statement) => {
    expect(await world.attempt(elsewhere, statement)).toMatchObject({ refused: 'forbidden' });
  });
  test.each([`select public.run_schedule('nothing')`, `select public.pause_schedule('nothing', true)`])(
    'is told there is no such job: %s',
    async (statement) => {
      expect(await world.attempt(admin, statement)).toMatchObject({ refused: 'not_found' });
    },
  );
});

const attemptsOf = (act: string) =>
  world.sql.query<{ actor_id: string; details: object }>(
    'select actor_id, details from public.audit_entries where act = $1 order by id',
    [act],
  );

describe('running by hand', () => {
  test('leaves one run waiting, one job and one entry in the log, however many ask at once', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 50 }, () => world.database.as(admin).query(`select public.run_schedule('sweep')`)),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts.filter((attempt) => attempt.status === 'rejected'))
      expect(attempt.reason).toMatchObject({ detail: 'conflict' });
    const jobs = await world.sql.query(
      `select payload ->> 'name' as name from private.outbox where queue = 'run-schedule'`,
    );
    expect(jobs).toEqual([{ name: 'sweep' }]);
    expect(await attemptsOf('schedule.run')).toEqual([{ actor_id: admin.claims.sub, details: { name: 'sweep' } }]);
    const page = await answerOf<{ count: number; rows: object[] }>(
      `select public.list_schedule_runs('sweep', null, 1, 25) as answer`,
    );
    expect(page).toMatchObject({ count: 1, rows: [{ status: 'waiting', cause: 'hand', asked_by: 'admin@stoa.test' }] });
  });

  test('is possible again once a run was not started for a quarter of an hour', async () => {
    await world.sql.query(
      `update private.schedule_runs set asked_at = now() - interval '16 minutes' where status = 'waiting'`,
    );
    expect(await world.attempt(admin, calls.run)).toHaveProperty('rows');
  });
});

test('a pause records who and when, and is logged once however often it is requested', async () => {
  const run = (isPaused: boolean) =>
    world.database.as(admin).query('select public.pause_schedule($1, $2)', ['rest', isPaused]);
  await run(true);
  await run(true);
  const rows = await world.database.as(admin).query('select name, is_paused, paused_by from public.list_schedules()');
  expect(rows).toEqual([
    { name: 'rest', is_paused: true, paused_by: 'admin@stoa.test' },
    { name: 'sweep', is_paused: false, paused_by: null },
  ]);
  await run(false);
  expect(await attemptsOf('schedule.paused')).toHaveLength(1);
  expect(await attemptsOf('schedule.resumed')).toHaveLength(1);
});

describe('every number of health is the one of its list', () => {
  beforeAll(async () => {
    await world.sql.query(
      `insert into private.traffic_hours (account_id, hour, requests, failures, slow, milliseconds) values
         ($1, date_trunc('hour', now()), 700, 7, 3, 9000), ($1, date_trunc('hour', now()) - interval '23 hours', 40, 1, 0, 100),
         ($2, date_trunc('hour', now()), 20, 0, 0, 50), ($2, date_trunc('hour', now()) - interval '24 hours', 9999, 99, 9, 9)`,
      [world.demo, world.atelier],
    );
    await world.sql.query(
      `insert into private.logs (account_id, message, created_at) values ($1, 'It broke 100%.', now()), ($2, 'Nothing works', now()), ($2, 'Long ago', now() - interval '2 days')`,
      [world.demo, world.atelier],
    );
    await world.sql.query(
      `insert into private.mails (account_id, recipient, subject, html, body_text, sent_at) values ($1, 'a@b.test', 's', '', '', now()), ($1, 'a@b.test', 's', '', '', null)`,
      [world.demo],
    );
    await world.sql.query(
      `insert into private.slow_statements (hash, statement, calls, milliseconds, longest, last_at) values
         ('a', 'select 1', 2, 900, 600, now()), ('b', 'select 2', 1, 300, 300, now() - interval '3 days')`,
    );
    await world.sql.query(
      `insert into private.processes (instance, role, started_at, seen_at, memory_bytes, sockets) values
         ('here:1', 'all', now(), now(), 1000, 4), ('gone:2', 'web', now(), now() - interval '5 minutes', 1000, 9)`,
    );
  });

  type Health = {
    traffic: Record<'requests' | 'failures' | 'slow' | 'milliseconds', number>;
    hours: { requests: number; failures: number }[];
    queues: { queue: string; waiting: number; failed: number }[];
    mails: { made: number; sent: number };
    reports: number;
    slow: number;
    storage: { files: number; bytes: number };
    processes: { instance: string }[];
    schedules: { all: number; paused: number; failing: number };
  };
  const health = () => answerOf<Health>(calls.health);
  const numberOf = async (text: string) => Number((await world.sql.query<{ n: string }>(text))[0]?.n);
  const since = `date_trunc('hour', now()) - interval '23 hours'`;

  test('traffic, whole and by the hour', async () => {
    const { traffic, hours } = await health();
    for (const name of ['requests', 'failures', 'slow', 'milliseconds'] as const)
      expect(traffic[name]).toBe(
        await numberOf(`select sum(${name}) as n from private.traffic_hours where hour >= ${since}`),
      );
    expect(traffic).toEqual({ requests: 760, failures: 8, slow: 3, milliseconds: 9150 });
    expect(hours).toHaveLength(24);
    expect(hours.reduce((all, hour) => all + hour.requests, 0)).toBe(traffic.requests);
    const noise = await answerOf<{ count: number; rows: { slug: string; requests: number }[] }>(calls.noise);
    expect(noise.rows.reduce((all, row) => all + row.requests, 0)).toBe(traffic.requests);
    expect(noise.rows[0]?.slug).toBe('demo');
    expect(noise.count).toBe(await numberOf('select count(*) as n from public.accounts'));
  });

  test('queues', async () => {
    const { queues } = await health();
    const waiting = queues.reduce((all, queue) => all + queue.waiting, 0);
    expect(waiting).toBe(await numberOf('select count(*) as n from private.outbox'));
    const list = await answerOf<{ count: number; rows: { queue: string }[] }>(
      `select public.list_jobs('outbox', null, 1, 100) as answer`,
    );
    expect(list.count).toBe(waiting);
    expect(JSON.stringify(list.rows)).not.toContain('payload');
  });

  test('browser reports, searched literally', async () => {
    const { reports } = await health();
    expect(reports).toBe(await numberOf(`select count(*) as n from private.logs where created_at >= ${since}`));
    const count = async (search: string | null) =>
      (await answerOf<{ count: number }>('select public.list_reports(null, $1, 1, 25) as answer', [search])).count;
    expect(await count(null)).toBe(reports);
    expect(await count('100%')).toBe(1);
    expect(await count('%')).toBe(1);
  });

  test('mails, statements, files, processes and schedules', async () => {
    const after = await health();
    expect(after.mails.made).toBe(
      await numberOf(`select count(*) as n from private.mails where created_at >= ${since}`),
    );
    expect(after.mails.sent).toBe(
      await numberOf(`select count(sent_at) as n from private.mails where created_at >= ${since}`),
    );
    const statements = await world.database.as(admin).query<{ hash: string }>(calls.statements);
    expect(statements.map(({ hash }) => hash)).toEqual(['a']);
    expect(after.slow).toBe(1);
    expect(after.storage.bytes).toBe(
      await numberOf(`select coalesce(sum((metadata ->> 'size')::bigint), 0) as n from storage.objects`),
    );
    expect(after.processes.map(({ instance }) => instance)).toEqual(['here:1']);
    await world.sql.query(
      `insert into private.schedule_runs (name, cause, status, started_at, finished_at) values ('rest', 'clock', 'failed', now(), now())`,
    );
    expect((await health()).schedules).toEqual({ all: 2, paused: 0, failing: 1 });
  });

  test('old usage statistics are pruned', async () => {
    await world.sql.query(
      `insert into private.traffic_hours (account_id, hour) values ($1, now() - interval '91 days')`,
      [world.demo],
    );
    const [row] = await world.sql.query<{ summary: string }>('select private.prune_figures() as summary');
    expect(row?.summary).toBe('Removed 1 hours of traffic and 0 processes that are gone.');
  });

  test('mails are forgotten after 90 days, and what is in those with a link of one use once it holds no longer', async () => {
    await world.sql.query('delete from private.mails');
    const link = 'See https://demo.test/auth/v1/verify?token=abc&type=recovery';
    const recovery = 'See https://stoa.test/login/reset-password?school=abc#token_hash=def';
    const confirmation = 'See https://demo.test/signup/confirm?token=abc';
    const invitation = 'See https://demo.test/members/invitation?code=0123';
    const mails = [
      ['91 days', 'Long ago', null],
      ['89 days', 'Plain words', 'Plain words'],
      ['25 hours', link, ''],
      ['23 hours', link, link],
      ['25 hours', recovery, ''],
      ['25 hours', confirmation, ''],
      ['15 days', invitation, ''],
      ['13 days', invitation, invitation],
    ] as const;
    for (const [at, [age, text]] of mails.entries())
      await world.sql.query(
        `insert into private.mails (account_id, recipient, subject, html, body_text, created_at)
         values ($1, 'a@b.test', $2, $3, $4, now() - $5::interval)`,
        [world.demo, String(at), `<p>${text}</p>`, text, age],
      );
    const [row] = await world.sql.query<{ summary: string }>('select private.prune_mails() as summary');
    expect(row?.summary).toBe('Removed 1 mails and emptied 4 whose links hold no longer.');
    expect(await world.sql.query('select subject, html, body_text from private.mails order by subject')).toEqual(
      mails.flatMap(([, , body], at) =>
        body === null ? [] : [{ subject: String(at), html: body && `<p>${body}</p>`, body_text: body }],
      ),
    );
  });
});
