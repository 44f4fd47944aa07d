import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
let subscription: string;
/** Two cards of the student, the first of which is charged, and one of the member. */
let cards: string[];
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  const week = { currency: 'EUR', amount: 900, frequency: { value: 1, parameter: 'week' } };
  await shop.setPrices(shop.courseProduct, [{ kind: 'subscription', ...week }]);
  const { id } = await shop.place('student', { items: [{ product_id: shop.courseProduct, quantity: 1 }] });
  await shop.as('owner').query('select public.mark_paid($1)', [id]);
  await world.sql.query(
    `insert into public.payment_providers (account_id, provider, sealed_keys) values ($1, 'stripe', 'x')`,
    [world.demo],
  );
  const rows = await world.sql.query<{ id: string; name: string }>(
    `insert into public.payment_methods (account_id, user_id, provider, provider_reference, brand, last4, is_default)
     select $1, m.user_id, 'stripe', c.name, 'visa', right(c.name, 4), c.first from (values
         ('student@demo.test', 'pm_0001', true), ('student@demo.test', 'pm_0002', false), ('member@demo.test', 'pm_0003', true)) c(email, name, first)
       join public.members m on m.account_id = $1 and m.email = c.email
     returning id, provider_reference as name`,
    [world.demo],
  );
  cards = rows.sort((a, b) => a.name.localeCompare(b.name)).map((row) => row.id);
  const [row] = await world.sql.query<{ id: string }>(
    'update public.member_subscriptions set payment_method_id = $2 where order_id = $1 returning id',
    [id, cards[0]],
  );
  subscription = row?.id ?? '';
});
afterAll(() => world.close());

const own = { student: 1, visitor: '42501', others: 'not_found' };
describe('who changes payment methods', () => {
  matrix(
    () => world,
    [
      [
        'charges another method',
        'select public.change_subscription_method({subscription}, {second})',
        { ...own, owner: 'forbidden' },
      ],
      [
        'charges the method of somebody else',
        'select public.change_subscription_method({subscription}, {third})',
        { ...own, student: 'not_found', owner: 'forbidden' },
      ],
      ['makes one the default', 'select public.set_default_method({second})', own],
      ['removes one', 'select public.remove_payment_method({second})', own],
      [
        'removes one that is needed',
        'select public.remove_payment_method({first})',
        { ...own, student: 'method_in_use' },
      ],
      [
        'charges one past the functions',
        'select private.use_payment_method(s, m) from public.member_subscriptions s, public.payment_methods m',
        { others: '42501' },
      ],
    ],
    () => ({ subscription, first: cards[0] ?? '', second: cards[1] ?? '', third: cards[2] ?? '' }),
  );
});

const state = async () =>
  (
    await world.sql.query<{ method: string | null; defaults: string[] }>(
      `select s.payment_method_id as method, array(select m.id::text from public.payment_methods m where m.user_id = s.user_id and m.is_default) as defaults
         from public.member_subscriptions s where s.id = $1`,
      [subscription],
    )
  )[0];

test('there is one default, and what is charged is changed without it', async () => {
  await shop.as('student').query('select public.set_default_method($1)', [cards[1]]);
  expect(await state()).toEqual({ method: cards[0], defaults: [cards[1]] });
  await shop.as('student').query('select public.change_subscription_method($1, $2)', [subscription, cards[1]]);
  expect(await state()).toEqual({ method: cards[1], defaults: [cards[1]] });
  await shop.as('student').query('select public.change_subscription_method($1, $2)', [subscription, cards[0]]);
});

test('what the provider keeps no more leaves its subscription to the default', async () => {
  await world.sql.query('select private.follow_payment_method($1, $2, null)', [world.demo, cards[0]]);
  expect(await state()).toEqual({ method: cards[1], defaults: [cards[1]] });
});

test('a card that expires is announced once, three weeks before, and again where it was renewed', async () => {
  const set = (month: string) =>
    world.sql.query(
      `update public.payment_methods m set exp_month = extract(month from d), exp_year = extract(year from d)
         from (select private.clock_now() + $2::interval as d) c where m.id = $1`,
      [cards[1], month],
    );
  const announce = async () =>
    (await world.sql.query<{ sent: number }>('select private.announce_expiring_cards() as sent'))[0]?.sent;
  await set('3 months');
  expect(await announce()).toBe(0);
  await set('0 months');
  await world.sql.query(
    `update private.clock set time_offset = time_offset + (date_trunc('month', private.clock_now()) + interval '1 month' - interval '10 days' - private.clock_now())
      where date_trunc('month', private.clock_now()) + interval '1 month' - interval '21 days' > private.clock_now()`,
  );
  expect(await announce()).toBe(1);
  expect(await announce()).toBe(0);
  await set('60 months');
  expect(await announce()).toBe(0);
  const notifications = await world.sql.query<{ method: string; link: string }>(
    `select said #>> '{values,method}' as method, link from public.account_notifications where said ->> 'key' = 'cardExpires'`,
  );
  expect(notifications).toEqual([{ method: 'Visa ···· 0002', link: '/dashboard/orders/payment-methods' }]);
});

test('the method of a cancelled subscription may be removed, that of one that runs may not', async () => {
  const remove = () => refused(shop.as('student').query('select public.remove_payment_method($1)', [cards[1]]));
  expect(await remove()).toBe('method_in_use');
  await shop.as('student').query('select public.cancel_subscription($1)', [subscription]);
  expect(await remove()).toBe('accepted');
  expect(await state()).toEqual({ method: null, defaults: [] });
  const jobs = await world.sql.query(
    `select payload ->> 'reference' as name from private.outbox where queue = 'forget-payment-method' order by id`,
  );
  expect(jobs).toEqual([{ name: 'pm_0001' }, { name: 'pm_0002' }]);
});
