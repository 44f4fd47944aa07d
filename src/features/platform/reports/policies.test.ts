import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

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
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
    // These sessions began on an account's host; the rules on the platform's host differ.
    [
      'asks for a report on demo',
      `select public.report({demo}, 'sales')`,
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

type Numbers = Record<'revenue' | 'orders' | 'visitors', { now: number; past: number }> & {
  currency: string;
  unit: string;
  members: { total: number; now: number; past: number };
  series: { at: string; revenue: number; members: number }[];
  done: Record<string, boolean>;
};

describe('the numbers', () => {
  const fetchNumbers = async (days: number) => {
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
    const numbers = await fetchNumbers(days);
    expect(numbers.unit).toBe(unit);
    expect(numbers.series).toHaveLength(length);
  });

  test('of the demo speak of this month and of the one before', async () => {
    const { revenue } = await fetchNumbers(30);
    expect(revenue.now).toBeGreaterThan(0);
    expect(revenue.past).toBeGreaterThan(0);
  });

  test('compare equal parts: half a day with half a day', async () => {
    const [order] = await world.sql.query<{ id: string; total: number; paid_at: string }>(
      `select id, total::int as total, paid_at from public.orders where account_id = $1 and status = 'paid' and currency = 'EUR' and total > 0
        and paid_at > now() - interval '25 days' order by paid_at desc limit 1`,
      [world.demo],
    );
    // Seven days ago at this time of day, and the middle between then and the following midnight.
    const then = `(now() - interval '7 days')`;
    const midnight = `((date_trunc('day', now() at time zone 'UTC') - interval '6 days') at time zone 'UTC')`;
    const move = (moment: string) =>
      world.sql.query(`update public.orders set paid_at = ${moment} where id = $1`, [order?.id]);
    try {
      await move(`now() - interval '40 days'`);
      const without = (await fetchNumbers(7)).revenue.past;
      await move(`${then} + (${midnight} - ${then}) / 2`);
      expect((await fetchNumbers(7)).revenue.past).toBe(without);
      expect((await reportOf('sales', { period: '7d' })).numbers.revenue?.past).toBe(without);
      await move(`${then} - interval '1 second'`);
      expect((await fetchNumbers(7)).revenue.past).toBe(without + (order?.total ?? 0));
      expect((await reportOf('sales', { period: '7d' })).numbers.revenue?.past).toBe(without + (order?.total ?? 0));
    } finally {
      await world.sql.query('update public.orders set paid_at = $2 where id = $1', [order?.id, order?.paid_at]);
    }
  });

  test('the visitors of the home are those of the report', async () => {
    expect((await fetchNumbers(30)).visitors).toEqual((await reportOf('visits')).numbers.visitors);
    expect((await fetchNumbers(30)).orders).toEqual((await reportOf('sales')).numbers.orders);
  });

  test('the parts are the whole', async () => {
    const numbers = await fetchNumbers(30);
    const sum = (key: 'revenue' | 'members') => numbers.series.reduce((all, slot) => all + slot[key], 0);
    expect(sum('members')).toBe(numbers.members.now);
    expect(sum('revenue')).toBe(numbers.revenue.now);
  });

  test('count the account’s own members and paid orders alone', async () => {
    const before = await fetchNumbers(7);
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
    const after = await fetchNumbers(7);
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

/** Computes a metric with a plain query on the rows; the report must give the same. */
const plain = async (text: string, values: unknown[] = []) =>
  Number((await world.sql.query<{ n: string }>(`select coalesce((${text}), 0) as n`, [world.demo, ...values]))[0]?.n);

describe('a report', () => {
  const since = `(date_trunc('day', now() at time zone 'UTC') - interval '29 days') at time zone 'UTC'`;
  const before = `${since} - interval '30 days'`;
  const until = `now() - interval '30 days'`;
  const both = (value: string, from: string, at: string, condition = 'true') => [
    `select ${value} from ${from} where x.account_id = $1 and ${condition} and x.${at} >= ${since} and x.${at} < now()`,
    `select ${value} from ${from} where x.account_id = $1 and ${condition} and x.${at} >= ${before} and x.${at} < ${until}`,
  ];
  const paid = `x.status = 'paid' and x.currency = 'EUR'`;
  const numbers: [string, string, string[]][] = [
    ['sales', 'revenue', both('sum(x.total - x.refunded)', 'public.orders x', 'paid_at', paid)],
    ['sales', 'orders', both('count(*)', 'public.orders x', 'paid_at', paid)],
    ['sales', 'discount', both('sum(x.discount)', 'public.orders x', 'paid_at', paid)],
    ['sales', 'tax', both('sum(x.tax)', 'public.orders x', 'paid_at', paid)],
    ['sales', 'buyers', both('count(distinct x.user_id)', 'public.orders x', 'paid_at', paid)],
    ['sales', 'refunds', both('count(*)', 'public.refunds x', 'created_at')],
    ['sales', 'refunded', both('sum(x.amount)', 'public.refunds x', 'created_at')],
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
      const otherReport = await reportOf(name);
      for (const key of keys) expect(overview.numbers[key], key).toEqual(otherReport.numbers[key]);
    }
  });

  test('counts the members at its end, and how many of them learned', async () => {
    const { numbers } = await reportOf('members', { period: 'last_month' });
    const end = `date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`;
    expect(numbers.total?.now).toBe(
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
    const oneCourse = await reportOf('learning', { period: '12m' }, { course: course.id });
    expect(oneCourse.numbers.enrolled?.now).toBe(course.enrolled);
    expect(oneCourse.tables.lessons?.length).toBeGreaterThan(3);
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

test('an enrolment that ended counts as no student, neither for the owner’s dashboard nor in the learning report', async () => {
  const [course] = await world.sql.query<{ id: string; active: number; ended: number }>(
    `select course_id as id, count(*) filter (where status = 'active')::int as active, count(*) filter (where status = 'ended')::int as ended
       from public.enrolments where account_id = $1 group by 1 order by 2 desc limit 1`,
    [world.demo],
  );
  const counted = async () => {
    const owner = world.database.as(world.caller('owner'));
    type Courses = { id: string; students: number }[];
    const [row] = await owner.query<{ numbers: { courses: Courses }; report: { tables: { courses: Courses } } }>(
      `select public.site_numbers($1, 30) as numbers, public.report($1, 'learning') as report`,
      [world.demo],
    );
    const studentsIn = (courses: Courses | undefined) => courses?.find(({ id }) => id === course?.id)?.students;
    return [studentsIn(row?.numbers.courses), studentsIn(row?.report.tables.courses)];
  };
  const active = course?.active ?? 0;
  expect(active).toBeGreaterThan(0);
  expect(await counted()).toEqual([active, active]);
  const [enrolment] = await world.sql.query<{ id: string }>(
    `update public.enrolments set status = 'ended' where id = (select id from public.enrolments
        where account_id = $1 and course_id = $2 and status = 'active' limit 1) returning id`,
    [world.demo, course?.id],
  );
  expect(await counted()).toEqual([active - 1, active - 1]);
  await world.sql.query(`update public.enrolments set status = 'active' where id = $1`, [enrolment?.id]);
});
