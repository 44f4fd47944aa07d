import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  await world.sql.query(`update public.products set tax_class = 'exempt' where id = $1`, [shop.goods]);
  await collect({});
});
afterAll(() => world.close());

const collect = ({ collects = true, includes = false }) =>
  world.sql.query('update public.seller_details set collects_tax = $2, prices_include_tax = $3 where account_id = $1', [
    world.demo,
    collects,
    includes,
  ]);

const courseLine = () => ({ product_id: shop.courseProduct, quantity: 1 });
const goodsLine = (quantity = 2) => ({ product_id: shop.goods, quantity });
let buyers = 0;
/** A member who has bought nothing yet. */
async function newBuyer(): Promise<{ role: 'authenticated'; claims: Record<string, string> }> {
  buyers += 1;
  const [row] = await world.sql.query<{ id: string }>(
    `insert into auth.users (id, email, aud, role) values (gen_random_uuid(), $1, 'authenticated', 'authenticated') returning id`,
    [`taxed-${buyers}@world.test`],
  );
  const session = crypto.randomUUID();
  await world.sql.query(`select private.make_member($1, $2, 'student')`, [world.demo, row?.id]);
  await world.sql.query('insert into private.session_accounts (session_id, account_id, user_id) values ($1, $2, $3)', [
    session,
    world.demo,
    row?.id,
  ]);
  return { role: 'authenticated', claims: { sub: row?.id ?? '', role: 'authenticated', session_id: session } };
}

type Placed = { id: string; status: string; subtotal: number; tax: number; total: number; tax_country: string | null };
async function place(
  address: object,
  items: object[],
  wish: { shown?: number; coupon?: string } = {},
): Promise<Placed> {
  const rows = await world.database.as(await newBuyer()).query<Placed>(
    `select id, status, subtotal::int, tax::int, total::int, tax_country
         from private.place_order($1, $2::jsonb, $3, 'A Buyer', $4::jsonb, $5, 'en', false, $6, $7)`,
    [
      world.demo,
      JSON.stringify(items),
      wish.coupon ?? null,
      JSON.stringify(address),
      crypto.randomUUID(),
      wish.shown ?? null,
      wish.shown === undefined ? null : 'EUR',
    ],
  );
  return rows[0] as Placed;
}
const pay = (id: string) => shop.as('owner').query('select public.mark_paid($1)', [id]);
const linesOf = (id: string) =>
  world.sql.query<{ id: string }>(
    `select id, amount::int * quantity as amount, discount::int, tax::int, tax_rate::float8, tax_category, tax_name from public.order_items
      where order_id = $1 order by position`,
    [id],
  );
const entriesOf = (id: string) =>
  world.sql.query(
    `select t.kind, e.code, e.amount::int from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
      where t.subject = 'order:' || $1 order by t.occurred_at, t.id, e.position`,
    [id],
  );
const refund = (id: string, lines: object[] | null, amount: number | null = null) =>
  shop.as('owner').query('select public.refund_order($1, $2, $3)', [id, lines && JSON.stringify(lines), amount]);
const checks = () =>
  world.sql.query(
    'select account_id::text as who from private.check_ledger() union all select subject from private.check_order_ledger()',
  );

