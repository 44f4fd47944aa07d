import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase } from '#base/server/database.ts';
import { beginAtLevel, type LevelWish, levelPrice } from '#tests/db/level-shop.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
let ids: Record<string, string>;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  const { subscription, gold } = await begin();
  ids = { subscription, gold };
});
afterAll(() => world.close());
const sql = (text: string, values: unknown[] = []) => world.sql.query<Record<string, string>>(text, values);
const oneOf = async (text: string, values: unknown[] = []) => Object.values((await sql(text, values))[0] ?? {})[0];

const begin = (person?: Person, wish?: LevelWish) => beginAtLevel(world, shop, person, wish);

const pay = (order: string) => shop.as('owner').query('select public.mark_paid($1)', [order]);
const run = () => world.sql.query('select private.run_subscriptions()');
const days = (count: number) =>
  sql('update private.clock set time_offset = time_offset + make_interval(hours => $1)', [count * 24]);
/** What has not come to an end by the last test must not be due in the next. */
beforeEach(() => sql(`update public.member_subscriptions set next_run_at = null where id <> $1`, [ids.subscription]));

type Change = Record<string, string | number | null>;
const options = (subscription: string, person: Person = 'student') =>
  shop
    .as(person)
    .query<Change>(
      'select price_id, takes_effect, credit::int, tax::int, due::int, next_total::int from public.subscription_options($1)',
      [subscription],
    );
const optionOf = async (subscription: string, id: string) =>
  (await options(subscription)).find(({ price_id }) => price_id === id);
const change = async (subscription: string, to: string, due: number | null, person: Person = 'student') =>
  (
    await shop
      .as(person)
      .query<{ change: Record<string, string> }>('select public.change_subscription($1, $2, $3) as change', [
        subscription,
        to,
        due,
      ])
  )[0]?.change ?? {};
const stateOf = async (id: string) =>
  (await sql('select title, status, amount::int, paid_count from public.member_subscriptions where id = $1', [id]))[0];
const openOrderOf = (id: string) =>
  oneOf(
    `select o.id from public.subscription_periods p join public.orders o on (o.account_id, o.id) = (p.account_id, p.order_id)
      where p.subscription_id = $1 and o.status = 'pending'`,
    [id],
  );
/** For how many days from now a course is open to a person. */
const daysOf = async (course: string, person: Person = 'student') =>
  Number(
    (await oneOf(
      `select round(extract(epoch from e.expires_at - private.clock_now()) / 86400)::int from public.enrolments e
         join public.members m on (m.account_id, m.id) = (e.account_id, e.member_id) and m.user_id = $2 where e.course_id = $1 and e.status = 'active'`,
      [course, world.caller(person).claims.sub],
    )) ?? 0,
  );
const ledger = () => oneOf('select coalesce(sum(amount), 0)::int from public.ledger_entries');
const booksDiffer = () => sql('select * from private.check_order_ledger()');

const mine = { owner: 1, student: 1, visitor: '42501', others: 0 };
const mayCall = { owner: 1, student: 1, visitor: '42501', others: 'not_found' };
describe('who changes to another price', () => {
  beforeAll(() => change(ids.subscription ?? '', ids.gold ?? '', 2_000).then(() => {}));
  matrix(
    () => world,
    [
      ['sees the change', 'select id from public.subscription_changes where subscription_id = {subscription}', mine],
      ['undoes it', 'select public.undo_subscription_change({subscription})', mayCall],
      [
        'changes it again',
        'select public.change_subscription({subscription}, {gold}, 2000)',
        { ...mayCall, owner: 'change_open', student: 'change_open' },
      ],
      [
        'sees what else there is',
        'select price_id from public.subscription_options({subscription})',
        { visitor: '42501', others: 0 },
      ],
      [
        'adds a change',
        'insert into public.subscription_changes (account_id) values ({demo}) returning id',
        { others: '42501' },
      ],
      ['changes a change', 'update public.subscription_changes set amount = 0 returning id', { others: '42501' }],
      ['removes a change', 'delete from public.subscription_changes returning id', { others: '42501' }],
      [
        'counts a credit past the functions',
        'select private.unused_credit(s) from public.member_subscriptions s',
        { others: '42501' },
      ],
    ],
    () => ids,
  );
});

