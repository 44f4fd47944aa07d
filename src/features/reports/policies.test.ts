import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { matrix, memberWith } from '#tests/matrix.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    [
      'asks for the numbers of demo',
      'select public.site_numbers({demo}, 30)',
      { owner: 1, instructor: 1, visitor: '42501', others: 'forbidden' },
    ],
    // Every one of these sessions began on an account's host; on the platform's it would be another matter.
    [
      'asks for a report on demo',
      `select public.report({demo}, 'sales')`,
      { owner: 1, instructor: 1, visitor: '42501', others: 'forbidden' },
    ],
    [
      'asks for the orders behind it',
      `select public.report_list({demo}, 'orders')`,
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
    [
      'asks for reports on accounts of their own',
      `select jsonb_array_elements(public.account_reports())`,
      { visitor: '42501', others: 0 },
    ],
    ['asks for their accounts', 'select account_id from public.account_numbers()', { visitor: '42501', others: 0 }],
  ],
);

type Numbers = {
  currency: string;
  unit: string;
  revenue: { now: number; past: number };
  members: { total: number; now: number; past: number };
  visitors: { now: number; past: number };
  series: { at: string; revenue: number; members: number }[];
  done: Record<string, boolean>;
};

describe('the numbers', () => {
  const ask = async (days: number) => {
    const [row] = await world.database
      .as(world.caller('owner'))
      .query<{ numbers: Numbers }>('select public.site_numbers($1, $2) as numbers', [world.demo, days]);
    return row?.numbers as Numbers;
  };

  test.each([
    [7, 'day', 7],
    [30, 'day', 30],
    [365, 'month', 12],
    [-5, 'day', 1],
    [100_000, 'month', 12],
  ])('of %i days come in %ss: %i of them', async (days, unit, length) => {
    const numbers = await ask(days);
    expect(numbers.unit).toBe(unit);
    expect(numbers.series).toHaveLength(length);
  });

  test('of the demo speak of this month and of the one before', async () => {
    const { revenue } = await ask(30);
    expect(revenue.now).toBeGreaterThan(0);
    expect(revenue.past).toBeGreaterThan(0);
  });

  test('compare equal parts: half a day with half a day', async () => {
    const [order] = await world.sql.query<{ id: string; total: number; paid_at: string }>(
      `select id, total::int as total, paid_at from public.orders where account_id = $1 and status = 'paid' and currency = 'EUR' and total > 0
        and paid_at > now() - interval '25 days' order by paid_at desc limit 1`,
      [world.demo],
    );
    // Seven days ago at this time of day, and the middle between then and the midnight after it.
    const then = `(now() - interval '7 days')`;
    const midnight = `((date_trunc('day', now() at time zone 'UTC') - interval '6 days') at time zone 'UTC')`;
    const move = (moment: string) =>
      world.sql.query(`update public.orders set paid_at = ${moment} where id = $1`, [order?.id]);
    try {
      await move(`now() - interval '40 days'`);
      const without = (await ask(7)).revenue.past;
      await move(`${then} + (${midnight} - ${then}) / 2`);
      expect((await ask(7)).revenue.past).toBe(without);
      expect((await reportOf('sales', { period: '7d' })).numbers.revenue?.past).toBe(without);
      await move(`${then} - interval '1 second'`);
      expect((await ask(7)).revenue.past).toBe(without + (order?.total ?? 0));
      expect((await reportOf('sales', { period: '7d' })).numbers.revenue?.past).toBe(without + (order?.total ?? 0));
    } finally {
      await world.sql.query('update public.orders set paid_at = $2 where id = $1', [order?.id, order?.paid_at]);
    }
  });

  test('the visitors of the home are those of the report', async () => {
    expect((await ask(30)).visitors).toEqual((await reportOf('visits')).numbers.visitors);
  });

  test('the parts are the whole', async () => {
    const numbers = await ask(30);
    const sum = (key: 'revenue' | 'members') => numbers.series.reduce((all, slot) => all + slot[key], 0);
    expect(sum('members')).toBe(numbers.members.now);
    expect(sum('revenue')).toBe(numbers.revenue.now);
  });

  test('count the account’s own members and paid orders alone', async () => {
    const before = await ask(7);
    await world.sql.query(
      `update public.orders set status = 'paid', paid_at = now() where account_id = $1 and id =
         (select id from public.orders where account_id = $1 and status = 'pending' and currency = $2 limit 1)`,
      [world.demo, before.currency],
    );
    await world.sql.query(
      `insert into auth.users (id, email, aud, role) values ('00000000-0000-4000-8000-0000000000aa', 'new@world.test', 'authenticated', 'authenticated')`,
    );
    await world.sql.query("select private.make_member($1, '00000000-0000-4000-8000-0000000000aa', 'student')", [
      world.demo,
    ]);
    const [paid] = await world.sql.query<{ sum: number }>(
      `select coalesce(sum(total), 0)::int as sum from public.orders
        where account_id = $1 and status = 'paid' and currency = $2 and paid_at >= date_trunc('day', now(), 'UTC') - interval '6 days'`,
      [world.demo, before.currency],
    );
    const after = await ask(7);
    expect(after.members.total).toBe(before.members.total + 1);
    expect(after.members.now).toBe(before.members.now + 1);
    expect(after.revenue.now).toBe(paid?.sum);
    expect(after.done.course).toBe(true);
  });
});

