import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase } from '#base/server/database.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, refused, type Shop, type Wish } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
let print: string;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
});
afterAll(() => world.close());

const address = { country: 'PT', street: 'Rua do Sol 4', city: 'Lisboa' };
let products = 0;
beforeEach(async () => {
  products += 1;
  const [row] = await world.sql.query<{ id: string }>(
    `insert into public.products (account_id, title, slug, type, status, stock) values ($1, 'A print', $2, 'physical', 'published', 10) returning id`,
    [world.demo, `print-${products}`],
  );
  print = row?.id ?? '';
  await shop.setPrices(print, [{ currency: 'EUR', amount: 2_000 }]);
});

const order = (quantity: number, person: Person = 'student', wish: Wish = {}, through = world.database) =>
  shop.place(person, { address, items: [{ product_id: print, quantity }], ...wish }, through);
const stock = async () =>
  (await world.sql.query<{ stock: number | null }>('select stock from public.products where id = $1', [print]))[0]
    ?.stock;
const asOwner = (text: string, values: unknown[]) => shop.as('owner').query(text, values);
const lineOf = async (id = '') =>
  (await world.sql.query<{ id: string }>('select id from public.order_items where order_id = $1', [id]))[0]?.id;

test('an order takes its pieces, and one of more than there are is rejected with what is left', async () => {
  await order(4);
  expect(await stock()).toBe(6);
  await expect(order(7)).rejects.toMatchObject({ detail: 'sold_out', message: 'Only 6 of "A print" are left.' });
  await order(6);
  await expect(order(1)).rejects.toMatchObject({ detail: 'sold_out', message: '"A print" is sold out.' });
  expect(await stock()).toBe(0);
});

test('without a stock there is any number', async () => {
  await world.sql.query('update public.products set stock = null where id = $1', [print]);
  await order(99);
  expect(await stock()).toBeNull();
});

test('what is sent needs a street and a city', async () => {
  expect(await refused(order(1, 'student', { address: { country: 'PT' } }))).toBe('address_incomplete');
  expect(await stock()).toBe(10);
});

test('what was taken off sale while it was in a cart is not ordered, and takes nothing', async () => {
  await world.sql.query(`update public.products set status = 'archived' where id = $1`, [print]);
  expect(await refused(order(1))).toBe('not_on_sale');
  expect(await stock()).toBe(10);
  const before = await world.sql.query('select from public.orders');
  await world.sql.query('delete from public.products where id = $1', [print]);
  expect(await refused(order(1))).toBe('not_on_sale');
  expect(await world.sql.query('select from public.orders')).toHaveLength(before.length);
});

describe('pieces come back', () => {
  test('of a cancelled order, once', async () => {
    const { id } = await order(3);
    await asOwner('select public.cancel_order($1)', [id]);
    expect(await stock()).toBe(10);
  });

  test('that were refunded, and the rest with the whole order', async () => {
    const { id } = await order(3);
    await asOwner('select public.mark_paid($1)', [id]);
    const line = JSON.stringify([{ order_item_id: await lineOf(id), quantity: 1 }]);
    await asOwner('select public.refund_order($1, lines => $2::jsonb)', [id, line]);
    expect(await stock()).toBe(8);
    await asOwner('select public.refund_order($1)', [id]);
    expect(await stock()).toBe(10);
  });

  test('not by themselves where they were sent', async () => {
    const { id } = await order(3);
    await asOwner('select public.mark_paid($1)', [id]);
    await asOwner('select public.ship_line($1)', [await lineOf(id)]);
    await asOwner('select public.refund_order($1)', [id]);
    expect(await stock()).toBe(7);
  });
});

test('of a hundred orders at once for ten pieces ten are placed', async () => {
  const pool = createDatabase({ ownerUrl: world.ownerUrl, clientUrl: world.clientUrl, poolSize: 25 });
  const people: Person[] = ['student', 'member', 'parent', 'instructor'];
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, at) => refused(order(1, people[at % 4], {}, pool))),
  );
  await pool.close();
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === 'sold_out')).toHaveLength(90);
  expect(await stock()).toBe(0);
});

test('who saves a stock that was shown does not give back what was sold since', async () => {
  await order(4);
  await asOwner('select public.change_stock($1, 15, 10)', [print]);
  expect(await stock()).toBe(11);
  await asOwner('select public.change_stock($1, null, 11)', [print]);
  expect(await stock()).toBeNull();
  await asOwner('select public.change_stock($1, 5)', [print]);
  expect(await stock()).toBe(5);
});

test('a thing that is sent is paid once', async () => {
  const monthly = { kind: 'subscription', currency: 'EUR', amount: 100, frequency: { value: 1, parameter: 'month' } };
  expect(await refused(shop.setPrices(print, [monthly]))).toBe('invalid');
});

describe('who changes a stock', () => {
  matrix(
    () => world,
    [
      [
        'by the function',
        'select public.change_stock({print}, 3)',
        { owner: 1, visitor: '42501', others: 'not_found' },
      ],
      ['in the table', 'update public.products set stock = 3 where id = {print} returning id', { others: '42501' }],
    ],
    () => ({ print }),
  );
});
