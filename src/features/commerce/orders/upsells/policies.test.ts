import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openShop, type Shop } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;

beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
});
afterAll(() => world.close());
beforeEach(() => world.sql.query('delete from public.upsells where account_id = $1', [world.demo]));

async function offer(
  placement: 'checkout' | 'after_purchase',
  discount: number,
  product = shop.courseProduct,
  offered = shop.goods,
) {
  const [row] = await world.sql.query<{ id: string }>(
    `insert into public.upsells (account_id, product_id, offered_product_id, placement, discount_percent, headline)
     values ($1, $2, $3, $4, $5, 'Take it along') returning id`,
    [world.demo, product, offered, placement, discount],
  );
  return row?.id ?? '';
}
const both = () => [
  { product_id: shop.courseProduct, quantity: 1 },
  { product_id: shop.goods, quantity: 2 },
];
const offered = async (person: Person, products: string[]) =>
  shop
    .as(person)
    .query<{ id: string; placement: string; product_id: string; discount_percent: number }>(
      'select id, placement, product_id, discount_percent from public.upsells_for($1, $2)',
      [world.demo, products],
    );
const cancel = (id: string | undefined) => shop.as('owner').query('select public.cancel_order($1)', [id]);
const lines = (order: string | undefined) =>
  world.sql.query<{ amount: number; upsell_id: string | null }>(
    'select amount::int, upsell_id from public.order_items where order_id = $1 order by position',
    [order],
  );

describe('an order bump', () => {
  test('reduces what is offered, beside the product it is offered with and nowhere else', async () => {
    const id = await offer('checkout', 15);
    const order = await shop.place('member', { items: both() });
    // 15 % of 10.50 is 1.575: 1.58 off.
    expect(await lines(order.id)).toEqual([
      { amount: 12_000, upsell_id: null },
      { amount: 892, upsell_id: id },
    ]);
    expect(Number(order.total)).toBe(12_000 + 2 * 892);
    await cancel(order.id);
    const alone = await shop.place('member', { items: [{ product_id: shop.goods, quantity: 1 }] });
    expect(await lines(alone.id)).toEqual([{ amount: 1_050, upsell_id: null }]);
    await cancel(alone.id);
  });

  test('is quoted as it is charged', async () => {
    await offer('checkout', 15);
    const [quote] = await shop
      .as('visitor')
      .query<{ total: number }>('select total::int from private.quote_order($1, $2::jsonb, null, $3::jsonb)', [
        world.demo,
        JSON.stringify(both()),
        '{"country": "PT"}',
      ]);
    expect(quote?.total).toBe(12_000 + 2 * 892);
  });

  test('that is off, or of another account, reduces nothing', async () => {
    const id = await offer('checkout', 50);
    await world.sql.query('update public.upsells set is_active = false where id = $1', [id]);
    const order = await shop.place('member', { items: both() });
    expect(Number(order.total)).toBe(14_100);
    await cancel(order.id);
    expect(await offered('visitor', [shop.courseProduct])).toEqual([]);
  });

  test('of 100 % costs nothing; what renews keeps its price', async () => {
    await offer('checkout', 100);
    const order = await shop.place('member', { items: both() });
    expect(Number(order.total)).toBe(12_000);
    await cancel(order.id);
    const [monthly = ''] = await shop.setPrices(shop.goods, [
      { kind: 'subscription', currency: 'EUR', amount: 700, frequency: { value: 1, parameter: 'month' } },
    ]);
    const items = [both()[0] ?? {}, { product_id: shop.goods, price_id: monthly, quantity: 1 }];
    const renewing = await shop.place('member', { items });
    expect(Number(renewing.total)).toBe(12_700);
    await cancel(renewing.id);
    await shop.setPrices(shop.goods, [{ kind: 'once', currency: 'EUR', amount: 1_050 }]);
  });

  test('is offered to visitors with its product in the cart, once, by the best of several', async () => {
    await offer('checkout', 10);
    const better = await offer('checkout', 30, shop.gift);
    expect(await offered('visitor', [shop.courseProduct, shop.gift])).toEqual([
      { id: better, placement: 'checkout', product_id: shop.goods, discount_percent: 30 },
    ]);
    expect(await offered('visitor', [shop.goods])).toEqual([]);
    expect(await offered('visitor', Array<string>(51).fill(shop.courseProduct))).toEqual([]);
  });

  test('is not offered when it is not for sale to everyone, is sold out, or is owned', async () => {
    await offer('checkout', 10);
    const change = (set: string) => world.sql.query(`update public.products set ${set} where id = $1`, [shop.goods]);
    for (const [set, undo] of [
      ["status = 'draft'", "status = 'published'"],
      ["buyers = 'members'", "buyers = 'everyone'"],
      ["type = 'physical', stock = 0", "type = 'digital', stock = null"],
    ] as const) {
      await change(set);
      expect(await offered('visitor', [shop.courseProduct])).toEqual([]);
      await change(undo);
    }
    await offer('checkout', 10, shop.goods, shop.courseProduct);
    const order = await shop.place('student', { items: [{ product_id: shop.courseProduct, quantity: 1 }] });
    // It waits for payment.
    expect(await offered('student', [shop.goods])).toEqual([]);
    await shop.as('owner').query('select public.mark_paid($1)', [order.id]);
    expect(await offered('student', [shop.goods])).toEqual([]);
    expect(await offered('visitor', [shop.goods])).toHaveLength(1);
  });
});

describe('an upsell after the order', () => {
  test('holds a day for who has ordered, and for nobody else', async () => {
    const id = await offer('after_purchase', 10);
    const order = await shop.place('parent', { items: [{ product_id: shop.courseProduct, quantity: 1 }] });
    expect(await offered('parent', [])).toEqual([
      { id, placement: 'after_purchase', product_id: shop.goods, discount_percent: 10 },
    ]);
    expect(await offered('member', [])).toEqual([]);
    expect(await offered('visitor', [])).toEqual([]);
    const items = [{ product_id: shop.goods, quantity: 1 }];
    const next = await shop.place('parent', { items });
    expect(await lines(next.id)).toEqual([{ amount: 945, upsell_id: id }]);
    const other = await shop.place('member', { items });
    expect(await lines(other.id)).toEqual([{ amount: 1_050, upsell_id: null }]);
    await world.sql.query(`update public.orders set placed_at = placed_at - interval '25 hours' where id = $1`, [
      order.id,
    ]);
    expect(await offered('parent', [])).toEqual([]);
    const late = await shop.place('parent', { items });
    expect(await lines(late.id)).toEqual([{ amount: 1_050, upsell_id: null }]);
    await cancel(order.id);
    const results = () =>
      shop
        .as('owner')
        .query('select orders::int, amount::int, currency from public.upsell_results($1)', [shop.courseProduct]);
    expect(await results()).toEqual([]);
    await shop.as('owner').query('select public.mark_paid($1)', [next.id]);
    expect(await results()).toEqual([{ orders: 1, amount: 945, currency: 'EUR' }]);
  });
});
