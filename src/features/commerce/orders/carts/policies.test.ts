import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import type { Person } from '#tests/db/world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
const ids = { cart: '', token: '' };
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  await remind(4);
  ids.token = await save('visitor', 'first@cart.test');
  ids.cart = (await cartOf('first@cart.test'))?.id ?? '';
});
afterAll(() => world.close());

const remind = (hours: number | null) =>
  shop.as('owner').query('select public.set_cart_reminder($1, $2)', [world.demo, hours]);
async function save(person: Person, email: string, more: { items?: object[]; coupon?: string; account?: string } = {}) {
  const [row] = await shop
    .as(person)
    .query<{ token: string }>(`select private.save_cart($1, $2::jsonb, $3, null, $4, 'Cara Cart', 'de') as token`, [
      more.account ?? world.demo,
      JSON.stringify(more.items ?? [{ product_id: shop.goods, quantity: 2 }]),
      more.coupon ?? null,
      email,
    ]);
  return row?.token ?? '';
}
const cartOf = async (email: string) =>
  (
    await world.sql.query<{ id: string; status: string; subtotal: number; lines: object[]; order_id: string | null }>(
      'select id, status, subtotal::int, lines, order_id from public.carts where lower(email) = lower($1) order by created_at desc limit 1',
      [email],
    )
  )[0];
const restore = async (token: string, person: Person = 'visitor') =>
  (
    await shop
      .as(person)
      .query<{ cart: { lines: object[]; coupon: string | null } | null }>(
        'select private.restore_cart($1, $2) as cart',
        [world.demo, token],
      )
  )[0]?.cart;
const leave = (email: string, hours: number) =>
  world.sql.query(
    `update public.carts set changed_at = private.clock_now() - make_interval(hours => $2::int, mins => 1) where email = $1`,
    [email, hours],
  );
const run = async () => Number((await world.sql.query<{ n: number }>('select private.remind_of_carts() as n'))[0]?.n);
const mailsFor = async (id: string) =>
  (await world.sql.query(`select from private.outbox where queue = 'cart-mail' and payload ->> 'cart_id' = $1`, [id]))
    .length;

describe('who may', () => {
  matrix(
    () => world,
    [
      ['read the carts', 'select id from public.carts where id = {cart}', { owner: 1, others: 0, visitor: '42501' }],
      ['read the token of a cart', 'select token from public.carts', { others: '42501' }],
      ['write a cart', `update public.carts set email = 'x@y.test' returning id`, { others: '42501' }],
      [
        'read when a shop reminds',
        'select reminder_hours from public.cart_settings where account_id = {demo}',
        { owner: 1, others: 0, visitor: '42501' },
      ],
      [
        'write that past the function',
        'update public.cart_settings set reminder_hours = 1 returning account_id',
        { others: '42501' },
      ],
      [
        'switch reminders',
        'select public.set_cart_reminder({demo}, 5)',
        { owner: 1, others: 'forbidden', visitor: '42501' },
      ],
      ['ask whether a shop reminds', 'select public.reminds_of_carts({demo})', { others: 1 }],
      [
        'read what reminders brought',
        'select * from public.cart_numbers({demo})',
        { owner: 1, others: 0, visitor: '42501' },
      ],
      ['restore a cart by its token', 'select private.restore_cart({demo}, {token})', { others: 1 }],
      ['send the reminders', 'select private.remind_of_carts()', { others: '42501' }],
    ],
    () => ids,
  );
});

