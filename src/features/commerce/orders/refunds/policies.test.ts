import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#base/server/database.ts';
import type { JobContext } from '#base/server/jobs.ts';
import { silentLog } from '#base/server/log.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { schedules } from '../jobs.ts';
import { actionsOf } from '../rules.ts';
import { orderStatuses } from '../schema.ts';

let world: World;
let shop: Shop;
let ids: { order: string; refund: string; line: string };
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  const order = await buy('student', [{ product_id: shop.goods, quantity: 3 }]);
  const [item] = await itemsOf(order);
  await refund(order, { lines: [{ order_item_id: item?.id, quantity: 1 }] });
  const [row] = await world.sql.query<{ refund: string; line: string }>(
    `select r.id as refund, l.id as line from public.refunds r join public.refund_lines l on (l.account_id, l.refund_id) = (r.account_id, r.id) where r.order_id = $1`,
    [order],
  );
  ids = { order, refund: row?.refund ?? '', line: row?.line ?? '' };
});
afterAll(() => world.close());

type Request = {
  lines?: object[];
  amount?: number;
  reason?: string;
  takesAccess?: boolean;
  kind?: string;
  key?: string;
};
const refund = (order: string, request: Request = {}, person: Person = 'owner', through = world.database) =>
  through
    .as(world.caller(person))
    .query('select public.refund_order($1, $2, $3, $4, $5, $6, $7)', [
      order,
      request.lines ? JSON.stringify(request.lines) : null,
      request.amount ?? null,
      request.reason ?? '',
      request.takesAccess ?? false,
      request.kind ?? 'refund',
      request.key ?? null,
    ]);

async function buy(person: Person, items: object[], coupon?: string): Promise<string> {
  const { id = '', status } = await shop.place(person, { items, coupon: coupon ?? null });
  if (status === 'pending') await shop.as('owner').query('select public.mark_paid($1)', [id]);
  return id;
}

type Item = {
  id: string;
  amount: number;
  quantity: number;
  refunded: number;
  refunded_quantity: number;
  is_open: boolean;
};
const itemsOf = (order: string) =>
  world.sql.query<Item & { position: number }>(
    `select id, position, amount::int, quantity, refunded::int, refunded_quantity, revoked_at is null as is_open from public.order_items where order_id = $1 order by position`,
    [order],
  );
const stateOf = async (order: string) =>
  (
    await world.sql.query<{ status: string; refunded: number; total: number }>(
      'select status, refunded::int, total::int from public.orders where id = $1',
      [order],
    )
  )[0];
const entriesOf = (order: string) =>
  world.sql.query<{ kind: string; code: string; amount: number }>(
    `select t.kind, e.code, e.amount::int from public.ledger_transactions t
       join public.ledger_entries e on (e.account_id, e.transaction_id) = (t.account_id, t.id)
      where t.subject = 'order:' || $1 order by t.id, e.position`,
    [order],
  );
const checks = () =>
  world.sql.query(
    'select account_id::text from private.check_ledger() union all select subject from private.check_order_ledger()',
  );

const mine = { owner: 1, student: 1, visitor: '42501', others: 0 };
const noGrant = { others: '42501' };
describe('who sees and writes refunds', () => {
  matrix(
    () => world,
    [
      ['a refund', 'select amount from public.refunds where id = {refund}', mine],
      ['its lines', 'select amount from public.refund_lines where id = {line}', mine],
      ['who made it, and by which key', 'select created_by, idempotency_key from public.refunds', noGrant],
      [
        'adds a refund',
        `insert into public.refunds (account_id, order_id, amount, currency, takes_access) values ({demo}, {order}, 1, 'EUR', false) returning id`,
        noGrant,
      ],
      ['changes a refund', 'update public.refunds set amount = 1 returning id', noGrant],
      ['removes a refund', 'delete from public.refunds returning id', noGrant],
      ['changes a line', 'update public.refund_lines set amount = 1 returning id', noGrant],
      ['removes a line', 'delete from public.refund_lines returning id', noGrant],
      ['the transitions', 'select from_status from private.order_transitions', noGrant],
      [
        'refunds an order',
        'select public.refund_order({order}, amount => 1)',
        { owner: 1, visitor: '42501', others: 'not_found' },
      ],
      ['refunds it past the function', 'select private.refund(o) from public.orders o where o.id = {order}', noGrant],
    ],
    () => ids,
  );
});

