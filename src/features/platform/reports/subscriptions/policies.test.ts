import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';

/** Nothing of the demo is sold in it. */
const CURRENCY = 'SEK';
const DAY = 86_400_000;

type Subscription = {
  id: string;
  title: string;
  kind: 'subscription' | 'instalments';
  quantity: number;
  amount: number;
  value: number;
  unit: 'day' | 'week' | 'month' | 'year';
  created: number;
  trialEnd: number | null;
  ended: number | null;
  reason: string | null;
  paid: number;
};
type Period = { subscription: string; position: number; starts: number; ends: number; paidAt: number; total: number };

let world: World;
let subscriptions: Subscription[];
let periods: Period[];
let clock: number;

const lengths = { day: 1, week: 7, month: 30, year: 365 };
const generatedRows = fc.sample(
  fc.record({
    kind: fc.constantFrom('subscription', 'subscription', 'subscription', 'instalments'),
    title: fc.constantFrom('Studio', 'Library'),
    quantity: fc.integer({ min: 1, max: 3 }),
    amount: fc.integer({ min: 1, max: 99_999 }),
    value: fc.integer({ min: 1, max: 4 }),
    unit: fc.constantFrom('day', 'week', 'month', 'year'),
    startedDaysAgo: fc.integer({ min: 1, max: 400 }),
    hasTrial: fc.boolean(),
    periods: fc.integer({ min: 0, max: 6 }),
    refundsLast: fc.boolean(),
    end: fc.constantFrom(null, null, 'cancelled', 'unpaid', 'completed'),
  }),
  { numRuns: 80, seed: 20_261_125 },
);

beforeAll(async () => {
  world = await openWorld();
  const [now] = await world.sql.query<{ ms: string }>('select extract(epoch from private.clock_now()) * 1000 as ms');
  clock = Math.floor(Number(now?.ms));
  for (const [index, row] of generatedRows.entries()) await add(row, 500_000 + 10 * index);
  await readRows();
});
afterAll(() => world.close());

/** The days in it are past the middle of a day, so that no number hangs on the zone or the second of the test. */
async function add(row: (typeof generatedRows)[number], number: number): Promise<void> {
  const at = (days: number) => new Date(clock - days * DAY).toISOString();
  const trialDays = row.hasTrial ? 14 : 0;
  const length = row.value * lengths[row.unit];
  const first = row.startedDaysAgo - trialDays;
  const count = Math.min(row.periods, Math.max(0, Math.ceil(first / length)));
  const lastEnd = first - count * length;
  const ended = row.end && lastEnd <= 0 ? 0.01 : lastEnd;
  const isEnded = row.end !== null && ended < row.startedDaysAgo && ended >= 0;
  const order = async (offset: number, status: string, paidAt: string, total: number) => {
    const [made] = await world.sql.query<{ id: string; item: string }>(
      `with o as (insert into public.orders (account_id, number, email, customer_name, currency, subtotal, total, refunded, status, placed_at, paid_at, closed_at)
         values ($1, $2, 'reader@world.test', 'Reader', $3, $4::bigint, $4::bigint, case $5 when 'refunded' then $4::bigint else 0 end, $5, $6, $6,
           case $5 when 'refunded' then $6::timestamptz end) returning account_id, id)
       insert into public.order_items (account_id, order_id, title, type, quantity, amount, position)
       select o.account_id, o.id, 'Studio', 'membership', 1, $4::bigint, 1 from o returning order_id as id, id as item`,
      [world.demo, number + offset, CURRENCY, total, status, paidAt],
    );
    return made as { id: string; item: string };
  };
  const total = row.amount * row.quantity;
  const begun = await order(0, 'paid', at(row.startedDaysAgo), row.hasTrial ? 0 : total);
  const [subscription] = await world.sql.query<{ id: string }>(
    `insert into public.member_subscriptions (account_id, order_id, order_item_id, title, price_kind, quantity, amount, currency, frequency, paid_count, status,
       anchor_at, period_start, period_end, trial_ends_at, ended_at, end_reason, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, jsonb_build_object('value', $9::int, 'parameter', $10::text), $11, case when $12::timestamptz is null then 'active' else 'ended' end,
       $13, $13, $14, $15, $12, $16, $17) returning id`,
    [
      world.demo,
      begun.id,
      begun.item,
      row.title,
      row.kind,
      row.quantity,
      row.amount,
      CURRENCY,
      row.value,
      row.unit,
      count,
      isEnded ? at(ended) : null,
      at(first),
      at(lastEnd - length),
      row.hasTrial ? at(first) : null,
      isEnded ? row.end : null,
      at(row.startedDaysAgo),
    ],
  );
  for (let position = 1; position <= count; position += 1) {
    const starts = first - (position - 1) * length;
    const isRefunded = row.refundsLast && position === count && count > 1;
    const payment =
      position === 1 && !row.hasTrial
        ? begun
        : await order(position, isRefunded ? 'refunded' : 'paid', at(starts), total);
    await world.sql.query(
      `insert into public.subscription_periods (account_id, subscription_id, position, order_id, starts_at, ends_at) values ($1, $2, $3, $4, $5, $6)`,
      [world.demo, subscription?.id, position, payment.id, at(starts), at(starts - length)],
    );
  }
}

