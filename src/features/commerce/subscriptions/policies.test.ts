import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobContext } from '#base/server/jobs.ts';
import { silentLog } from '#base/server/log.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { schedules } from './jobs.ts';

let world: World;
let shop: Shop;
let ids: { subscription: string; period: string; order: string };
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  const { subscription, order } = await begin('student', { frequency: { value: 1, parameter: 'month' } });
  const [row] = await world.sql.query<{ id: string }>(
    'select id from public.subscription_periods where subscription_id = $1',
    [subscription],
  );
  ids = { subscription, period: row?.id ?? '', order };
});
afterAll(() => world.close());

let products = 0;
/** A course of its own that somebody pays for at a price; ids of what follows. */
async function begin(person: Person, price: object) {
  products += 1;
  const slug = `paid-${products}`;
  const [row] = await world.sql.query<{ product: string; course: string }>(
    `with course as (insert into public.courses (account_id, title, slug, access) values ($1, $2, $2, 'paid') returning account_id, id)
     insert into public.products (account_id, title, slug, type, status, course_id)
       select account_id, $2, $2, 'course', 'published', id from course returning id as product, course_id as course`,
    [world.demo, slug],
  );
  const { product, course } = row ?? { product: '', course: '' };
  await shop.setPrices(product, [{ kind: 'subscription', currency: 'EUR', amount: 1_200, ...price }]);
  const { id: order = '', status } = await shop.place(person, { items: [{ product_id: product, quantity: 1 }] });
  if (status === 'pending') await pay(order);
  const [begun] = await world.sql.query<{ id: string }>(
    'select id from public.member_subscriptions where order_id = $1',
    [order],
  );
  return { product, course, order, subscription: begun?.id ?? '' };
}

const pay = (order: string) => shop.as('owner').query('select public.mark_paid($1)', [order]);
const run = () => world.sql.query('select private.run_subscriptions()');
const stateOf = async (id: string) =>
  (
    await world.sql.query<Record<string, unknown>>(
      'select status, paid_count, attempt, end_reason from public.member_subscriptions where id = $1',
      [id],
    )
  )[0];
const openOrderOf = async (id: string) =>
  (
    await world.sql.query<{ id: string; total: number }>(
      `select o.id, o.total::int from public.subscription_periods p join public.orders o on (o.account_id, o.id) = (p.account_id, p.order_id)
        where p.subscription_id = $1 and o.status = 'pending'`,
      [id],
    )
  )[0];

/** Dates a subscription with its periods, orders and access so many days earlier, as if that time had passed. */
async function age(id: string, days: number): Promise<void> {
  await world.sql.query(
    `with moved as (update public.member_subscriptions set anchor_at = anchor_at - d, period_start = period_start - d, period_end = period_end - d,
         trial_ends_at = trial_ends_at - d, paused_until = paused_until - d from make_interval(days => $2::int) d where id = $1 returning account_id, member_id, order_id),
       periods as (update public.subscription_periods set starts_at = starts_at - d, ends_at = ends_at - d from make_interval(days => $2::int) d
         where subscription_id = $1 returning account_id, order_id),
       orders as (select account_id, order_id from moved union select account_id, order_id from periods),
       dated as (update public.orders o set paid_at = o.paid_at - d from orders, make_interval(days => $2::int) d
         where (o.account_id, o.id) = (orders.account_id, orders.order_id)),
       lines as (update public.order_items i set access_until = i.access_until - d from orders, make_interval(days => $2::int) d
         where (i.account_id, i.order_id) = (orders.account_id, orders.order_id)),
       held as (update private.order_access a set held_until = a.held_until - d from orders, make_interval(days => $2::int) d
         where (a.account_id, a.order_id) = (orders.account_id, orders.order_id) returning a.account_id, a.course_id)
     update public.enrolments e set starts_at = e.starts_at - d, expires_at = e.expires_at - d from make_interval(days => $2::int) d, moved
      where (e.account_id, e.member_id) = (moved.account_id, moved.member_id) and e.course_id in (select course_id from held)`,
    [id, days],
  );
  // When the schedule looks at it next was set before its periods were moved.
  await world.sql.query('update public.member_subscriptions set attempt = attempt where id = $1', [id]);
}

const mine = { owner: 1, student: 1, visitor: '42501', others: 0 };
const noGrant = { others: '42501' };
describe('who sees and writes subscriptions', () => {
  matrix(
    () => world,
    [
      ['a subscription', 'select status from public.member_subscriptions where id = {subscription}', mine],
      ['its periods', 'select order_id from public.subscription_periods where id = {period}', mine],
      ['its anchor', 'select anchor_at from public.member_subscriptions', noGrant],
      [
        'adds a subscription',
        `insert into public.member_subscriptions (account_id, order_id) values ({demo}, {order}) returning id`,
        noGrant,
      ],
      ['changes one', 'update public.member_subscriptions set amount = 0 returning id', noGrant],
      ['removes one', 'delete from public.member_subscriptions returning id', noGrant],
      [
        'adds a period',
        `insert into public.subscription_periods (account_id, order_id) values ({demo}, {order}) returning id`,
        noGrant,
      ],
      ['changes a period', 'update public.subscription_periods set ends_at = now() returning id', noGrant],
      ['removes a period', 'delete from public.subscription_periods returning id', noGrant],
      ['the transitions', 'select from_status from private.subscription_transitions', noGrant],
      ['runs the schedule', 'select private.run_subscriptions()', noGrant],
    ],
    () => ids,
  );
});