type Report = {
  frame: {
    zone: string;
    currency: string;
    unit: string;
    first: string;
    last: string;
    past_first: string | null;
    past_last: string | null;
  };
  numbers: Record<string, { now: number | null; past: number | null }>;
  series: Record<string, { at: string; now: number; past?: number }[]>;
  tables: Record<string, Record<string, unknown>[]>;
};

const reportOf = async (
  name: string,
  options: Partial<Record<'period' | 'since' | 'until' | 'compare', string>> = {},
  filters = {},
) => {
  const [row] = await world.database
    .as(world.caller('owner'))
    .query<{ report: Report }>('select public.report($1, $2, $3, $4, $5, $6, $7::jsonb) as report', [
      world.demo,
      name,
      options.period ?? '30d',
      options.since ?? null,
      options.until ?? null,
      options.compare ?? 'previous',
      JSON.stringify(filters),
    ]);
  return row?.report as Report;
};

/** One number the plain way, straight from the rows: what the report says has to be the same. */
const plain = async (text: string, values: unknown[] = []) =>
  Number((await world.sql.query<{ n: string }>(`select coalesce((${text}), 0) as n`, [world.demo, ...values]))[0]?.n);

describe('the days of a report', () => {
  const frameAt = async (period: string, compare: string, since?: string, until?: string) =>
    (
      await world.sql.query<Record<string, string>>(
        `select zone, unit, first::text, last::text, past_first::text, past_last::text, (ends - starts)::text as span, (past_ends - past_starts)::text as past_span
           from private.report_frame($1, $2, $3, $4, $5)`,
        [world.demo, period, since ?? null, until ?? null, compare],
      )
    )[0];

  test.each([
    ['2026-03-01', '2026-03-31', 'previous', '2026-02-01', '2026-02-28', 'day'],
    ['2026-03-02', '2026-03-31', 'previous', '2026-01-31', '2026-03-01', 'day'],
    ['2026-01-01', '2026-03-31', 'previous', '2025-10-01', '2025-12-31', 'week'],
    ['2026-03-10', '2026-03-10', 'previous', '2026-03-09', '2026-03-09', 'day'],
    ['2024-02-01', '2024-02-29', 'year', '2023-02-01', '2023-02-28', 'day'],
    ['2025-07-01', '2026-06-30', 'previous', '2024-07-01', '2025-06-30', 'month'],
    ['2026-03-10', '2026-03-12', 'none', null, null, 'day'],
  ])('%s to %s against %s: %s to %s, by %s', async (since, until, compare, first, last, unit) => {
    const frame = await frameAt('custom', compare, since, until);
    expect([frame?.past_first, frame?.past_last, frame?.unit]).toEqual([first, last, unit]);
  });

  test.each(['7d', '30d', '90d', '12m', 'month', 'year'])(
    '%s ends now, and is compared with a part of the same length',
    async (period) => {
      const frame = await frameAt(period, 'previous');
      const [today] = await world.sql.query<{ day: string }>("select (now() at time zone 'UTC')::date::text as day");
      expect(frame?.last).toBe(today?.day);
      if (period === '7d' || period === '30d' || period === '90d') expect(frame?.past_span).toBe(frame?.span);
      // A month that has begun is compared with as many days of the month before.
      else expect(frame?.past_last?.slice(8)).toBe(frame?.last?.slice(8));
    },
  );

  test('begin at midnight where the account is', async () => {
    const settings = (zone: string) =>
      world.sql.query(
        `update public.options set value = jsonb_set(value, '{timezone}', to_jsonb($2::text)) where account_id = $1 and key = 'settings'`,
        [world.demo, zone],
      );
    const starts = async () =>
      (
        await world.sql.query<{ starts: string; zone: string }>(
          `select (starts at time zone 'UTC')::text as starts, zone from private.report_frame($1, 'custom', '2026-07-01', '2026-07-02', 'none')`,
          [world.demo],
        )
      )[0];
    try {
      await settings('Asia/Tokyo');
      expect(await starts()).toEqual({ starts: '2026-06-30 15:00:00', zone: 'Asia/Tokyo' });
      await settings('No/Such');
      expect(await starts()).toEqual({ starts: '2026-07-01 00:00:00', zone: 'UTC' });
    } finally {
      await settings('');
    }
  });

  test.each([
    ['a time there is not', ['fortnight', null, null, 'previous']],
    ['a last day before the first', ['custom', '2026-03-10', '2026-03-01', 'previous']],
    ['days to come', ['custom', '2026-03-10', '2999-01-01', 'previous']],
    ['more than three years', ['custom', '2020-01-01', '2026-01-01', 'previous']],
    ['another comparison', ['7d', null, null, 'rival']],
  ])('%s is refused', async (_, [period, since, until, compare]) => {
    const answer = await world.attempt('owner', 'select public.report($1, $2, $3, $4, $5, $6)', [
      world.demo,
      'sales',
      period,
      since,
      until,
      compare,
    ]);
    expect(answer).toMatchObject({ refused: 'invalid' });
  });
});

