import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
let course: string;
let product: string;
let courseProduct: string;
let foreignPrice: string;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  const add = async (account: string, slug: string, type: string, courseId: string | null) => {
    const [row] = await world.sql.query<{ id: string }>(
      `insert into public.products (account_id, title, slug, type, status, course_id) values ($1, $2, $2, $3, 'published', $4) returning id`,
      [account, slug, type, courseId],
    );
    return row?.id ?? '';
  };
  const [row] = await world.sql.query<{ id: string }>(
    `insert into public.courses (account_id, title, slug, access) values ($1, 'Priced', 'priced', 'paid') returning id`,
    [world.demo],
  );
  course = row?.id ?? '';
  product = await add(world.demo, 'priced-goods', 'digital', null);
  courseProduct = await add(world.demo, 'priced-course', 'course', course);
  const [foreign] = await world.sql.query<{ id: string }>(
    `insert into public.prices (account_id, product_id, currency, amount) values ($1, $2, 'EUR', 1) returning id`,
    [world.atelier, await add(world.atelier, 'foreign-goods', 'digital', null)],
  );
  foreignPrice = foreign?.id ?? '';
});
afterAll(() => world.close());

const month = { value: 1, parameter: 'month' };

/** Sells the goods at these prices and orders them, with what a browser says about the line. */
async function order(
  prices: object[],
  line: Record<string, unknown> = {},
  wish: object = {},
): Promise<Record<string, unknown>> {
  const ids = await shop.setPrices(product, prices);
  const price_id = typeof line.price === 'number' ? ids[line.price] : undefined;
  const { price: _at, ...more } = line;
  const placed = await shop.place('student', {
    items: [{ product_id: product, quantity: 1, price_id, ...more }],
    ...wish,
  });
  const [item] = await world.sql.query(
    `select amount::float8, price_kind as kind, renewal_amount::float8 as renewal, cycles, trial_days as trial, setup_fee::float8 as fee
       from public.order_items where order_id = $1`,
    [placed.id],
  );
  return { ...placed, item };
}

describe.each([
  ['JPY', 1],
  ['EUR', 10],
  ['KWD', 100],
])('in %s', (currency, unit) => {
  const line = (amount: number, more: object = {}) => ({
    ...{ amount: amount * unit, kind: 'once', renewal: null, cycles: null, trial: 0, fee: 0 },
    ...more,
  });
  const recurring = { kind: 'subscription', currency, amount: 333 * unit, frequency: month };

  test.each<[string, object, Record<string, unknown>, object]>([
    ['once', { currency, amount: 999 * unit }, {}, line(999)],
    ['free', { currency, amount: 0 }, {}, line(0)],
    ['on sale', { currency, amount: 999 * unit, sale_amount: 777 * unit }, {}, line(777)],
    ['every month', recurring, {}, line(333, { kind: 'subscription', renewal: 333 * unit })],
    [
      'every month on sale',
      { ...recurring, sale_amount: 222 * unit },
      {},
      line(222, { kind: 'subscription', renewal: 222 * unit }),
    ],
    ['for a month', { ...recurring, cycles: 1 }, {}, line(333, { kind: 'subscription', cycles: 1 })],
    [
      'every month with a set-up fee',
      { ...recurring, setup_fee: 50 * unit },
      {},
      line(383, { kind: 'subscription', renewal: 333 * unit, fee: 50 * unit }),
    ],
    [
      'in instalments',
      { ...recurring, kind: 'instalments', cycles: 3 },
      {},
      line(333, { kind: 'instalments', renewal: 333 * unit, cycles: 3 }),
    ],
    [
      'at the suggested amount',
      { kind: 'pay_what_you_want', currency, amount: 700 * unit, minimum_amount: 5 * unit },
      {},
      line(700, { kind: 'pay_what_you_want' }),
    ],
    [
      'at the amount the buyer chose',
      { kind: 'pay_what_you_want', currency, amount: 700 * unit, minimum_amount: 5 * unit },
      { amount: 5 * unit },
      line(5, { kind: 'pay_what_you_want' }),
    ],
  ])('%s', async (_name, price, choice, item) => {
    const placed = await order([price], choice, { wantedCurrency: currency });
    expect(placed).toMatchObject({ currency, item, total: String((item as { amount: number }).amount) });
  });

  test.each<[Person, number]>([
    ['member', 0],
    ['parent', 50],
  ])('a trial costs its set-up fee alone, and is had once: %s', async (person, fee) => {
    const [price] = await shop.setPrices(product, [{ ...recurring, trial_days: 14, setup_fee: fee * unit }]);
    await world.sql.query(`update public.order_items set trial_days = 0 where product_id = $1`, [product]);
    const items = [{ product_id: product, quantity: 1, price_id: price }];
    const placed = await shop.place(person, { items });
    expect(placed).toMatchObject({ currency, total: String(fee * unit), status: fee > 0 ? 'pending' : 'paid' });
    const [item] = await world.sql.query(
      'select renewal_amount::float8 as renewal, trial_days as trial from public.order_items where order_id = $1',
      [placed.id],
    );
    expect(item).toEqual({ renewal: 333 * unit, trial: 14 });
    expect(await refused(shop.place(person, { items }))).toBe('trial_used');
    // Who had it and cancelled comes back without it.
    await world.sql.query('delete from public.member_subscriptions where product_id = $1', [product]);
    const without = await shop.place(person, { items: items.map((line) => ({ ...line, trial: false })) });
    expect(without.total).toBe(String((333 + fee) * unit));
  });
});