describe('an upgrade', () => {
  test('is due at once for the new price less what is left by days, opens its level when it is paid and begins a new period', async () => {
    const { subscription, gold, both, upper } = await begin();
    await days(10);
    expect(await optionOf(subscription, gold)).toMatchObject({
      takes_effect: 'now',
      credit: 2_000,
      due: 3_000,
      next_total: 5_000,
    });
    const placed = await change(subscription, gold, 3_000);
    expect(placed).toMatchObject({ takes_effect: 'now', order_status: 'pending', is_charged: false });
    expect(await stateOf(subscription)).toMatchObject({ title: expect.stringContaining('Silver'), paid_count: 1 });
    expect(await daysOf(upper)).toBe(0);
    await pay(placed.order_id ?? '');
    expect(await stateOf(subscription)).toMatchObject({
      title: expect.stringContaining('Gold'),
      amount: 5_000,
      paid_count: 2,
    });
    expect([await daysOf(both), await daysOf(upper)]).toEqual([30, 30]);
    expect(await ledger()).toBe(0);
    expect(await booksDiffer()).toEqual([]);
  });

  test('what was shown is what is charged: a day later it is refused with the new amount', async () => {
    const { subscription, gold } = await begin('member');
    const attempt = shop.as('member').query('select public.change_subscription($1, $2, 1999)', [subscription, gold]);
    await expect(attempt).rejects.toMatchObject({
      detail: 'total_changed',
      message: expect.stringContaining('20 EUR'),
    });
    expect(await openOrderOf(subscription)).toBeUndefined();
    await days(1.5);
    expect(await refused(change(subscription, gold, 2_000, 'member'))).toBe('total_changed');
    expect(await refused(change(subscription, gold, null, 'member'))).toBe('total_changed');
    expect(await change(subscription, gold, 2_100, 'member')).toMatchObject({ takes_effect: 'now' });
  });

  test.each([
    ['on top', { includes: false, country: 'DE' }, { credit: 1_500, tax: 665, due: 4_165, next_total: 5_950 }],
    ['within', { includes: true, country: 'DE' }, { credit: 1_500, tax: 559, due: 3_500, next_total: 5_000 }],
  ])(
    'has its tax %s of what is paid, in what is shown, in the order and in the ledger',
    async (_, { includes, country }, shown) => {
      await sql(
        'update public.seller_details set collects_tax = true, prices_include_tax = $2, country = $3 where account_id = $1',
        [world.demo, String(includes), country],
      );
      await sql(
        `insert into public.tax_registrations (account_id, country, scheme) values ($1, 'DE', 'local') on conflict do nothing`,
        [world.demo],
      );
      const { subscription, gold } = await begin('parent', { country });
      await days(15);
      const offered = (await options(subscription, 'parent')).find(({ price_id }) => price_id === gold);
      expect(offered).toMatchObject(shown);
      const { order_id } = await change(subscription, gold, shown.due, 'parent');
      await pay(order_id ?? '');
      const [order] = await sql(
        'select subtotal::int, discount::int, tax::int, total::int from public.orders where id = $1',
        [order_id],
      );
      expect(order).toEqual({ subtotal: 5_000, discount: shown.credit, tax: shown.tax, total: shown.due });
      const taxed = await oneOf(
        `select -sum(e.amount)::int from public.ledger_entries e join public.ledger_transactions t on (t.account_id, t.id) = (e.account_id, e.transaction_id)
        where t.subject = 'order:' || $1 and e.code = 'tax'`,
        [order_id],
      );
      expect(taxed).toBe(shown.tax);
      expect(await ledger()).toBe(0);
      expect(await booksDiffer()).toEqual([]);
      await sql('update public.seller_details set collects_tax = false where account_id = $1', [world.demo]);
    },
  );

  test('counts what was paid and not given back: no set-up fee, no refund, and what an earlier change had left', async () => {
    const first = await begin('instructor', { first: { setup_fee: 900 }, more: [{ amount: 9_000 }] });
    expect(await options(first.subscription, 'instructor')).toMatchObject(
      [{ credit: 3_000 }, { credit: 3_000 }].reverse(),
    );
    await shop.as('owner').query('select public.refund_order($1, null, 1300)', [first.order]);
    expect((await options(first.subscription, 'instructor'))[0]).toMatchObject({ credit: 2_000, due: 7_000 });
    const { order_id } = await change(first.subscription, first.others[0] ?? '', 7_000, 'instructor');
    await pay(order_id ?? '');
    await days(15);
    const gold = (await options(first.subscription, 'instructor')).find(({ price_id }) => price_id === first.gold);
    expect(gold).toMatchObject({ takes_effect: 'now', credit: 4_500, due: 500 });
  });

  test('is taken back by its refund: the period it replaced opens again what it opened, to its own end', async () => {
    const { subscription, gold, both, upper } = await begin();
    await days(10);
    const { order_id } = await change(subscription, gold, 3_000);
    await pay(order_id ?? '');
    await shop.as('owner').query('select public.refund_order($1)', [order_id]);
    expect([await daysOf(both), await daysOf(upper)]).toEqual([20, 0]);
    expect(await ledger()).toBe(0);
  });

  test('of a manager is to be paid by the buyer; unpaid it lapses, and the subscription goes on as it was', async () => {
    const { subscription, gold } = await begin();
    const { order_id, is_charged } = await change(subscription, gold, 2_000, 'owner');
    expect(is_charged).toBe(false);
    const due = await sql(
      `select id from public.account_notifications where said ->> 'key' = 'subscriptionChangeDue' and user_id = $1`,
      [world.caller('student').claims.sub],
    );
    expect(due).toHaveLength(1);
    await days(6);
    await run();
    expect(await openOrderOf(subscription)).toBe(order_id);
    await days(1);
    await run();
    expect(await openOrderOf(subscription)).toBeUndefined();
    expect(await refused(pay(order_id ?? ''))).toBe('order_not_pending');
    expect(await stateOf(subscription)).toMatchObject({ status: 'active', paid_count: 1, amount: 3_000 });
    await days(17);
    await run();
    expect(await oneOf('select total::int from public.orders where id = $1', [await openOrderOf(subscription)])).toBe(
      3_000,
    );
  });
});