describe('a report', () => {
  const since = `(date_trunc('day', now() at time zone 'UTC') - interval '29 days') at time zone 'UTC'`;
  const before = `${since} - interval '30 days'`;
  const until = `now() - interval '30 days'`;
  const both = (what: string, from: string, at: string, condition = 'true') => [
    `select ${what} from ${from} where x.account_id = $1 and ${condition} and x.${at} >= ${since} and x.${at} < now()`,
    `select ${what} from ${from} where x.account_id = $1 and ${condition} and x.${at} >= ${before} and x.${at} < ${until}`,
  ];
  const paid = `x.status = 'paid' and x.currency = 'EUR'`;
  const numbers: [string, string, string[]][] = [
    ['sales', 'revenue', both('sum(x.total)', 'public.orders x', 'paid_at', paid)],
    ['sales', 'orders', both('count(*)', 'public.orders x', 'paid_at', paid)],
    ['sales', 'discount', both('sum(x.discount)', 'public.orders x', 'paid_at', paid)],
    ['sales', 'tax', both('sum(x.tax)', 'public.orders x', 'paid_at', paid)],
    ['sales', 'buyers', both('count(distinct x.user_id)', 'public.orders x', 'paid_at', paid)],
    ['sales', 'refunds', both('count(*)', 'public.orders x', 'closed_at', `x.status = 'refunded'`)],
    ['sales', 'refunded', both('sum(x.total)', 'public.orders x', 'closed_at', `x.status = 'refunded'`)],
    ['members', 'joined', both('count(*)', 'public.members x', 'created_at')],
    ['learning', 'enrolled', both('count(*)', 'public.enrolments x', 'created_at')],
    ['learning', 'completions', both('count(*)', 'public.enrolments x', 'completed_at')],
    ['learning', 'lessons', both('count(*)', 'public.lesson_progress x', 'completed_at')],
    ['learning', 'attempts', both('count(*)', 'public.attempts x', 'submitted_at', 'not x.is_trial')],
    ['learning', 'passed', both('count(*)', 'public.attempts x', 'submitted_at', 'not x.is_trial and x.passed')],
    ['marketing', 'answers', both('count(*)', 'public.form_submissions x', 'created_at')],
    ['marketing', 'subscribed', both('count(*)', 'public.contact_consents x', 'created_at', `x.kind = 'confirmed'`)],
    [
      'marketing',
      'left',
      both('count(*)', 'public.contact_consents x', 'created_at', `x.kind in ('withdrawn', 'bounced')`),
    ],
    ['marketing', 'campaign_visits', both('count(*)', 'public.visits x', 'started_at', `x.campaign <> ''`)],
    ['marketing', 'coupon_orders', both('count(*)', 'public.orders x', 'paid_at', `${paid} and x.coupon <> ''`)],
    [
      'marketing',
      'coupon_discount',
      both('sum(x.discount)', 'public.orders x', 'paid_at', `${paid} and x.coupon <> ''`),
    ],
    ['visits', 'visitors', both('count(distinct (x.day, x.visitor))', 'public.visits x', 'started_at')],
    ['visits', 'visits', both('count(*)', 'public.visits x', 'started_at')],
    ['visits', 'views', both('sum(x.views)', 'public.visits x', 'started_at')],
    ['visits', 'bounces', both('count(*)', 'public.visits x', 'started_at', 'x.views = 1')],
    ['visits', 'seconds', both('sum(extract(epoch from x.last_at - x.started_at))', 'public.visits x', 'started_at')],
  ];
  test.each(numbers)(
    'on %s counts %s as the rows do, now and in the time before',
    async (name, key, [now = '', past = '']) => {
      const report = await reportOf(name);
      expect(Number(report.numbers[key]?.now)).toBe(await plain(now));
      expect(Number(report.numbers[key]?.past)).toBe(await plain(past));
      const points = report.series[key];
      if (!points) return;
      expect(points).toHaveLength(30);
      expect(points.reduce((all, point) => all + point.now, 0)).toBeCloseTo(Number(report.numbers[key]?.now), 6);
      expect(points.reduce((all, point) => all + (point.past ?? 0), 0)).toBeCloseTo(
        Number(report.numbers[key]?.past),
        6,
      );
    },
  );

  test('of the overview says what the others say', async () => {
    const overview = await reportOf('overview');
    for (const [name, keys] of [
      ['sales', ['revenue', 'orders']],
      ['members', ['joined', 'total']],
      ['learning', ['enrolled', 'completions']],
      ['visits', ['visitors', 'views']],
      ['marketing', ['answers', 'subscribed']],
    ] as const) {
      const other = await reportOf(name);
      for (const key of keys) expect(overview.numbers[key], key).toEqual(other.numbers[key]);
    }
  });

  test('says how many members there were at its end, and how many of them learned', async () => {
    const { numbers: said } = await reportOf('members', { period: 'last_month' });
    const end = `date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`;
    expect(said.total?.now).toBe(
      await plain(`select count(*) from public.members where account_id = $1 and created_at < ${end}`),
    );
    const { numbers: year } = await reportOf('learning', { period: '12m' });
    expect(year.learners?.now).toBe(
      await plain(`select count(*) from public.members m where m.account_id = $1 and (
        exists (select from public.lesson_progress p where p.member_id = m.id and p.completed_at > now() - interval '300 days')
        or exists (select from public.attempts t where t.member_id = m.id and not t.is_trial and t.submitted_at > now() - interval '300 days'))`),
    );
  });

  test('breaks its numbers down without losing any', async () => {
    const sum = (rows: Record<string, unknown>[] | undefined, key: string) =>
      (rows ?? []).reduce((all, row) => all + Number(row[key]), 0);
    const sales = await reportOf('sales', { period: '12m' });
    expect(sum(sales.tables.countries, 'amount')).toBe(sales.numbers.revenue?.now);
    expect(sum(sales.tables.products, 'amount')).toBe(
      Number(sales.numbers.revenue?.now) + Number(sales.numbers.discount?.now) - Number(sales.numbers.tax?.now),
    );
    expect(sales.tables.currencies?.find(({ name }) => name === 'EUR')?.amount).toBe(sales.numbers.revenue?.now);
    const visits = await reportOf('visits');
    for (const table of ['sources', 'entries', 'devices', 'languages'])
      expect(sum(visits.tables[table], 'visits'), table).toBe(visits.numbers.visits?.now);
    expect(sum(visits.tables.pages, 'views')).toBe(visits.numbers.views?.now);
    const members = await reportOf('members');
    expect(sum(members.tables.roles, 'members')).toBe(members.numbers.total?.now);
    const learning = await reportOf('learning', { period: '12m' });
    expect(sum(learning.tables.courses, 'enrolled')).toBe(learning.numbers.enrolled?.now);
    expect(sum(learning.tables.quizzes, 'attempts')).toBe(learning.numbers.attempts?.now);
  });

  test('is narrowed to one course, one source, one page, one role', async () => {
    const learning = await reportOf('learning', { period: '12m' });
    const course = learning.tables.courses?.[0] as { id: string; enrolled: number };
    const one = await reportOf('learning', { period: '12m' }, { course: course.id });
    expect(one.numbers.enrolled?.now).toBe(course.enrolled);
    expect(one.tables.lessons?.length).toBeGreaterThan(3);
    const visits = await reportOf('visits');
    for (const [table, filter] of [
      ['sources', 'source'],
      ['pages', 'path'],
      ['devices', 'device'],
      ['campaigns', 'campaign'],
    ] as const) {
      const row = visits.tables[table]?.[0] as { name: string; visits: number };
      expect((await reportOf('visits', {}, { [filter]: row.name })).numbers.visits?.now, filter).toBe(row.visits);
    }
    const role = (await reportOf('members')).tables.roles?.[0] as { id: string; members: number };
    expect((await reportOf('members', {}, { role: role.id })).numbers.total?.now).toBe(role.members);
  });

  test('adds up one currency and never two', async () => {
    const [order] = await world.sql.query<{ id: string }>(
      `select id from public.orders where account_id = $1 and status = 'paid' order by paid_at desc limit 1`,
      [world.demo],
    );
    const before = await reportOf('sales');
    await world.sql.query(`update public.orders set currency = 'JPY' where id = $1`, [order?.id]);
    try {
      const euros = await reportOf('sales');
      const yen = await reportOf('sales', {}, { currency: 'JPY' });
      expect(yen.frame.currency).toBe('JPY');
      expect(yen.numbers.orders?.now).toBe(1);
      expect(Number(euros.numbers.revenue?.now) + Number(yen.numbers.revenue?.now)).toBe(before.numbers.revenue?.now);
      expect(euros.tables.currencies?.map(({ name }) => name)).toEqual(['EUR', 'JPY']);
    } finally {
      await world.sql.query(`update public.orders set currency = 'EUR' where id = $1`, [order?.id]);
    }
  });

  test('knows no average where nothing was counted', async () => {
    const empty = await reportOf('learning', { period: 'custom', since: '2001-01-01', until: '2001-01-31' });
    expect(empty.numbers.attempts?.now).toBe(0);
    expect(empty.numbers.score?.now).toBeNull();
  });

  test('cohorts: who joined in a month, and how many of them learned in each since', async () => {
    const { tables } = await reportOf('members');
    const rows = tables.cohorts as { month: string; members: number; active: number[] }[];
    expect(rows.reduce((all, { members }) => all + members, 0)).toBe(
      await plain(
        `select count(*) from public.members where account_id = $1 and created_at >= (date_trunc('month', now() at time zone 'UTC') - interval '5 months') at time zone 'UTC'`,
      ),
    );
    for (const { members, active } of rows) for (const count of active) expect(count).toBeLessThanOrEqual(members);
  });
});

