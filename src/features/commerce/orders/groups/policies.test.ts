import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
let group: string;
let monthly: string;
let forGood: string;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
});
afterAll(() => world.close());

/** Each test has a group of its own that two products open: one by the month, one for good. */
beforeEach(async () => {
  const slug = `g-${crypto.randomUUID()}`;
  const rows = await world.sql.query<{ id: string }>(
    `with made as (insert into public.groups (account_id, slug, title, visibility, join_by) values ($1, $2, 'Inner circle', 'private', 'access') returning account_id, id),
       product as (insert into public.products (account_id, title, slug, type, status)
         select account_id, 'Circle', $2 || kind, 'membership', 'published' from made, unnest('{m,o}'::text[]) kind returning account_id, id, slug),
       price as (insert into public.prices (account_id, product_id, kind, currency, amount, frequency)
         select account_id, id, case when slug like '%m' then 'subscription' else 'once' end, 'EUR', 500, case when slug like '%m' then '{"value": 1, "parameter": "month"}'::jsonb end from product)
     select id, 1 as at from made union all select id, case when slug like '%m' then 2 else 3 end from product order by at`,
    [world.demo, slug],
  );
  [group, monthly, forGood] = rows.map(({ id }) => id) as [string, string, string];
});

const open = (product: string, groups = [group], person: Person = 'owner') =>
  shop.as(person).query('select public.set_product_groups($1, $2)', [product, groups]);
async function buy(product: string): Promise<string> {
  const { id = '' } = await shop.place('member', { items: [{ product_id: product, quantity: 1 }] });
  await world.sql.query('update public.order_items set renewal_amount = null where order_id = $1', [id]);
  await shop.as('owner').query('select public.mark_paid($1)', [id]);
  return id;
}
const refund = (order: string) => shop.as('owner').query('select public.refund_order($1)', [order]);
const isIn = async () =>
  (
    await world.sql.query(
      `select 1 from public.group_members g join public.members m on m.id = g.member_id where g.group_id = $1 and m.email = 'member@demo.test'`,
      [group],
    )
  ).length === 1;

test('who buys a product is in its groups at once, and a refund takes them out', async () => {
  await open(forGood);
  const { id = '' } = await shop.place('member', { items: [{ product_id: forGood, quantity: 1 }] });
  expect(await isIn()).toBe(false);
  await shop.as('owner').query('select public.mark_paid($1)', [id]);
  expect(await isIn()).toBe(true);
  await refund(id);
  expect(await isIn()).toBe(false);
});

test('who has both keeps what the other one opens', async () => {
  await open(forGood);
  await open(monthly);
  const good = await buy(forGood);
  const month = await buy(monthly);
  await refund(good);
  expect(await isIn()).toBe(true);
  await refund(month);
  expect(await isIn()).toBe(false);
});

test('a month of membership is a month in the group, and two are two', async () => {
  await open(monthly);
  const order = await buy(monthly);
  await buy(monthly);
  const end = async () =>
    (
      await world.sql.query<{ months: number }>(
        `select extract(month from age(g.until, o.paid_at))::int as months from public.group_grants g, public.orders o where g.group_id = $1 and o.id = $2`,
        [group, order],
      )
    )[0]?.months;
  expect(await end()).toBe(2);
  await world.sql.query('update public.group_grants set until = now() where group_id = $1', [group]);
  await world.sql.query('select private.end_group_grants()');
  expect(await isIn()).toBe(false);
});

test('a group that is added to a product opens to who has bought it, and one that is taken out closes', async () => {
  await buy(forGood);
  await open(forGood);
  expect(await isIn()).toBe(true);
  await open(forGood, []);
  expect(await isIn()).toBe(false);
});

test('a product that is deleted, or not sold any more, is no way in', async () => {
  await open(forGood);
  const offers = () =>
    world.sql.query('select is_offered, title from public.group_sources where source_id = $1', [forGood]);
  await world.sql.query("update public.products set title = 'Circle of light', status = 'archived' where id = $1", [
    forGood,
  ]);
  expect(await offers()).toEqual([{ is_offered: false, title: 'Circle of light' }]);
  await world.sql.query('delete from public.products where id = $1', [forGood]);
  expect(await offers()).toEqual([]);
});

test('only who manages the shop and owns the group says what a product opens', async () => {
  for (const person of ['instructor', 'student', 'member', 'atelierOwner', 'visitor', 'stolen'] as const)
    expect([person, await refused(open(forGood, [group], person))]).toEqual([
      person,
      person === 'visitor' ? '42501' : 'not_found',
    ]);
  const [other] = await world.sql.query<{ id: string }>(
    "select id from public.groups where slug = 'kitchen-table-printers'",
  );
  expect(await refused(open(forGood, [other?.id ?? '']))).toBe('not_found');
});