describe('a cart that is kept', () => {
  test('has titles and amounts of the tables, replaces the one before, and is read by its token alone', async () => {
    const email = 'kept@cart.test';
    const token = await save('visitor', email);
    expect(
      await save('visitor', 'KEPT@cart.test', {
        items: [{ product_id: shop.goods, quantity: 3, title: 'Free', amount: 1 }],
      }),
    ).toBe(token);
    expect(await cartOf(email)).toMatchObject({ status: 'open', subtotal: 3_150 });
    expect((await restore(token))?.lines).toEqual([
      expect.objectContaining({ product_id: shop.goods, quantity: 3, amount: 1_050 }),
    ]);
    expect(await cartOf(email)).toMatchObject({ status: 'restored' });
    expect(await restore(crypto.randomUUID())).toBeNull();
  });

  test('is that of the signed-in person, whatever address they send', async () => {
    await save('student', 'somebody.else@cart.test');
    expect(await cartOf('somebody.else@cart.test')).toBeUndefined();
    expect(await cartOf('student@demo.test')).toMatchObject({ status: 'open' });
  });

  test('is refused where the shop does not remind, and where something in it is not for sale', async () => {
    expect(await refused(save('visitor', 'a@cart.test', { account: world.atelier }))).toBe('forbidden');
    const items = [{ product_id: crypto.randomUUID(), quantity: 1 }];
    expect(await refused(save('visitor', 'a@cart.test', { items }))).toBe('not_on_sale');
    expect(await refused(remind(0))).toBe('invalid');
    expect(await refused(remind(169))).toBe('invalid');
  });

  test('is forgotten with its tick, by its own token', async () => {
    const token = await save('visitor', 'gone@cart.test');
    await shop.as('visitor').query('select private.forget_cart($1, $2)', [world.atelier, token]);
    expect(await cartOf('gone@cart.test')).toBeDefined();
    await shop.as('visitor').query('select private.forget_cart($1, $2)', [world.demo, token]);
    expect(await cartOf('gone@cart.test')).toBeUndefined();
  });
});

describe('a reminder', () => {
  beforeEach(() => world.sql.query('delete from public.carts where id <> $1', [ids.cart]));

  test('is sent once, when the shop has waited, and by one of two runs at once', async () => {
    await save('visitor', 'left@cart.test');
    const { id = '' } = (await cartOf('left@cart.test')) ?? {};
    await leave('left@cart.test', 3);
    expect(await run()).toBe(0);
    await leave('left@cart.test', 4);
    expect((await Promise.all([run(), run()])).reduce((sum, n) => sum + n)).toBe(1);
    expect(await cartOf('left@cart.test')).toMatchObject({ status: 'reminded' });
    expect(await mailsFor(id)).toBe(1);
    // Changed once more and left again: the same cart.
    await save('visitor', 'left@cart.test');
    await leave('left@cart.test', 20);
    expect(await run()).toBe(0);
  });

  test('is not sent of what was ordered', async () => {
    await save('student', '');
    const order = await shop.place('student', { items: [{ product_id: shop.goods, quantity: 1 }] });
    expect(await cartOf('student@demo.test')).toMatchObject({ status: 'ordered', order_id: order.id });
    await leave('student@demo.test', 48);
    expect(await run()).toBe(0);
    // The next cart is another one.
    await save('student', '');
    expect(await cartOf('student@demo.test')).toMatchObject({ status: 'open' });
  });

  test('is sent to nobody again who ended them, and who asks for another address learns nothing', async () => {
    const token = await save('visitor', 'never@cart.test');
    await shop.as('visitor').query('select private.stop_cart_reminders($1, $2)', [world.demo, token]);
    const other = await save('visitor', 'never@cart.test');
    expect(other).not.toBe(token);
    expect(await restore(other)).toBeNull();
    expect(await restore(token)).toBeNull();
    await leave('never@cart.test', 48);
    expect(await run()).toBe(0);
    expect(await cartOf('never@cart.test')).toMatchObject({ status: 'stopped' });
  });

  test('ends with the switch; what nobody came back for is forgotten after 30 days', async () => {
    await save('visitor', 'old@cart.test');
    await remind(null);
    await leave('old@cart.test', 48);
    expect(await run()).toBe(0);
    await leave('old@cart.test', 24 * 31);
    await run();
    expect(await cartOf('old@cart.test')).toBeUndefined();
    await remind(4);
  });

  test('counts for what was paid after it', async () => {
    const numbers = () =>
      shop
        .as('owner')
        .query('select currency, reminded::int, ordered::int, revenue::int from public.cart_numbers($1)', [world.demo]);
    await save('member', '');
    await leave('member@demo.test', 5);
    expect(await run()).toBe(1);
    expect(await numbers()).toEqual([{ currency: 'EUR', reminded: 1, ordered: 0, revenue: 0 }]);
    const { id } = await shop.place('member', { items: [{ product_id: shop.goods, quantity: 2 }] });
    expect(await numbers()).toEqual([{ currency: 'EUR', reminded: 1, ordered: 0, revenue: 0 }]);
    await shop.as('owner').query('select public.mark_paid($1)', [id]);
    expect(await numbers()).toEqual([{ currency: 'EUR', reminded: 1, ordered: 1, revenue: 2_100 }]);
  });
});