describe('the order machine', () => {
  test('is a table of transitions that the database keeps', async () => {
    const rows = await world.sql.query<{ from_status: string; to_status: string }>(
      'select from_status, to_status from private.order_transitions',
    );
    const isAllowed = (from: string, to: string) =>
      rows.some(({ from_status, to_status }) => from_status === from && to_status === to);
    for (const from of orderStatuses) {
      for (const to of orderStatuses.filter((status) => status !== from)) {
        const { id = '' } = await shop.place('parent', { items: [{ product_id: shop.goods, quantity: 1 }] });
        const moveTo = (status: string) =>
          world.sql.query(
            `update public.orders set status = $2, paid_at = case when $2 in ('paid', 'disputed', 'refunded') then now() end,
                    closed_at = case when $2 in ('cancelled', 'refunded') then now() end where id = $1`,
            [id, status],
          );
        if (from === 'refunded' || from === 'disputed') await moveTo('paid');
        if (from !== 'pending') await moveTo(from);
        expect(await refused(moveTo(to)), `${from} to ${to}`).toBe(
          isAllowed(from, to) ? 'accepted' : 'order_transition',
        );
        await world.sql.query('delete from public.orders where id = $1', [id]);
      }
    }
  });

  test('is what a manager is offered: each action leads along one transition', async () => {
    // Disputes are decided by banks.
    const rows = await world.sql.query<{ from_status: string; to_status: string }>(
      `select from_status, to_status from private.order_transitions where 'disputed' not in (from_status, to_status)`,
    );
    const targets = { mark_paid: 'paid', cancel: 'cancelled', refund: 'refunded' };
    for (const status of orderStatuses) {
      const offered = actionsOf(status, true).map((action) => targets[action]);
      const allowed = rows.filter(({ from_status }) => from_status === status).map(({ to_status }) => to_status);
      expect(offered.sort()).toEqual(allowed.sort());
    }
  });
});

describe('the ledger of an order', () => {
  test('has the payment with its discount, and each refund; a credit is owed instead of paid', async () => {
    await shop.addCoupon('POSTED');
    const order = await buy('parent', [{ product_id: shop.courseProduct, quantity: 1 }], 'POSTED');
    const paid = [
      { kind: 'order', code: 'cash:offline', amount: 11_000 },
      { kind: 'order', code: 'discounts', amount: 1_000 },
      { kind: 'order', code: 'sales', amount: -12_000 },
    ];
    expect(await entriesOf(order)).toEqual(paid);
    await refund(order, { amount: 2_500 });
    await refund(order, { kind: 'credit', amount: 500 });
    expect(await entriesOf(order)).toEqual([
      ...paid,
      { kind: 'refund', code: 'refunds', amount: 2_500 },
      { kind: 'refund', code: 'cash:offline', amount: -2_500 },
      { kind: 'credit', code: 'refunds', amount: 500 },
      { kind: 'credit', code: 'customer_credit', amount: -500 },
    ]);
    expect(await checks()).toEqual([]);
  });

  test('has nothing where nothing was to pay, and a sale against its discount where a coupon paid for it', async () => {
    expect(await entriesOf(await buy('owner', [{ product_id: shop.gift, quantity: 1 }]))).toEqual([]);
    await world.sql.query(
      `insert into public.coupons (account_id, name, discount_type, coupon_amount) values ($1, 'ALLOFIT', 'percentage', 100)`,
      [world.demo],
    );
    const order = await buy('owner', [{ product_id: shop.goods, quantity: 1 }], 'ALLOFIT');
    expect(await entriesOf(order)).toEqual([
      { kind: 'order', code: 'discounts', amount: 1_050 },
      { kind: 'order', code: 'sales', amount: -1_050 },
    ]);
  });

  test('gives tax back with the last cent of it', async () => {
    const order = await buy('parent', [{ product_id: shop.goods, quantity: 1 }]);
    const { id = '' } = await shop.place('parent', { items: [{ product_id: shop.goods, quantity: 1 }] });
    await world.sql.query('update public.orders set tax = 211, total = total + 211 where id = $1', [id]);
    await shop.as('owner').query('select public.mark_paid($1)', [id]);
    for (const amount of [400, 333]) await refund(id, { amount });
    await refund(id);
    const entries = await entriesOf(id);
    const sumOf = (code: string) => entries.reduce((sum, row) => sum + (row.code === code ? row.amount : 0), 0);
    expect([sumOf('tax'), sumOf('refunds'), sumOf('cash:offline')]).toEqual([0, 1_050, 0]);
    expect(await checks()).toEqual([]);
    expect(await stateOf(order)).toMatchObject({ status: 'paid' });
  });

  test('is compared every night with orders and refunds, and a difference is named', async () => {
    const check = schedules.find(({ name }) => name === 'check-order-ledger');
    const run = () => check?.run({ sql: world.sql, log: silentLog } as JobContext);
    expect(await run()).toMatch(/^\d+ paid orders and \d+ refunds agree with the ledger\.$/);
    await world.sql.query(`update public.refunds set amount = amount + 1 where id = $1`, [ids.refund]);
    await expect(run()).rejects.toThrow(`refund:${ids.refund}: 1051 in orders, 1050 in the ledger`);
    await world.sql.query(`update public.refunds set amount = amount - 1 where id = $1`, [ids.refund]);
  });
});