describe('anything less', () => {
  test('takes effect with the next period: the upper level stays open to the end of what is paid and is not held after it', async () => {
    const { subscription, gold, silver, both, upper } = await begin();
    await pay((await change(subscription, gold, 2_000)).order_id ?? '');
    expect(await optionOf(subscription, silver)).toMatchObject({
      takes_effect: 'period_end',
      due: null,
      next_total: 3_000,
    });
    await days(25);
    await run();
    expect(await oneOf('select total::int from public.orders where id = $1', [await openOrderOf(subscription)])).toBe(
      5_000,
    );
    await change(subscription, silver, null);
    const renewal = (await openOrderOf(subscription)) ?? '';
    expect(await oneOf('select total::int from public.orders where id = $1', [renewal])).toBe(3_000);
    await days(6);
    await run();
    expect([await daysOf(both), await daysOf(upper)]).toEqual([6, -1]);
    await pay(renewal);
    expect(await stateOf(subscription)).toMatchObject({
      title: expect.stringContaining('Silver'),
      amount: 3_000,
      status: 'active',
    });
    expect([await daysOf(both), await daysOf(upper)]).toEqual([29, -1]);
  });

  test('is undone until then, and the next period is what it was', async () => {
    const { subscription, gold, silver } = await begin();
    await pay((await change(subscription, gold, 2_000)).order_id ?? '');
    await days(25);
    await run();
    await change(subscription, silver, null);
    await shop.as('student').query('select public.undo_subscription_change($1)', [subscription]);
    expect(await oneOf('select total::int from public.orders where id = $1', [await openOrderOf(subscription)])).toBe(
      5_000,
    );
    expect(await refused(shop.as('student').query('select public.undo_subscription_change($1)', [subscription]))).toBe(
      'subscription_transition',
    );
  });

  test('in a trial begins with the first payment', async () => {
    const { subscription, gold } = await begin('student', { first: { trial_days: 10 } });
    expect(await optionOf(subscription, gold)).toMatchObject({ takes_effect: 'period_end', next_total: 5_000 });
    await change(subscription, gold, null);
    await days(9);
    await run();
    const order = (await openOrderOf(subscription)) ?? '';
    expect(await oneOf('select total::int from public.orders where id = $1', [order])).toBe(5_000);
    await pay(order);
    expect(await stateOf(subscription)).toMatchObject({ status: 'active', amount: 5_000, paid_count: 1 });
  });

  test('an upgrade that costs less than is left waits for that to be used, and another interval counts from its start', async () => {
    const weekly = { amount: 1_200, frequency: { value: 1, parameter: 'week' } };
    const { subscription, others } = await begin('student', { first: { amount: 1_000 }, more: [weekly] });
    expect(await optionOf(subscription, others[0] ?? '')).toMatchObject({ takes_effect: 'now', due: 200 });
    await sql(
      'update public.prices set amount = 1201 where id = (select price_id from public.member_subscriptions where id = $1)',
      [subscription],
    );
    await sql(
      'update public.order_items set amount = 1201 where id = (select order_item_id from public.member_subscriptions where id = $1)',
      [subscription],
    );
    expect(await optionOf(subscription, others[0] ?? '')).toMatchObject({ takes_effect: 'period_end', due: null });
    await change(subscription, others[0] ?? '', null);
    await days(29);
    await run();
    await pay((await openOrderOf(subscription)) ?? '');
    const [period] = await sql(
      'select extract(day from period_end - period_start)::int as days from public.member_subscriptions where id = $1',
      [subscription],
    );
    expect(period).toEqual({ days: 7 });
  });
});