/** The raw rows, to count again what the report counted. */
async function readRows(): Promise<void> {
  const ms = (column: string) => `extract(epoch from ${column})::float8 * 1000`;
  subscriptions = await world.sql.query<Subscription>(
    `select id, title, price_kind as kind, quantity, amount::float8 as amount, (frequency ->> 'value')::int as value, frequency ->> 'parameter' as unit,
        ${ms('created_at')} as created, ${ms('trial_ends_at')} as "trialEnd", ${ms('ended_at')} as ended, end_reason as reason, paid_count as paid
       from public.member_subscriptions where account_id = $1 and currency = $2 and price_kind = 'subscription'`,
    [world.demo, CURRENCY],
  );
  periods = await world.sql.query<Period>(
    `select p.subscription_id as subscription, p.position, ${ms('p.starts_at')} as starts, ${ms('p.ends_at')} as ends, ${ms('o.paid_at')} as "paidAt", o.total::float8 as total
       from public.subscription_periods p join public.orders o on o.id = p.order_id where p.account_id = $1 and o.currency = $2 and o.status = 'paid'`,
    [world.demo, CURRENCY],
  );
}

const monthly = ({ amount, quantity, value, unit }: Subscription) =>
  (amount * quantity) / value / { day: 1 / 30.4375, week: 7 / 30.4375, month: 1, year: 12 }[unit];
const payingAt = (moment: number) =>
  subscriptions.filter(
    ({ id, ended }) =>
      (ended === null || ended > moment) &&
      periods.some((period) => period.subscription === id && period.starts <= moment && period.ends > moment),
  );
const mrrAt = (moment: number) => payingAt(moment).reduce((sum, subscription) => sum + monthly(subscription), 0);
const inTrialAt = (moment: number) =>
  subscriptions.filter(
    ({ created, trialEnd, ended }) =>
      created <= moment && (trialEnd ?? 0) > moment && (ended === null || ended > moment),
  ).length;
const countOf = (moments: (number | null)[], from: number, to: number) =>
  moments.filter((moment) => moment !== null && moment >= from && moment < to).length;
const trialOf = (id: string) => subscriptions.find((subscription) => subscription.id === id)?.trialEnd ?? null;
const own = () => periods.filter(({ subscription }) => subscriptions.some(({ id }) => id === subscription));
const renewals = (from: number, to: number) =>
  own().filter(
    ({ position, subscription, paidAt }) =>
      (position > 1 || trialOf(subscription) !== null) && paidAt >= from && paidAt < to,
  );

type Value = { now: number | null; past: number | null };
type Report = {
  frame: { first: string; past_first: string };
  numbers: Record<string, Value>;
  series: Record<string, { at: string; now: number; past?: number }[]>;
  tables: Record<string, Record<string, unknown>[]>;
};
const reportOf = async (period: string): Promise<Report> => {
  const [row] = await world.database
    .as(world.caller('owner'))
    .query<{ report: Report }>(`select public.report($1, 'subscriptions', $2, filters => $3::jsonb) as report`, [
      world.demo,
      period,
      JSON.stringify({ currency: CURRENCY }),
    ]);
  return row?.report as Report;
};