describe('a refund', () => {
  test('of lines gives back their share of what was paid, and closes what they opened and nothing else', async () => {
    await shop.addCoupon('SHARED');
    const order = await buy(
      'instructor',
      [
        { product_id: shop.courseProduct, quantity: 1 },
        { product_id: shop.gift, quantity: 1 },
        { product_id: shop.goods, quantity: 3 },
      ],
      'SHARED',
    );
    const [course, gift, goods] = await itemsOf(order);
    // 151.50 less 10.00: the course has 11,207.92 of it, the goods 2,942.08.
    await refund(order, { lines: [{ order_item_id: goods?.id, quantity: 2 }] });
    expect(await stateOf(order)).toMatchObject({ status: 'paid', refunded: 1_961 });
    await refund(order, { lines: [{ order_item_id: course?.id, quantity: 1 }] });
    expect(await shop.accessOf('instructor', shop.course)).toBe('ended');
    expect(await shop.accessOf('instructor', shop.otherCourse)).toBe('active');
    expect((await itemsOf(order)).map(({ is_open }) => is_open)).toEqual([false, true, true]);
    await refund(order, { lines: [{ order_item_id: goods?.id, quantity: 1 }] });
    // All the money is back; what cost nothing is still the buyer's.
    expect(await stateOf(order)).toEqual({ status: 'paid', refunded: 14_150, total: 14_150 });
    expect(await shop.usesOf('SHARED')).toBe(1);
    await refund(order, { lines: [{ order_item_id: gift?.id, quantity: 1 }] });
    expect(await stateOf(order)).toMatchObject({ status: 'refunded' });
    expect(await shop.accessOf('instructor', shop.otherCourse)).toBe('ended');
    expect(await shop.usesOf('SHARED')).toBe(0);
    expect(await checks()).toEqual([]);
  });

  test('of an amount leaves the access, unless that is asked for, and the last cent ends it', async () => {
    const order = await buy('student', [{ product_id: shop.courseProduct, quantity: 1 }]);
    await refund(order, { amount: 5_000 });
    expect(await shop.accessOf('student', shop.course)).toBe('active');
    await refund(order, { amount: 1_000, takesAccess: true });
    expect(await shop.accessOf('student', shop.course)).toBe('ended');
    expect(await stateOf(order)).toMatchObject({ status: 'paid', refunded: 6_000 });
    const other = await buy('student', [{ product_id: shop.courseProduct, quantity: 1 }]);
    await refund(other, { amount: 12_000 });
    expect(await stateOf(other)).toMatchObject({ status: 'refunded' });
    expect(await shop.accessOf('student', shop.course)).toBe('ended');
  });

  test('of an item after an amount gives no more than is left', async () => {
    const order = await buy('member', [{ product_id: shop.goods, quantity: 2 }]);
    const [goods] = await itemsOf(order);
    await refund(order, { amount: 1_500 });
    await refund(order, { lines: [{ order_item_id: goods?.id, quantity: 1 }] });
    expect(await stateOf(order)).toEqual({ status: 'refunded', refunded: 2_100, total: 2_100 });
  });

  test.each<[string, Request, string]>([
    ['more than was paid', { amount: 3_151 }, 'refund_too_large'],
    ['less than nothing', { amount: -5 }, 'invalid'],
    ['nothing', { amount: 0 }, 'invalid'],
    ['no lines', { lines: [] }, 'invalid'],
    ['lines and an amount', { lines: [{ order_item_id: '$item', quantity: 1 }], amount: 5 }, 'invalid'],
    ['more of an item than was bought', { lines: [{ order_item_id: '$item', quantity: 4 }] }, 'refund_too_large'],
    ['less than one of an item', { lines: [{ order_item_id: '$item', quantity: -1 }] }, 'refund_too_large'],
    [
      'more of an item in two lines, of which one is negative',
      {
        lines: [
          { order_item_id: '$item', quantity: 4 },
          { order_item_id: '$item', quantity: -1 },
        ],
      },
      'refund_too_large',
    ],
    ['an item of nobody', { lines: [{ order_item_id: crypto.randomUUID(), quantity: 1 }] }, 'refund_too_large'],
    ['another kind', { amount: 1, kind: 'gift' }, 'invalid'],
    ['a reason as long as a novel', { amount: 1, reason: 'x'.repeat(501) }, 'invalid'],
  ])('of %s is rejected, and nothing happens', async (_name, request, code) => {
    const order = await buy('member', [{ product_id: shop.goods, quantity: 3 }]);
    const [item] = await itemsOf(order);
    const resolved = JSON.parse(JSON.stringify(request).replaceAll('$item', item?.id ?? '')) as Request;
    expect(await refused(refund(order, resolved))).toBe(code);
    expect(await stateOf(order)).toMatchObject({ status: 'paid', refunded: 0 });
    expect((await itemsOf(order))[0]).toMatchObject({ refunded: 0, refunded_quantity: 0 });
  });

  test('of a pending or cancelled order is rejected', async () => {
    const { id = '' } = await shop.place('member', { items: [{ product_id: shop.goods, quantity: 1 }] });
    expect(await refused(refund(id))).toBe('order_not_paid');
    await shop.as('owner').query('select public.cancel_order($1)', [id]);
    expect(await refused(refund(id, { amount: 1 }))).toBe('order_not_paid');
  });

  test('with the same key happens once, and another one with it is rejected', async () => {
    const order = await buy('member', [{ product_id: shop.goods, quantity: 1 }]);
    const key = crypto.randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => refund(order, { amount: 100, key })));
    expect(await stateOf(order)).toMatchObject({ refunded: 100 });
    expect(await refused(refund(order, { amount: 101, key }))).toBe('conflict');
  });

  test('is told to the buyer with its amount, and recorded with it', async () => {
    const order = await buy('parent', [{ product_id: shop.goods, quantity: 1 }]);
    await refund(order, { amount: 250, reason: 'A page was missing.' });
    const [message] = await world.sql.query<{ message: string }>(
      `select message from public.account_notifications where user_id = $1 order by id desc limit 1`,
      [world.caller('parent').claims.sub],
    );
    expect(message?.message).toMatch(/^2\.50 EUR of your order #\d+ was refunded\.$/);
    const events = await world.sql.query<{ version: number; facts: object }>(
      `select version, facts from private.events where subject = 'order:' || $1 and type = 'order.refunded'`,
      [order],
    );
    expect(events).toEqual([
      { version: 2, facts: expect.objectContaining({ amount: 250, extent: 'part', status: 'paid', kind: 'refund' }) },
    ]);
    const mails = await world.sql.query<{ payload: object }>(
      `select payload from private.outbox where queue = 'order-mail' and payload ->> 'order_id' = $1 and payload ->> 'kind' = 'refunded'`,
      [order],
    );
    expect(mails).toEqual([{ payload: expect.objectContaining({ refund_id: expect.any(String) }) }]);
  });

  test('a hundred at once never give back more than was paid', async () => {
    const order = await buy('member', [{ product_id: shop.goods, quantity: 5 }]);
    const [goods] = await itemsOf(order);
    const pool = createDatabase({ ownerUrl: world.ownerUrl, clientUrl: world.clientUrl, poolSize: 25 });
    const requests: Request[] = [{ amount: 700 }, { lines: [{ order_item_id: goods?.id, quantity: 1 }] }];
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, at) => refused(refund(order, requests[at % 2], 'owner', pool))),
    );
    await pool.close();
    const rows = await world.sql.query<{ amount: number }>(
      'select amount::int from public.refunds where order_id = $1',
      [order],
    );
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(rows.length);
    const sum = rows.reduce((all, { amount }) => all + amount, 0);
    expect(sum).toBeLessThanOrEqual(5_250);
    expect(await stateOf(order)).toMatchObject({ refunded: sum });
    expect(sum).toBeGreaterThan(5_250 - 700);
    for (const outcome of outcomes) expect(['accepted', 'refund_too_large', 'order_not_paid']).toContain(outcome);
    expect(await checks()).toEqual([]);
  });
});

test('an amount in a notification has fraction digits only where it is not whole', async () => {
  const rows = await world.sql.query(
    `select private.money_text(a, c) as text from (values (9000, 'EUR'), (1250, 'EUR'), (500, 'JPY'), (1500, 'KWD'), (2000, 'KWD')) v(a, c)`,
  );
  expect(rows.map(({ text }) => text)).toEqual(['90 EUR', '12.50 EUR', '500 JPY', '1.500 KWD', '2 KWD']);
});
