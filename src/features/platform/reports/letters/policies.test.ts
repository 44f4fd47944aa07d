import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { matrix, memberWith } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { jobs } from './jobs.ts';

let world: World;
let app: AppWorld;
const ids = { letter: '', reader: '', owner: '', instructor: '', student: '' };
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  const idOf = async (text: string, values: unknown[] = [world.demo]) =>
    (await world.sql.query<{ id: string }>(text, values))[0]?.id ?? '';
  ids.letter = await idOf('select id from public.report_letters where account_id = $1');
  ids.reader = await idOf('select id from public.report_readers where account_id = $1');
  for (const role of ['owner', 'instructor', 'student'] as const)
    ids[role] = await idOf('select id from public.members where account_id = $1 and email = $2', [
      world.demo,
      `${role}@demo.test`,
    ]);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const managers = { owner: 1, visitor: '42501' };
matrix(
  () => world,
  [
    [
      'see which reports are sent',
      'select report from public.report_letters where id = {letter}',
      { ...managers, others: 0 },
    ],
    ['see who is sent them', 'select id from public.report_readers where id = {reader}', { ...managers, others: 0 }],
    [
      'see what was sent',
      'select id from public.report_posts where letter_id = {letter} limit 1',
      { ...managers, others: 0 },
    ],
    [
      'send a report',
      `select public.save_report_letter({demo}, 'sales', 'monthly', array[{owner}::uuid])`,
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
    [
      'ask who could be sent one',
      `select public.possible_letter_readers({demo}) limit 1`,
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
    ['stop a report', 'delete from public.report_letters where id = {letter} returning id', { ...managers, others: 0 }],
    [
      'take a reader off',
      'delete from public.report_readers where id = {reader} returning id',
      { ...managers, others: 0 },
    ],
    [
      'write a letter past the door',
      `insert into public.report_letters (account_id, report, rhythm) values ({demo}, 'sales', 'weekly')`,
      { others: '42501' },
    ],
    [
      'write a reader past the door',
      `insert into public.report_readers (account_id, letter_id, member_id) values ({demo}, {letter}, {student})`,
      { others: '42501' },
    ],
    [
      'say that something was sent',
      `update public.report_posts set state = 'dropped' where letter_id = {letter}`,
      { others: '42501' },
    ],
    [
      'move a letter',
      `update public.report_letters set account_id = {atelier} where id = {letter}`,
      { others: '42501' },
    ],
    [
      'move a reader',
      `update public.report_readers set member_id = {student} where id = {reader}`,
      { others: '42501' },
    ],
    ['forget what was sent', `delete from public.report_posts where letter_id = {letter}`, { others: '42501' }],
    ['queue reports', 'select private.post_letters(now())', { others: '42501' }],
  ],
  () => ids,
);

const save = (readers: string[], rhythm = 'weekly', report = 'sales') =>
  world.database
    .as(world.caller('owner'))
    .query<{ id: string }>('select public.save_report_letter($1, $2, $3, $4) as id', [
      world.demo,
      report,
      rhythm,
      readers,
    ]);
const posts = (schedule: string) =>
  world.sql.query<{ first: string; last: string; state: string; reader: string }>(
    `select p.first_day::text as first, p.last_day::text as last, p.state, m.email as reader
       from public.report_posts p join public.members m on m.id = p.member_id where p.letter_id = $1 order by p.first_day, m.email`,
    [schedule],
  );
const post = (moment: string) => world.sql.query('select private.post_letters($1)', [moment]);

describe('who is sent a report', () => {
  test('is chosen among those who may see numbers, 1 to 50 of them', async () => {
    await expect(save([])).rejects.toMatchObject({ detail: 'invalid' });
    await expect(save(Array.from({ length: 51 }, () => ids.owner))).rejects.toMatchObject({ detail: 'invalid' });
    await expect(save([ids.student])).rejects.toMatchObject({ detail: 'invalid' });
    await expect(save([ids.owner], 'hourly')).rejects.toMatchObject({ detail: 'invalid' });
    await expect(save([ids.owner], 'weekly', 'gossip')).rejects.toMatchObject({ detail: 'invalid' });
    const possible = await world.database
      .as(world.caller('owner'))
      .query<{ email: string }>('select email from public.possible_letter_readers($1)', [world.demo]);
    const emails = possible.map(({ email }) => email);
    expect(emails).toContain('owner@demo.test');
    // A scheduled report has the numbers of the whole site; an instructor may see those of their own courses only.
    for (const email of ['instructor@demo.test', 'student@demo.test']) expect(emails).not.toContain(email);
    await expect(save([ids.instructor])).rejects.toMatchObject({ detail: 'invalid' });
  });

  test('are those chosen last, in one scheduled report for each report and rhythm', async () => {
    const manager = await memberWith(world, world.demo, ['manage_options']);
    const [member] = await world.sql.query<{ id: string }>('select id from public.members where user_id = $1', [
      manager.claims.sub,
    ]);
    const reader = member?.id ?? '';
    const [first] = await save([ids.owner, reader], 'monthly', 'learning');
    const [second] = await save([reader, reader], 'monthly', 'learning');
    expect(second?.id).toBe(first?.id);
    expect(
      await world.sql.query('select member_id from public.report_readers where letter_id = $1', [first?.id]),
    ).toEqual([{ member_id: reader }]);
    // A reader sees their own subscription and may leave.
    const left = await world.attempt(manager, 'delete from public.report_readers where letter_id = $1 returning id', [
      first?.id,
    ]);
    expect(left).toMatchObject({ rows: [{}] });
    expect(
      await world.attempt(manager, 'select report from public.report_letters where id = $1', [first?.id]),
    ).toMatchObject({ rows: [{ report: 'learning' }] });
  });
});

describe('a report is due', () => {
  const dated = async (rhythm: string, report: string, since = '2026-01-01T00:00:00Z') => {
    const [schedule] = await save([ids.owner], rhythm, report);
    await world.sql.query('update public.report_readers set created_at = $2 where letter_id = $1', [
      schedule?.id,
      since,
    ]);
    return schedule?.id ?? '';
  };

  test('on Mondays at seven where the account is, about the week before', async () => {
    const schedule = await dated('weekly', 'members');
    await post('2026-06-08T06:59:00Z');
    expect(await posts(schedule)).toEqual([]);
    await post('2026-06-08T07:00:00Z');
    expect(await posts(schedule)).toEqual([
      { first: '2026-06-01', last: '2026-06-07', state: 'waiting', reader: 'owner@demo.test' },
    ]);
    await post('2026-06-10T12:00:00Z');
    expect(await posts(schedule)).toHaveLength(1);
    await post('2026-06-15T07:00:00Z');
    expect((await posts(schedule)).map(({ first }) => first)).toEqual(['2026-06-01', '2026-06-08']);
  });

  test('on the first of a month, about the month before', async () => {
    const schedule = await dated('monthly', 'members');
    await post('2026-03-01T07:00:00Z');
    expect(await posts(schedule)).toEqual([
      { first: '2026-02-01', last: '2026-02-28', state: 'waiting', reader: 'owner@demo.test' },
    ]);
  });

  test('for a reader added meanwhile from the next time on', async () => {
    const schedule = await dated('weekly', 'marketing', '2026-06-09T00:00:00Z');
    await post('2026-06-10T12:00:00Z');
    expect(await posts(schedule)).toEqual([]);
    await post('2026-06-15T08:00:00Z');
    expect(await posts(schedule)).toHaveLength(1);
  });

  test('once, however many ask at once', async () => {
    const schedule = await dated('weekly', 'visits');
    await Promise.all(Array.from({ length: 50 }, () => post('2026-06-08T09:00:00Z')));
    expect(await posts(schedule)).toHaveLength(1);
    const queued = await world.sql.query(
      `select from private.outbox o join public.report_posts p on p.id = (o.payload ->> 'post_id')::uuid where p.letter_id = $1`,
      [schedule],
    );
    expect(queued).toHaveLength(1);
  });
});

describe('the mail', () => {
  const waiting = async (report: string, rhythm: string, reader = ids.owner) => {
    const [schedule] = await save([reader], rhythm, report);
    await world.sql.query(`update public.report_readers set created_at = '2026-01-01' where letter_id = $1`, [
      schedule?.id,
    ]);
    await world.sql.query('delete from public.report_posts where letter_id = $1', [schedule?.id]);
    await world.sql.query(`delete from private.outbox where queue = 'report-letter'`);
    // Eight o'clock on the due day, whatever today is.
    await world.sql.query(
      `select private.post_letters((date_trunc($1, now() at time zone 'UTC') + interval '8 hours') at time zone 'UTC')`,
      [rhythm === 'weekly' ? 'week' : 'month'],
    );
    const rows = await world.sql.query<{ id: string }>('select id from public.report_posts where letter_id = $1', [
      schedule?.id,
    ]);
    // Only this one: earlier tests sent the others.
    await world.sql.query(`delete from private.outbox where queue = 'report-letter' and payload ->> 'post_id' <> $1`, [
      rows[0]?.id ?? '',
    ]);
    return { scheduleId: schedule?.id ?? '', post: rows[0]?.id ?? '' };
  };

  test('has the numbers of the report, and links to it', async () => {
    const { scheduleId, post: id } = await waiting('sales', 'monthly');
    const mails = (await app.settleJobs()).filter(({ subject }) => subject.includes('Lumen'));
    expect(mails.map(({ to }) => to)).toEqual(['owner@demo.test']);
    const [row] = await world.sql.query<{ first: string; last: string; revenue: string; orders: string }>(
      `select first_day::text as first, last_day::text as last,
              private.report_of(account_id, 'sales', 'custom', first_day, last_day, 'previous', '{}') -> 'numbers' -> 'orders' ->> 'now' as orders
         from public.report_posts where id = $1`,
      [id],
    );
    const text = mails[0]?.text ?? '';
    expect(text).toMatch(new RegExp(`Paid orders: ${row?.orders}\\b`));
    expect(text).toContain(`/dashboard/manage/reports/sales?period=custom&since=${row?.first}&until=${row?.last}`);
    expect(text).not.toMatch(/mail\.|number\.|\{\{/);
    expect(await posts(scheduleId)).toMatchObject([{ state: 'sent' }]);
  });

  test('goes out once, though fifty workers take it at once', async () => {
    const { post: id } = await waiting('learning', 'weekly');
    const mailed: string[] = [];
    const job = jobs[0];
    const context = {
      sql: world.sql,
      mailer: { deliver: async ({ to }: { to: string }) => void mailed.push(to), close: () => {} },
      siteUrlOf: app.tools.siteUrlOf,
      t: app.tools.jobs.t,
    } as unknown as Parameters<NonNullable<typeof job>['handle']>[0];
    const runJob = () => job?.handle(context, { account_id: world.demo, post_id: id });
    await Promise.all(Array.from({ length: 50 }, runJob));
    await runJob();
    expect(mailed).toEqual(['owner@demo.test']);
  });

  test('that is refused waits and is sent the next time', async () => {
    const { scheduleId, post: id } = await waiting('marketing', 'monthly');
    const mailed: string[] = [];
    let isDown = true;
    const context = {
      sql: world.sql,
      mailer: {
        deliver: async ({ to }: { to: string }) => {
          if (isDown) throw new Error('The mail server is away.');
          mailed.push(to);
        },
        close: () => {},
      },
      siteUrlOf: app.tools.siteUrlOf,
      t: app.tools.jobs.t,
    } as unknown as Parameters<NonNullable<(typeof jobs)[0]>['handle']>[0];
    const runJob = () => jobs[0]?.handle(context, { account_id: world.demo, post_id: id });
    await expect(runJob()).rejects.toThrow('away');
    expect(await posts(scheduleId)).toMatchObject([{ state: 'waiting' }]);
    isDown = false;
    await runJob();
    expect(mailed).toEqual(['owner@demo.test']);
  });

  test('is dropped where its reader may not see numbers any more', async () => {
    const caller = await memberWith(world, world.demo, ['manage_options']);
    const [member] = await world.sql.query<{ id: string; email: string }>(
      'select id, email from public.members where account_id = $1 and user_id = $2',
      [world.demo, caller.claims.sub],
    );
    const { scheduleId } = await waiting('overview', 'monthly', member?.id);
    await world.sql.query(
      `update public.roles r set caps = '{}' from public.members m where m.id = $1 and r.role_id = m.role_id`,
      [member?.id],
    );
    const mails = await app.settleJobs();
    expect(mails.filter(({ to }) => to === member?.email)).toEqual([]);
    expect(await posts(scheduleId)).toMatchObject([{ state: 'dropped' }]);
  });
});