describe('a line names one of the prices of its product', () => {
  const prices = [
    { currency: 'EUR', amount: 1_000 },
    { currency: 'EUR', amount: 2_000, label: 'Large' },
    { currency: 'USD', amount: 1_100 },
  ];

  test('and without one it is the first in the currency of the site, or in the one the buyer chose', async () => {
    expect(await order(prices)).toMatchObject({ total: '1000', currency: 'EUR' });
    expect(await order(prices, { price: 1 })).toMatchObject({ total: '2000', currency: 'EUR' });
    expect(await order(prices, { price: 2 })).toMatchObject({ total: '1100', currency: 'USD' });
    expect(await order(prices, {}, { wantedCurrency: 'USD' })).toMatchObject({ total: '1100', currency: 'USD' });
    // What a browser says of an amount counts only where the buyer may choose it.
    expect(await order(prices, { price: 1, amount: 1 })).toMatchObject({ total: '2000' });
  });

  test('one that is withdrawn, of another product or of another account is not on sale', async () => {
    const [withdrawn] = await shop.setPrices(product, prices);
    await shop.setPrices(product, prices.slice(1));
    const [other] = await shop.setPrices(shop.goods, [{ currency: 'EUR', amount: 1_050 }]);
    for (const price_id of [withdrawn, other, foreignPrice, crypto.randomUUID()])
      expect(await refused(order(prices.slice(1), { price_id }))).toBe('not_on_sale');
  });

  test('all lines are in one currency', async () => {
    const ids = await shop.setPrices(product, prices);
    await shop.setPrices(shop.goods, [{ currency: 'EUR', amount: 1_050 }]);
    const items = [
      { product_id: product, quantity: 1, price_id: ids[2] },
      { product_id: shop.goods, quantity: 1 },
    ];
    expect(await refused(shop.place('student', { items }))).toBe('not_on_sale');
    expect(await refused(shop.place('student', { items: items.slice(1), wantedCurrency: 'USD' }))).toBe('not_on_sale');
  });

  test('a product is in an order at one of its prices', async () => {
    const ids = await shop.setPrices(product, prices);
    const items = ids.slice(0, 2).map((price_id) => ({ product_id: product, quantity: 1, price_id }));
    expect(await refused(shop.place('student', { items }))).toBe('invalid');
  });

  test.each([
    ['below the minimum', 499],
    ['below nothing', -1],
    ['of a fraction', 500.5],
    ['beyond the largest', 1_000_000_000_001],
    ['beyond every integer', 1e30],
    ['in words', '600'],
  ])('an amount %s is refused', async (_name, amount) => {
    const chosen = { kind: 'pay_what_you_want', currency: 'EUR', amount: 1_000, minimum_amount: 500 };
    expect(await refused(order([chosen], { amount }))).toBe('invalid');
  });
});

test('a trial opens its course for its days, and a coupon reduces what is due with the order alone', async () => {
  const [price] = await shop.setPrices(courseProduct, [
    { kind: 'subscription', currency: 'EUR', amount: 3_000, frequency: month, trial_days: 14, setup_fee: 500 },
  ]);
  await shop.addCoupon('FEE', {});
  const placed = await shop.place('member', {
    items: [{ product_id: courseProduct, quantity: 1, price_id: price }],
    coupon: 'FEE',
  });
  expect(placed).toMatchObject({ subtotal: '500', discount: '500', total: '0', status: 'paid' });
  const [access] = await world.sql.query(
    `select e.expires_at - o.paid_at as lasts, i.renewal_amount::float8 as renewal from public.orders o
       join public.order_items i on i.order_id = o.id join public.enrolments e on (e.course_id, e.member_id) = ($2::uuid, o.member_id)
      where o.id = $1`,
    [placed.id, course],
  );
  expect(access).toMatchObject({ lasts: expect.objectContaining({ days: 14 }), renewal: 3_000 });
});

test('the buyer is told how to pay by mail where they pay by bank transfer, and not where a provider’s own page does', async () => {
  const mailsOf = async (provider: string) => {
    const placed = await order([{ currency: 'EUR', amount: 1_000 }], {}, { provider });
    const rows = await world.sql.query(
      `select o.provider, (select count(*)::int from private.outbox q where q.queue = 'order-mail' and q.payload ->> 'order_id' = o.id::text) as mails
         from public.orders o where o.id = $1`,
      [placed.id],
    );
    return rows[0];
  };
  expect(await mailsOf('offline')).toEqual({ provider: 'offline', mails: 1 });
  expect(await mailsOf('stripe')).toEqual({ provider: 'stripe', mails: 0 });
});