describe('the rows behind a number', () => {
  const rowsOf = async (list: string, filters = {}, page = 1, size = 5_000) => {
    const [row] = await world.database
      .as(world.caller('owner'))
      .query<{ list: { count: number; rows: { id: string; at: string }[] } }>(
        `select public.report_list($1, $2, '12m', null, null, $3::jsonb, $4, $5) as list`,
        [world.demo, list, JSON.stringify(filters), page, size],
      );
    return row?.list as { count: number; rows: Record<string, unknown>[] };
  };
  test.each([
    ['sales', 'orders', 'orders'],
    ['sales', 'refunds', 'refunds'],
    ['members', 'joined', 'joined'],
    ['learning', 'enrolled', 'enrolled'],
    ['learning', 'completions', 'completions'],
    ['learning', 'lessons', 'lessons'],
    ['learning', 'attempts', 'attempts'],
    ['marketing', 'answers', 'answers'],
    ['marketing', 'subscribed', 'subscribed'],
    ['marketing', 'left', 'left'],
    ['marketing', 'coupon_orders', 'coupon_orders'],
    ['visits', 'visits', 'visits'],
    ['marketing', 'campaign_visits', 'campaign_visits'],
  ])('of %s: as many %s as it says', async (report, key, list) => {
    const said = (await reportOf(report, { period: '12m' })).numbers[key]?.now;
    const { count, rows } = await rowsOf(list);
    expect(count).toBe(said);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
  });

  test('who is at risk is who has not been there for two weeks', async () => {
    const { tables } = await reportOf('learning');
    const { count, rows } = await rowsOf('risk');
    expect(count).toBe(tables.risk);
    for (const row of rows) expect(new Date(String(row.at)).getTime()).toBeLessThan(Date.now() - 13 * 86_400_000);
  });

  test('every learner in every course stands in one list, a page at a time', async () => {
    const all = await rowsOf('learners');
    expect(all.count).toBe(await plain('select count(*) from public.enrolments where account_id = $1'));
    const second = await rowsOf('learners', {}, 2, 2);
    expect(second.rows).toEqual(all.rows.slice(2, 4));
    expect(Object.keys(all.rows[0] ?? {})).toEqual(
      expect.arrayContaining(['name', 'email', 'course', 'status', 'percent', 'score', 'login_at']),
    );
  });

  test('a page has 1 to 20,000 rows', async () => {
    for (const size of [0, 20_001])
      expect(
        await world.attempt('owner', `select public.report_list($1, 'orders', '30d', null, null, '{}', 1, $2)`, [
          world.demo,
          size,
        ]),
      ).toMatchObject({ refused: 'invalid' });
  });

  test.each([
    [['manage_stats'], ['visits']],
    [['manage_shop'], ['orders']],
    [['manage_students'], ['learners']],
    [['manage_members'], ['joined']],
    [['manage_options'], ['visits', 'orders', 'learners', 'answers']],
  ])('a role with %j sees %j', async (caps, open) => {
    const caller = await memberWith(world, world.demo, caps);
    const seen: string[] = [];
    for (const list of ['visits', 'orders', 'learners', 'answers', 'joined']) {
      const answer = await world.attempt(caller, 'select public.report_list($1, $2)', [world.demo, list]);
      if ('rows' in answer) seen.push(list);
    }
    expect(seen).toEqual(caps[0] === 'manage_options' ? [...open, 'joined'] : open);
  });
});

