import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;

beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  await add(shop.courseProduct, shop.goods);
});
afterAll(() => world.close());

const add = (product: string, offered: string, more: object = {}) =>
  shop.as('owner').query(
    `insert into public.upsells (account_id, product_id, offered_product_id, headline, discount_percent, placement)
       select $1, $2, $3, coalesce(u.headline, 'Take it along'), coalesce(u.discount_percent, 20), coalesce(u.placement, 'checkout')
         from jsonb_to_record($4::jsonb) u(headline text, discount_percent int, placement text)`,
    [world.demo, product, offered, JSON.stringify(more)],
  );

describe('who sees and sets the upsells of a product', () => {
  matrix(
    () => world,
    [
      [
        'sees them',
        'select headline from public.upsells where product_id = {product}',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'adds one',
        `insert into public.upsells (account_id, product_id, offered_product_id, headline, placement)
         values ({demo}, {product}, {gift}, 'And this', 'after_purchase') returning id`,
        { owner: 1, others: '42501' },
      ],
      [
        'changes one',
        'update public.upsells set discount_percent = 90 where product_id = {product} returning id',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'removes one',
        'delete from public.upsells where product_id = {product} returning id',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'moves one to another product',
        'update public.upsells set product_id = {gift} returning id',
        { others: '42501' },
      ],
      ['sees what they brought', 'select * from public.upsell_results({product})', { visitor: '42501', others: 0 }],
    ],
    () => ({ demo: world.demo, product: shop.courseProduct, gift: shop.gift }),
  );
});

test('an upsell is of two products of one account, once in each place, with a discount of 0 to 100', async () => {
  expect(await refused(add(shop.courseProduct, shop.courseProduct))).toBe('23514');
  expect(await refused(add(shop.courseProduct, shop.goods))).toBe('23505');
  await expect(add(shop.courseProduct, crypto.randomUUID())).rejects.toMatchObject({ code: '23503' });
  for (const discount_percent of [-1, 101])
    expect(await refused(add(shop.goods, shop.courseProduct, { discount_percent }))).toBe('23514');
  expect(await refused(add(shop.goods, shop.courseProduct, { headline: 'x'.repeat(121) }))).toBe('23514');
  expect(await refused(add(shop.goods, shop.courseProduct, { placement: 'elsewhere' }))).toBe('23514');
});

test('a product has ten at most', async () => {
  const offered = await world.sql.query<{ id: string }>(
    `insert into public.products (account_id, title, slug, type, status)
     select $1, 'Offered', 'offered-' || n, 'digital', 'published' from generate_series(1, 11) n returning id`,
    [world.demo],
  );
  const outcomes = [];
  for (const { id } of offered) outcomes.push(await refused(add(shop.gift, id)));
  expect(outcomes).toEqual([...Array<string>(10).fill('accepted'), 'invalid']);
});