describe('tax on top of the prices', () => {
  test('is a part of the total, stored with its lines, and posted apart from the sale', async () => {
    const order = await place({ country: 'DE' }, [courseLine(), goodsLine()]);
    expect(order).toMatchObject({ subtotal: 14_100, tax: 2_280, total: 16_380, tax_country: 'DE' });
    expect(await linesOf(order.id)).toMatchObject([
      { amount: 12_000, tax: 2_280, tax_rate: 19, tax_category: 'standard', tax_name: 'VAT' },
      { amount: 2_100, tax: 0, tax_rate: 0, tax_category: 'exempt', tax_name: '' },
    ]);
    await pay(order.id);
    expect(await entriesOf(order.id)).toEqual([
      { kind: 'order', code: 'cash:offline', amount: 16_380 },
      { kind: 'order', code: 'sales', amount: -14_100 },
      { kind: 'order', code: 'tax', amount: -2_280 },
    ]);
    expect(await checks()).toEqual([]);
  });

  test('goes back with the line it is of, and with an amount in its share, to the last cent', async () => {
    const order = await place({ country: 'DE' }, [courseLine(), goodsLine()]);
    await pay(order.id);
    const [course, goods] = await linesOf(order.id);
    await refund(order.id, [{ order_item_id: goods?.id, quantity: 1 }]);
    await refund(order.id, null, 5_000);
    await refund(order.id, [{ order_item_id: course?.id, quantity: 1 }]);
    const taxes = await world.sql.query<{ amount: number; tax: number }>(
      'select amount::int, tax::int from public.refunds where order_id = $1 order by created_at, id',
      [order.id],
    );
    // 2280 of 15330 are tax when 5000 of them go back; the line can't give back more than is left.
    expect(taxes).toEqual([
      { amount: 1_050, tax: 0 },
      { amount: 5_000, tax: 743 },
      { amount: 10_330, tax: 1_537 },
    ]);
    const entries = (await entriesOf(order.id)) as { code: string; amount: number }[];
    const sumOf = (code: string) => entries.reduce((sum, row) => sum + (row.code === code ? row.amount : 0), 0);
    expect([sumOf('tax'), sumOf('cash:offline'), sumOf('refunds') + sumOf('sales')]).toEqual([0, 0, 0]);
    expect(await checks()).toEqual([]);
  });

  test('is of what a coupon leaves', async () => {
    await world.sql.query(
      `insert into public.coupons (account_id, name, discount_type, coupon_amount) values ($1, 'HALFTAX', 'percentage', 50)`,
      [world.demo],
    );
    const order = await place({ country: 'DE' }, [courseLine()], { coupon: 'HALFTAX', shown: 7_140 });
    expect(order).toMatchObject({ subtotal: 12_000, tax: 1_140, total: 7_140 });
    await pay(order.id);
    expect(await checks()).toEqual([]);
  });

  test('has to be in the total the buyer was shown', async () => {
    expect(await refused(place({ country: 'DE' }, [courseLine()], { shown: 12_000 }))).toBe('total_changed');
    expect(await place({ country: 'DE' }, [courseLine()], { shown: 14_280 })).toMatchObject({ total: 14_280 });
  });

  test('is owed by a company elsewhere in the EU whose number was confirmed', async () => {
    const address = { country: 'FR', vat_number: 'FR40303265045' };
    expect(await place(address, [courseLine()])).toMatchObject({ tax: 2_280, tax_country: 'DE' });
    await world.sql.query(`select private.record_vat_check($1, 'FR40303265045', true, 'WAPI', '')`, [world.demo]);
    const order = await place(address, [courseLine()]);
    expect(order).toMatchObject({ tax: 0, total: 12_000, tax_country: 'FR' });
    expect(await linesOf(order.id)).toMatchObject([{ tax_category: 'reverse_charge' }]);
  });
});

test('tax within the prices leaves the total as it is, and is posted apart from the sale', async () => {
  await collect({ includes: true });
  const order = await place({ country: 'DE' }, [courseLine(), goodsLine()]);
  expect(order).toMatchObject({ subtotal: 14_100, tax: 1_916, total: 14_100 });
  await pay(order.id);
  expect(await entriesOf(order.id)).toEqual([
    { kind: 'order', code: 'cash:offline', amount: 14_100 },
    { kind: 'order', code: 'sales', amount: -12_184 },
    { kind: 'order', code: 'tax', amount: -1_916 },
  ]);
  const [course] = await linesOf(order.id);
  await refund(order.id, [{ order_item_id: course?.id, quantity: 1 }]);
  const [given] = await world.sql.query('select amount::int, tax::int from public.refunds where order_id = $1', [
    order.id,
  ]);
  expect(given).toEqual({ amount: 12_000, tax: 1_916 });
  await refund(order.id, null);
  expect(await checks()).toEqual([]);
  await collect({});
});