test('the subscription machine is a table of transitions that the database keeps', async () => {
  const statuses = ['trialing', 'active', 'past_due', 'paused', 'ended'];
  const rows = await world.sql.query<{ move: string }>(
    `select from_status || ' ' || to_status as move from private.subscription_transitions`,
  );
  const allowed = new Set(rows.map(({ move }) => move));
  for (const from of statuses) {
    for (const to of statuses.filter((status) => status !== from)) {
      const moved = world.sql.transaction(async (tx) => {
        const set = `status = $2, ended_at = case when $2 = 'ended' then now() end, end_reason = case when $2 = 'ended' then 'cancelled' end`;
        await tx.query('alter table public.member_subscriptions disable trigger member_subscriptions_prepare');
        await tx.query(`update public.member_subscriptions set ${set} where id = $1`, [ids.subscription, from]);
        await tx.query('alter table public.member_subscriptions enable trigger member_subscriptions_prepare');
        await tx.query(`update public.member_subscriptions set ${set} where id = $1`, [ids.subscription, to]);
        throw new Error('undone');
      });
      const outcome = await moved.catch((error: { detail?: string; message: string }) => error.detail ?? error.message);
      expect(outcome, `${from} to ${to}`).toBe(allowed.has(`${from} ${to}`) ? 'undone' : 'subscription_transition');
    }
  }
});