describe('the report on subscriptions', () => {
  test.each(['7d', '30d', '90d', '12m'])(
    'of %s counts what the rows give, now and in the time before',
    async (period) => {
      const { frame, numbers } = await reportOf(period);
      const [now] = await world.sql.query<{ ms: string }>(
        'select extract(epoch from private.clock_now()) * 1000 as ms',
      );
      const end = Number(now?.ms);
      const start = Date.parse(frame.first);
      const pastStart = Date.parse(frame.past_first);
      const pastEnd = pastStart + (end - start);
      for (const [from, to, side] of [
        [start, end, 'now'],
        // A year and the one before it are as long only where neither is a leap year.
        ...(period === '12m' ? [] : ([[pastStart, pastEnd, 'past']] as const)),
      ] as const) {
        const value = (key: string) => Number(numbers[key]?.[side]);
        expect(value('mrr')).toBeCloseTo(Math.round(mrrAt(to)), -1);
        expect(value('subscribers')).toBe(payingAt(to).length);
        expect(value('trialing')).toBe(inTrialAt(to));
        const begun = own().filter(({ position }) => position === 1);
        expect(value('subscriptions_started')).toBe(
          countOf(
            begun.map(({ starts }) => starts),
            from,
            to,
          ),
        );
        expect(value('trials_converted')).toBe(
          countOf(
            begun.filter(({ subscription }) => trialOf(subscription)).map(({ starts }) => starts),
            from,
            to,
          ),
        );
        expect(value('trials_started')).toBe(
          countOf(
            subscriptions.filter(({ trialEnd }) => trialEnd).map(({ created }) => created),
            from,
            to,
          ),
        );
        expect(value('subscriptions_ended')).toBe(
          countOf(
            subscriptions.filter(({ paid }) => paid > 0).map(({ ended }) => ended),
            from,
            to,
          ),
        );
        expect(value('renewals')).toBe(renewals(from, to).length);
        expect(value('renewal_revenue')).toBe(renewals(from, to).reduce((sum, { total }) => sum + total, 0));
        const before = payingAt(from);
        const lost = before.filter(({ ended }) => ended !== null && ended < to).length;
        expect(value('churn')).toBeCloseTo(lost / before.length, 6);
        const perMonth = lost / before.length / ((to - from) / DAY / 30.4375);
        if (lost > 0) expect(value('ltv') / (mrrAt(to) / payingAt(to).length / perMonth)).toBeCloseTo(1, 3);
      }
    },
  );

  test('draws each level where its slot ends, and each sum where it happened', async () => {
    const { numbers, series } = await reportOf('90d');
    for (const level of ['mrr', 'subscribers', 'trialing'])
      expect(series[level]?.at(-1)?.now, level).toBe(numbers[level]?.now);
    for (const { at, now } of series.subscribers?.slice(0, -1) ?? [])
      expect(now, at).toBe(payingAt(Date.parse(at) + ((series.subscribers?.length ?? 0) > 60 ? 1 : 7) * DAY).length);
    for (const sum of ['subscriptions_started', 'subscriptions_ended', 'renewals'])
      expect(
        series[sum]?.reduce((all, { now }) => all + now, 0),
        sum,
      ).toBe(numbers[sum]?.now);
  });

  test('breaks recurring revenue down by product, and ends down by reason, without losing any', async () => {
    const { numbers, tables } = await reportOf('12m');
    const sum = (table: string, key: string) => (tables[table] ?? []).reduce((all, row) => all + Number(row[key]), 0);
    expect(Math.abs(sum('subscription_products', 'mrr') - Number(numbers.mrr?.now))).toBeLessThanOrEqual(2);
    expect(sum('subscription_products', 'subscribers')).toBe(numbers.subscribers?.now);
    expect(sum('end_reasons', 'subscriptions')).toBe(numbers.subscriptions_ended?.now);
  });

  test('shows how many of those that began in a month are still paid for', async () => {
    const { tables } = await reportOf('12m');
    const cohorts = tables.cohorts as { month: string; members: number; active: number[] }[];
    for (const { month, members, active } of cohorts) {
      const start = new Date(`${month}T00:00:00Z`);
      const monthsLater = (count: number) => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + count, 1);
      const begun = own().filter(
        ({ position, starts }) => position === 1 && starts >= start.getTime() && starts < monthsLater(1),
      );
      expect(members, month).toBe(begun.length);
      for (const [index, count] of active.slice(0, -1).entries())
        expect(count, `${month} +${index}`).toBe(
          payingAt(monthsLater(index + 1)).filter(({ id }) => begun.some(({ subscription }) => subscription === id))
            .length,
        );
    }
    expect(cohorts.length).toBeGreaterThan(3);
  });

  test('leads to as many rows as it counts', async () => {
    const { numbers } = await reportOf('12m');
    for (const list of ['subscriptions_started', 'subscriptions_ended', 'renewals']) {
      const [row] = await world.database
        .as(world.caller('owner'))
        .query<{ list: { count: number; rows: { id: string }[] } }>(
          `select public.report_list($1, $2, '12m', null, null, $3::jsonb, 1, 5000) as list`,
          [world.demo, list, JSON.stringify({ currency: CURRENCY })],
        );
      expect(row?.list.count, list).toBe(numbers[list]?.now);
      expect(row?.list.rows.length, list).toBe(numbers[list]?.now);
    }
  });

  test('knows no churn and no lifetime value where nothing was paid', async () => {
    const [row] = await world.database
      .as(world.caller('owner'))
      .query<{ report: Report }>(
        `select public.report($1, 'subscriptions', filters => '{"currency": "ISK"}'::jsonb) as report`,
        [world.demo],
      );
    expect(row?.report.numbers).toMatchObject({ mrr: { now: 0 }, churn: { now: null }, ltv: { now: null } });
  });

  test('is for who sees the shop', async () => {
    expect(await world.attempt('instructor', `select public.report($1, 'subscriptions')`, [world.demo])).toMatchObject({
      refused: 'forbidden',
    });
  });
});