describe('a quote', () => {
  const quote = async (person: Person, address: object, items: object[], coupon: string | null = null) => {
    const [row] = await shop
      .as(person)
      .query<Record<string, unknown>>(
        `select subtotal::int, discount::int, tax::int, total::int, tax_reason, taxes, has_coupon from private.quote_order($1, $2::jsonb, $3, $4::jsonb)`,
        [world.demo, JSON.stringify(items), coupon, JSON.stringify(address)],
      );
    return row;
  };

  test('comes to what the order does, for visitors too', async () => {
    const items = [courseLine(), goodsLine()];
    const expected = await quote('visitor', { country: 'DE' }, items);
    expect(expected).toEqual({
      subtotal: 14_100,
      discount: 0,
      tax: 2_280,
      total: 16_380,
      tax_reason: 'home',
      taxes: [
        { name: 'VAT', rate: 19, category: 'standard', tax: 2_280 },
        { name: '', rate: 0, category: 'exempt', tax: 0 },
      ],
      has_coupon: false,
    });
    expect(await place({ country: 'DE' }, items)).toMatchObject({ tax: 2_280, total: 16_380 });
  });

  test('takes a coupon off without using it up', async () => {
    await shop.addCoupon('QUOTED', { product_ids: [shop.courseProduct] });
    expect(await quote('student', { country: 'DE' }, [courseLine(), goodsLine()], 'QUOTED')).toMatchObject({
      discount: 1_000,
      tax: 2_090,
      total: 15_190,
      has_coupon: true,
    });
    expect(await shop.usesOf('QUOTED')).toBe(0);
  });

  test('knows nothing of a place that is not named yet', async () => {
    expect(await quote('visitor', {}, [courseLine()])).toMatchObject({
      tax: 0,
      total: 12_000,
      tax_reason: 'country_missing',
    });
  });
});

test('whoever pays names a country, and a state where the tax depends on it; whoever pays nothing names neither', async () => {
  await world.sql.query(`insert into public.tax_registrations (account_id, country, region) values ($1, 'US', 'NY')`, [
    world.demo,
  ]);
  expect(await refused(place({}, [courseLine()]))).toBe('invalid');
  expect(await refused(place({ country: 'US' }, [courseLine()]))).toBe('invalid');
  // The demo's own rate for New York.
  expect(await place({ country: 'US', region: 'NY' }, [courseLine()])).toMatchObject({ tax: 1_065, total: 13_065 });
  expect(await place({ country: 'US', region: 'TX' }, [courseLine()])).toMatchObject({ tax: 0, tax_country: 'US' });
  expect(await place({}, [{ product_id: shop.gift, quantity: 1 }])).toMatchObject({ status: 'paid', total: 0 });
});

describe('a renewal', () => {
  async function renewalOf(collects: boolean, includes: boolean) {
    await collect({ collects, includes });
    await shop.setPrices(shop.courseProduct, [
      { kind: 'subscription', currency: 'EUR', amount: 12_000, frequency: { value: 1, parameter: 'month' } },
    ]);
    const order = await place({ country: 'DE' }, [courseLine()]);
    await pay(order.id);
    await collect({});
    await world.sql.query(
      `select private.place_renewal(s, true) from public.member_subscriptions s where s.order_id = $1`,
      [order.id],
    );
    const [renewal] = await world.sql.query<Placed & { id: string }>(
      `select o.id, o.subtotal::int, o.tax::int, o.total::int, o.prices_include_tax, o.tax_country from public.orders o
         join public.subscription_periods p on (p.account_id, p.order_id) = (o.account_id, o.id)
         join public.member_subscriptions s on (s.account_id, s.id) = (p.account_id, p.subscription_id)
        where s.order_id = $1 and o.id <> $1`,
      [order.id],
    );
    await pay(renewal?.id ?? '');
    return renewal;
  }

  test.each([
    ['on top, as the first order', true, false, { tax: 2_280, total: 14_280, prices_include_tax: false }],
    ['within, as the first order', true, true, { tax: 1_916, total: 12_000, prices_include_tax: true }],
    [
      'within what was agreed to before there was tax',
      false,
      false,
      { tax: 1_916, total: 12_000, prices_include_tax: true },
    ],
  ] as const)('is taxed %s', async (_how, collects, includes, expected) => {
    const renewal = await renewalOf(collects, includes);
    expect(renewal).toMatchObject({ subtotal: 12_000, tax_country: 'DE', ...expected });
    expect(await linesOf(renewal?.id ?? '')).toMatchObject([{ tax: expected.tax, tax_rate: 19, tax_name: 'VAT' }]);
    expect(await checks()).toEqual([]);
    const [event] = await world.sql.query<{ total: number }>(
      `select (facts ->> 'total')::int as total from private.events where subject = 'order:' || $1 and type = 'order.placed'`,
      [renewal?.id],
    );
    expect(event?.total).toBe(expected.total);
  });
});