describe('on the platform’s host', () => {
  const onPlatform = async (email: string): Promise<Caller> => {
    const [user] = await world.sql.query<{ id: string }>('select id from auth.users where email = $1', [email]);
    const session = crypto.randomUUID();
    await world.sql.query('insert into private.session_accounts values ($1, $2, $3)', [
      session,
      world.platform,
      user?.id,
    ]);
    return { role: 'authenticated', claims: { sub: user?.id, role: 'authenticated', session_id: session } };
  };
  test.each([
    ['owner@demo.test', ['demo']],
    ['owner@atelier.test', ['atelier']],
    ['student@demo.test', []],
    ['admin@stoa.test', ['atelier', 'demo']],
  ])('%s sees %j', async (email, slugs) => {
    const rows = await world.database
      .as(await onPlatform(email))
      .query<{ slug: string }>('select slug from public.account_numbers()');
    expect(rows.map((row) => row.slug).sort()).toEqual(slugs);
  });

  test('each account is reported on by itself: its numbers are those its own report says', async () => {
    const caller = await onPlatform('owner@demo.test');
    const [row] = await world.database
      .as(caller)
      .query<{ reports: (Report & { slug: string })[] }>('select public.account_reports() as reports');
    expect(row?.reports.map(({ slug }) => slug)).toEqual(['demo']);
    expect(row?.reports[0]?.numbers).toEqual((await reportOf('overview')).numbers);
    const [none] = await world.database
      .as(await onPlatform('student@demo.test'))
      .query('select public.account_reports() as reports');
    expect(none?.reports).toEqual([]);
  });
});
