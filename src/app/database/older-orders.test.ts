import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '#base/server/database.ts';
import { type OlderVersion, openOlderVersion } from '#tests/db/older-version.ts';

/** The first migration that knows of the ledger. */
const FIRST_STAMP = '202611270700';

/** Of the policies of that version the deferred trigger, which must have run before the table is altered again. */
const olderPolicies = `
  create function private.emit_order_event() returns trigger language plpgsql as $$ begin return null; end $$;
  create constraint trigger orders_emit after insert or update on public.orders
    deferrable initially deferred for each row execute function private.emit_order_event();`;

let older: OlderVersion;
let sql: Sql;
beforeAll(async () => {
  older = await openOlderVersion(FIRST_STAMP, { name: 'orders', policies: olderPolicies });
  sql = older.sql;
});
afterAll(() => older.close());

const id = (at: number) => `01900000-0000-7000-8000-00000000000${at}`;
const account = id(1);
const course = id(2);
const bonus = id(3);
const single = id(4);
const club = id(5);
const orders = { paid: id(6), refunded: id(7), free: id(8), pending: id(9) };

async function writeOrders(): Promise<void> {
  await sql.query(`insert into public.accounts (account_id, slug) values ('${account}', 'older')`);
  await sql.query(
    `insert into public.courses (account_id, id, title, slug, access) values
       ('${account}', '${course}', 'Course', 'course', 'paid'), ('${account}', '${bonus}', 'Bonus', 'bonus', 'paid')`,
  );
  await sql.query(
    `insert into public.products (account_id, id, title, slug, type, status, course_id) values
       ('${account}', '${single}', 'Single', 'single', 'course', 'published', '${course}'),
       ('${account}', '${club}', 'Club', 'club', 'bundle', 'published', null)`,
  );
  await sql.query(
    `insert into public.orders (account_id, id, number, email, customer_name, currency, subtotal, discount, tax, total, status, paid_at, closed_at) values
       ('${account}', '${orders.paid}', 1, '', 'X', 'EUR', 1500, 500, 100, 1100, 'paid', '2026-01-02', null),
       ('${account}', '${orders.refunded}', 2, '', 'X', 'JPY', 700, 0, 0, 700, 'refunded', '2026-01-03', '2026-01-04'),
       ('${account}', '${orders.free}', 3, '', 'X', 'EUR', 0, 0, 0, 0, 'paid', '2026-01-05', null),
       ('${account}', '${orders.pending}', 4, '', 'X', 'EUR', 10, 0, 0, 10, 'pending', null, null)`,
  );
  await sql.query(
    `insert into public.order_items (account_id, order_id, product_id, title, type, quantity, amount, discount, position, frequency) values
       ('${account}', '${orders.paid}', '${single}', 'Single', 'course', 1, 1000, 300, 1, null),
       ('${account}', '${orders.paid}', '${club}', 'Club', 'bundle', 1, 500, 200, 2, '{"value": 1, "parameter": "month"}'),
       ('${account}', '${orders.refunded}', '${single}', 'Single', 'course', 1, 700, 0, 1, null)`,
  );
  await sql.query(
    `insert into public.product_courses (account_id, product_id, course_id) values ('${account}', '${club}', '${course}')`,
  );
  await sql.query(
    `insert into public.prices (account_id, product_id, currency, amount, frequency, is_active) values
       ('${account}', '${single}', 'EUR', 900, null, false), ('${account}', '${single}', 'EUR', 1000, null, true),
       ('${account}', '${club}', 'EUR', 500, '{"value": 1, "parameter": "month"}', true)`,
  );
  // The bonus was taken out of its product since.
  await sql.query(
    `insert into private.order_access (account_id, order_id, course_id, lasts) values
       ('${account}', '${orders.paid}', '${course}', null), ('${account}', '${orders.paid}', '${bonus}', '1 month'),
       ('${account}', '${orders.refunded}', '${course}', null)`,
  );
}

test('prices and lines of an older version are of their kinds, and nobody has agreed to a later payment', async () => {
  await writeOrders();
  await older.upgrade();
  expect(
    await sql.query(
      'select kind, amount::int, is_active, trial_days, cycles, setup_fee::int as fee, position from public.prices order by amount',
    ),
  ).toEqual([
    { kind: 'subscription', amount: 500, is_active: true, trial_days: 0, cycles: null, fee: 0, position: 1 },
    { kind: 'once', amount: 900, is_active: false, trial_days: 0, cycles: null, fee: 0, position: 1 },
    { kind: 'once', amount: 1_000, is_active: true, trial_days: 0, cycles: null, fee: 0, position: 1 },
  ]);
  expect(
    await sql.query(
      'select title, price_kind, renewal_amount, trial_days from public.order_items order by order_id, position',
    ),
  ).toEqual([
    { title: 'Single', price_kind: 'once', renewal_amount: null, trial_days: 0 },
    { title: 'Club', price_kind: 'subscription', renewal_amount: null, trial_days: 0 },
    { title: 'Single', price_kind: 'once', renewal_amount: null, trial_days: 0 },
  ]);
});

test('orders of an older version get their refunds, their ledger and the lines that opened what they opened', async () => {
  expect(
    await sql.query(
      `select t.subject, t.occurred_at::date::text as day, e.code, e.currency, e.amount::int from public.ledger_transactions t
         join public.ledger_entries e on (e.account_id, e.transaction_id) = (t.account_id, t.id) order by t.occurred_at, e.position`,
    ),
  ).toEqual([
    { subject: `order:${orders.paid}`, day: '2026-01-02', code: 'cash:offline', currency: 'EUR', amount: 1_100 },
    { subject: `order:${orders.paid}`, day: '2026-01-02', code: 'discounts', currency: 'EUR', amount: 500 },
    { subject: `order:${orders.paid}`, day: '2026-01-02', code: 'sales', currency: 'EUR', amount: -1_500 },
    { subject: `order:${orders.paid}`, day: '2026-01-02', code: 'tax', currency: 'EUR', amount: -100 },
    { subject: `order:${orders.refunded}`, day: '2026-01-03', code: 'cash:offline', currency: 'JPY', amount: 700 },
    { subject: `order:${orders.refunded}`, day: '2026-01-03', code: 'sales', currency: 'JPY', amount: -700 },
    { subject: `order:${orders.refunded}`, day: '2026-01-04', code: 'refunds', currency: 'JPY', amount: 700 },
    { subject: `order:${orders.refunded}`, day: '2026-01-04', code: 'cash:offline', currency: 'JPY', amount: -700 },
  ]);
  for (const check of ['check_ledger', 'check_order_ledger'])
    expect(await sql.query(`select * from private.${check}()`)).toEqual([]);
  expect(
    await sql.query(
      `select i.title, a.course_id, a.lasts is null as is_for_good, i.revoked_at is null as is_open from private.order_access a
         join public.order_items i on (i.account_id, i.id) = (a.account_id, a.order_item_id) order by i.order_id, i.position, a.course_id`,
    ),
  ).toEqual([
    { title: 'Single', course_id: course, is_for_good: true, is_open: true },
    { title: 'Single', course_id: bonus, is_for_good: false, is_open: true },
    { title: 'Club', course_id: course, is_for_good: false, is_open: true },
    { title: 'Single', course_id: course, is_for_good: true, is_open: false },
  ]);
});
