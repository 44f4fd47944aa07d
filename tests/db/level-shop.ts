import type { Shop } from './shop.ts';
import type { Person, World } from './world.ts';

export const levelPrice = (amount: number, more: object = {}) => ({
  kind: 'subscription',
  currency: 'EUR',
  amount,
  frequency: { value: 30, parameter: 'day' },
  ...more,
});

export type LevelWish = { first?: object; country?: string; more?: object[] };

let products = 0;
/** A membership of two levels, the lower of which somebody pays for every 30 days, 30.00 EUR; the upper costs 50.00 EUR. */
export async function beginAtLevel(world: World, shop: Shop, person: Person = 'student', wish: LevelWish = {}) {
  products += 1;
  const slug = `levels-${products}`;
  const [row] = await world.sql.query<Record<string, string>>(
    `with course as (insert into public.courses (account_id, title, slug, access) values ($1, 'Both', $2 || '-a', 'paid'), ($1, 'Gold', $2 || '-b', 'paid')
         returning account_id, id, slug),
       product as (insert into public.products (account_id, title, slug, type, status) values ($1, $2, $2, 'membership', 'published') returning id),
       opened as (insert into public.product_courses (account_id, product_id, course_id) select c.account_id, p.id, c.id from course c, product p)
     select product.id as product, a.id as both, b.id as upper from product, course a, course b where a.slug like '%-a' and b.slug like '%-b'`,
    [world.demo, slug],
  );
  const { product = '', both = '', upper = '' } = row ?? {};
  const owner = shop.as('owner');
  const levels = await owner.query<{ id: string }>('select public.set_levels($1, $2::jsonb) as id', [
    product,
    JSON.stringify([{ name: 'Silver' }, { name: 'Gold', course_ids: [upper] }]),
  ]);
  const [silver = '', gold = '', ...others] = await shop.setPrices(product, [
    levelPrice(3_000, { level_id: levels[0]?.id, ...wish.first }),
    levelPrice(5_000, { level_id: levels[1]?.id }),
    ...(wish.more ?? []).map((extra) => ({ ...levelPrice(0, { level_id: levels[0]?.id }), ...extra })),
  ]);
  const { id: order = '', status } = await shop.place(person, {
    items: [{ product_id: product, price_id: silver, quantity: 1 }],
    address: { country: wish.country ?? 'PT' },
  });
  if (status === 'pending') await owner.query('select public.mark_paid($1)', [order]);
  const [begun] = await world.sql.query<{ id: string }>(
    'select id from public.member_subscriptions where order_id = $1',
    [order],
  );
  return { product, both, upper, silver, gold, others, order, subscription: begun?.id ?? '' };
}
