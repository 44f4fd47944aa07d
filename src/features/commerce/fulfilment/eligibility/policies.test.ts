import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
let product: string;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  product = shop.goods;
});
afterAll(() => world.close());

const sellTo = (buyers: string, more: { course?: string | null; role?: string | null } = {}) =>
  world.sql.query('update public.products set buyers = $2, buyers_course_id = $3, buyers_role_id = $4 where id = $1', [
    product,
    buyers,
    more.course ?? null,
    more.role ?? null,
  ]);
const buys = (person: 'student' | 'member') =>
  refused(shop.place(person, { items: [{ product_id: product, quantity: 1 }] }));

/** Pays for a product as somebody; the id of the order. */
async function pay(person: 'student' | 'member', product_id: string): Promise<string> {
  const { id = '', status } = await shop.place(person, { items: [{ product_id, quantity: 1 }] });
  if (status === 'pending') await shop.as('owner').query('select public.mark_paid($1)', [id]);
  return id;
}

describe('who may buy', () => {
  test('everybody, as a rule', async () => {
    await sellTo('everyone');
    expect([await buys('student'), await buys('member')]).toEqual(['accepted', 'accepted']);
  });

  test('who has a course, until it is refunded', async () => {
    await sellTo('course', { course: shop.course });
    expect(await buys('student')).toBe('not_for_buyer');
    const order = await pay('student', shop.courseProduct);
    expect([await buys('student'), await buys('member')]).toEqual(['accepted', 'not_for_buyer']);
    await shop.as('owner').query('select public.refund_order($1)', [order]);
    expect(await buys('student')).toBe('not_for_buyer');
  });

  test('nobody, where the course it is for was removed', async () => {
    await sellTo('course');
    expect([await buys('student'), await buys('member')]).toEqual(['not_for_buyer', 'not_for_buyer']);
  });

  test('who has a role', async () => {
    const [role] = await world.sql.query<{ role_id: string }>(
      `select m.role_id from public.members m where m.account_id = $1 and m.user_id = $2`,
      [world.demo, world.caller('member').claims.sub],
    );
    const [other] = await world.sql.query<{ role_id: string }>(
      `insert into public.roles (account_id, name, caps) values ($1, 'Patrons', '{}') returning role_id`,
      [world.demo],
    );
    await sellTo('role', { role: other?.role_id ?? null });
    expect(await buys('member')).toBe('not_for_buyer');
    await sellTo('role', { role: role?.role_id ?? null });
    expect(await buys('member')).toBe('accepted');
  });

  test('who has a membership, as long as it lasts', async () => {
    const [row] = await world.sql.query<{ id: string }>(
      `insert into public.products (account_id, title, slug, type, status) values ($1, 'Club', 'club', 'membership', 'published') returning id`,
      [world.demo],
    );
    await shop.setPrices(row?.id ?? '', [
      { kind: 'subscription', currency: 'EUR', amount: 900, frequency: { value: 1, parameter: 'month' }, cycles: 1 },
    ]);
    await sellTo('members');
    expect(await buys('member')).toBe('not_for_buyer');
    const order = await pay('member', row?.id ?? '');
    expect([await buys('member'), await buys('student')]).toEqual(['accepted', 'not_for_buyer']);
    await world.sql.query(`update public.orders set paid_at = paid_at - interval '32 days' where id = $1`, [order]);
    await world.sql.query(
      `update public.order_items set access_until = access_until - interval '32 days' where order_id = $1`,
      [order],
    );
    expect(await buys('member')).toBe('not_for_buyer');
  });
});