test.each([
  ['2026-01-31', 1, 'month', ['2026-02-28', '2026-03-31', '2026-04-30']],
  ['2028-02-29', 1, 'year', ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  ['2026-10-20', 2, 'week', ['2026-11-03', '2026-11-17']],
])('periods from %s keep the day: every %i %s', async (anchor, value, parameter, ends) => {
  const rows = await world.sql.query<{ end: string }>(
    `select to_char(private.period_boundary($1::date::timestamp at time zone 'utc', $2, n) at time zone 'utc', 'YYYY-MM-DD') as "end"
       from generate_series(1, $3::int) n`,
    [anchor, JSON.stringify({ value, parameter }), ends.length],
  );
  expect(rows.map(({ end }) => end)).toEqual(ends);
});

const monthly = { frequency: { value: 1, parameter: 'month' } };

describe('the schedule', () => {
  test('places the order of the next period once, also where several run at a time, at the price that was agreed to', async () => {
    const { product, subscription } = await begin('member', monthly);
    await shop.setPrices(product, [{ kind: 'subscription', currency: 'EUR', amount: 9_900, ...monthly }]);
    await run();
    expect(await openOrderOf(subscription)).toBeUndefined();
    await age(subscription, 25);
    await Promise.all([run(), run(), run(), run()]);
    expect(await openOrderOf(subscription)).toMatchObject({ total: 1_200 });
    expect(await stateOf(subscription)).toMatchObject({ status: 'active', paid_count: 1 });
    const periods = await world.sql.query(
      'select position from public.subscription_periods where subscription_id = $1',
      [subscription],
    );
    expect(periods).toHaveLength(2);
  });

  test('reminds once for each day of the calendar, and access ends with the last of them', async () => {
    const { course, subscription } = await begin('parent', { frequency: { value: 30, parameter: 'day' } });
    await age(subscription, 25);
    await run();
    const reminders = async () =>
      (
        await world.sql.query(
          `select id from public.account_notifications where user_id = $1 and said ->> 'key' = 'subscriptionDue'`,
          [world.caller('parent').claims.sub],
        )
      ).length;
    const seen: unknown[] = [];
    for (const days of [3, 3, 1, 2, 1, 1]) {
      await age(subscription, days);
      await run();
      await run();
      seen.push([await reminders(), (await stateOf(subscription))?.status, await shop.accessOf('parent', course)]);
    }
    expect(seen).toEqual([
      [0, 'active', 'active'],
      [1, 'past_due', 'active'],
      [1, 'past_due', 'active'],
      [2, 'past_due', 'active'],
      [3, 'past_due', 'active'],
      [3, 'past_due', 'active'],
    ]);
    await age(subscription, 3);
    await run();
    await world.sql.query('select private.end_expired_enrolments()');
    expect(await stateOf(subscription)).toMatchObject({ status: 'ended', end_reason: 'unpaid' });
    expect(await shop.accessOf('parent', course)).toBe('ended');
    expect(await openOrderOf(subscription)).toBeUndefined();
    const lost = await world.sql.query(
      `select id from public.account_notifications where user_id = $1 and said ->> 'key' = 'subscriptionLost'`,
      [world.caller('owner').claims.sub],
    );
    expect(lost).toHaveLength(1);
  });

  test('is run by the clock of the product', async () => {
    const schedule = schedules.find(({ name }) => name === 'run-subscriptions');
    expect(await schedule?.run({ sql: world.sql, log: silentLog } as JobContext)).toMatch(/^Did \d+ things/);
  });
});

describe('credit of the buyer', () => {
  /** Buys so many goods of €10.50 and has them credited. */
  async function giveCredit(person: Person, quantity: number): Promise<void> {
    const { id = '' } = await shop.place(person, { items: [{ product_id: shop.goods, quantity }] });
    await pay(id);
    await shop.as('owner').query(`select public.refund_order($1, null, null, kind => 'credit')`, [id]);
  }
  const credit = async (person: Person) =>
    Number(
      (
        await world.sql.query<{ amount: string }>(`select private.credit_of($1, $2, 'EUR') as amount`, [
          world.demo,
          world.caller(person).claims.sub,
        ])
      )[0]?.amount,
    );
  const ordersOf = (subscription: string) =>
    world.sql.query(
      `select o.status, o.total::int, o.credit::int from public.subscription_periods p join public.orders o on (o.account_id, o.id) = (p.account_id, p.order_id)
        where p.subscription_id = $1 order by p.position`,
      [subscription],
    );

  test('pays the next period as far as it goes: a part is left to pay, enough of it pays at once', async () => {
    const { subscription } = await begin('instructor', monthly);
    await giveCredit('instructor', 2);
    await age(subscription, 25);
    await run();
    // €12.00 of €21.00: nothing is left to pay, and the period follows the one that runs.
    expect(await ordersOf(subscription)).toEqual([
      { status: 'paid', total: 1_200, credit: 0 },
      { status: 'paid', total: 1_200, credit: 1_200 },
    ]);
    expect([await credit('instructor'), await stateOf(subscription)]).toMatchObject([900, { paid_count: 2 }]);
    await age(subscription, 31);
    await run();
    expect((await ordersOf(subscription)).at(-1)).toEqual({ status: 'pending', total: 1_200, credit: 900 });
    const { id = '' } = (await openOrderOf(subscription)) ?? {};
    await shop.as('owner').query('select public.cancel_order($1)', [id]);
    expect(await credit('instructor')).toBe(900);
    expect(await world.sql.query('select * from private.check_order_ledger()')).toEqual([]);
  });

  test('goes to one order, where its buyer orders while the schedule runs', async () => {
    const { subscription } = await begin('parent', monthly);
    await giveCredit('parent', 1);
    await age(subscription, 25);
    const [placed] = await Promise.all([
      shop.place('parent', { items: [{ product_id: shop.goods, quantity: 1 }] }),
      run(),
      run(),
    ]);
    const [bought] = await world.sql.query<{ credit: number }>('select credit::int from public.orders where id = $1', [
      placed.id,
    ]);
    const renewed = (await ordersOf(subscription)).at(-1) as { credit: number };
    expect((bought?.credit ?? 0) + renewed.credit).toBe(1_050);
    expect(await credit('parent')).toBe(0);
  });
});

test('a trial is followed by its first payment, and nobody has two subscriptions to one product', async () => {
  const { product, course, subscription } = await begin('member', { ...monthly, trial_days: 14 });
  expect(await stateOf(subscription)).toMatchObject({ status: 'trialing', paid_count: 0 });
  expect(await shop.accessOf('member', course)).toBe('active');
  const again = () => shop.place('member', { items: [{ product_id: product, quantity: 1 }] });
  expect(await refused(again())).toBe('trial_used');
  await shop.setPrices(product, [{ kind: 'subscription', currency: 'EUR', amount: 1_200, ...monthly }]);
  expect(await refused(again())).toBe('already_subscribed');
  await age(subscription, 11);
  await run();
  await pay((await openOrderOf(subscription))?.id ?? '');
  expect(await stateOf(subscription)).toMatchObject({ status: 'active', paid_count: 1 });
});

test('a refunded renewal takes back its period and nothing else', async () => {
  const { course, subscription } = await begin('instructor', monthly);
  const end = async () =>
    (
      await world.sql.query<{ end: string; is_period: boolean }>(
        `select e.expires_at::text as end, e.expires_at = s.period_end as is_period from public.member_subscriptions s
           join public.enrolments e on (e.account_id, e.member_id) = (s.account_id, s.member_id) and e.course_id = $2 where s.id = $1`,
        [subscription, course],
      )
    )[0];
  await age(subscription, 25);
  const first = await end();
  await run();
  const order = (await openOrderOf(subscription))?.id ?? '';
  await pay(order);
  expect((await end())?.is_period).toBe(true);
  await shop.as('owner').query('select public.refund_order($1)', [order]);
  expect((await end())?.end).toBe(first?.end);
});

test('what happens is an event with its facts, and the machine’s events follow each other', async () => {
  const { subscription } = await begin('owner', monthly);
  await age(subscription, 33);
  await run();
  await pay((await openOrderOf(subscription))?.id ?? '');
  const events = await world.sql.query<{ type: string }>(
    `select type from private.events where subject = 'subscription:' || $1 order by position`,
    [subscription],
  );
  expect(events.map(({ type }) => type)).toEqual([
    'subscription.begun',
    'subscription.past_due',
    'subscription.renewed',
  ]);
});