test('nothing is changed that is paused, cancelled, past due or over, to what is not on sale, or to another currency', async () => {
  const { subscription, gold, silver, product } = await begin();
  const call = (name: string) => shop.as('student').query(`select public.${name}_subscription($1)`, [subscription]);
  for (const [before, after] of [
    ['pause', 'resume'],
    ['cancel', 'keep'],
  ] as const) {
    await call(before);
    expect([before, await refused(change(subscription, gold, 2_000)), await options(subscription)]).toEqual([
      before,
      'subscription_transition',
      [],
    ]);
    await call(after);
  }
  expect(await refused(change(subscription, silver, 0))).toBe('not_on_sale');
  const foreign = (await begin('member')).gold;
  expect(await refused(change(subscription, foreign, 0))).toBe('not_on_sale');
  const [, dollars = ''] = await shop.setPrices(product, [levelPrice(9_000), levelPrice(9_000, { currency: 'USD' })]);
  expect(await refused(change(subscription, gold, 2_000))).toBe('not_on_sale');
  expect(await refused(change(subscription, dollars, 9_000))).toBe('not_on_sale');
  await days(31);
  await run();
  expect(await stateOf(subscription)).toMatchObject({ status: 'past_due' });
  expect(await options(subscription)).toEqual([]);
});

test('of many changes at once, beside the schedule, one is placed', async () => {
  const { subscription, gold } = await begin();
  await days(25);
  const pool = createDatabase({ ownerUrl: world.ownerUrl, clientUrl: world.clientUrl, poolSize: 25 });
  const student = pool.as(world.caller('student'));
  const due = 5_000 - 500;
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      at % 4 === 0
        ? run().then(() => 'ran')
        : refused(student.query('select public.change_subscription($1, $2, $3)', [subscription, gold, due])),
    ),
  );
  await pool.close();
  expect(outcomes.filter((outcome) => outcome !== 'ran').toSorted()).toEqual([
    'accepted',
    ...Array<string>(29).fill('change_open'),
  ]);
  const open = await sql(
    `select o.total::int from public.orders o join public.subscription_periods p on p.order_id = o.id where p.subscription_id = $1 and o.status = 'pending'`,
    [subscription],
  );
  expect(open).toEqual([{ total: due }]);
});

test('a change is an event with the new amount, told once', async () => {
  const { subscription, gold } = await begin();
  await pay((await change(subscription, gold, 2_000)).order_id ?? '');
  const events = await sql(
    `select type, facts ->> 'amount' as amount from private.events where subject = 'subscription:' || $1 order by position`,
    [subscription],
  );
  expect(events).toEqual([
    { type: 'subscription.begun', amount: '3000' },
    { type: 'subscription.renewed', amount: '5000' },
    { type: 'subscription.changed', amount: '5000' },
  ]);
  const notices = await sql(
    `select said #> '{values,amount,values}' as amount from public.account_notifications where said ->> 'key' = 'subscriptionChanged' and user_id = $1
      order by created_at desc, id desc limit 1`,
    [world.caller('student').claims.sub],
  );
  expect(notices).toEqual([{ amount: { amount: 5_000, currency: 'EUR' } }]);
});
