import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
});
afterAll(() => world.close());

const noGrant = { others: '42501' };
describe('who sees and sets the calendar of late payments', () => {
  matrix(
    () => world,
    [
      [
        'sees it',
        'select reminder_days from public.renewal_settings where account_id = {demo}',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'sets it',
        `select public.set_reminder_days('{0,3,5,7}')`,
        { owner: 1, visitor: '42501', atelierOwner: 1, others: 'forbidden' },
      ],
      ['writes it', `update public.renewal_settings set reminder_days = '{0,1}' returning account_id`, noGrant],
      ['adds one', `insert into public.renewal_settings (account_id) values ({demo}) returning account_id`, noGrant],
      ['removes it', 'delete from public.renewal_settings returning account_id', noGrant],
      ['charges a period', `select private.charge_period(p, null, '1') from public.subscription_periods p`, noGrant],
    ],
    () => ({}),
  );
});

test.each([
  ['{0,3,5,7}', '{0,3,5,7}'],
  ['{14}', '{0,14}'],
  ['{1,2,3,4,5,60}', '{1,2,3,4,5,60}'],
  ['{}', 'invalid'],
  ['{0}', 'invalid'],
  ['{3,3}', 'invalid'],
  ['{5,3}', 'invalid'],
  ['{-1,3}', 'invalid'],
  ['{0,61}', 'invalid'],
  ['{0,null,7}', 'invalid'],
  ['{0,1,2,3,4,5,6}', 'invalid'],
  ['{{0,1},{2,3}}', 'invalid'],
])('the days %s come to %s', async (days, expected) => {
  const set = shop.as('owner').query<{ days: string }>(`select public.set_reminder_days($1)::text as days`, [days]);
  expect(expected === 'invalid' ? await refused(set) : (await set)[0]?.days).toBe(expected);
});

test('the days hold for what is placed from then on; what is due already keeps its own, and access goes as long', async () => {
  const { goods } = shop;
  await shop.as('owner').query(`select public.set_reminder_days('{0,3,5,7}')`);
  await shop.setPrices(goods, [
    { kind: 'subscription', currency: 'EUR', amount: 900, frequency: { value: 1, parameter: 'week' } },
  ]);
  const { id } = await shop.place('member', { items: [{ product_id: goods, quantity: 1 }] });
  await shop.as('owner').query('select public.mark_paid($1)', [id]);
  const days = (count: number) =>
    world.sql.query('update private.clock set time_offset = time_offset + make_interval(days => $1)', [count]);
  const run = () => world.sql.query('select private.run_subscriptions()');
  const state = async () =>
    (
      await world.sql.query(
        `select s.status, s.paid_count as paid, p.reminder_days::text as days from public.member_subscriptions s
           left join public.subscription_periods p on (p.account_id, p.subscription_id, p.position) = (s.account_id, s.id, s.paid_count + 1)
          where s.order_id = $1`,
        [id],
      )
    )[0];
  await days(6);
  await run();
  await shop.as('owner').query(`select public.set_reminder_days('{2,20}')`);
  expect(await state()).toEqual({ status: 'active', paid: 1, days: '{0,3,5,7}' });
  await days(2);
  await run();
  const [order] = await world.sql.query<{ id: string }>(
    `select p.order_id as id from public.subscription_periods p join public.member_subscriptions s on s.id = p.subscription_id
      where s.order_id = $1 and p.position = 2`,
    [id],
  );
  await shop.as('owner').query('select public.mark_paid($1)', [order?.id]);
  await days(5);
  await run();
  expect(await state()).toEqual({ status: 'active', paid: 2, days: '{2,20}' });
  const seen: unknown[] = [];
  for (const count of [2, 2, 16, 2]) {
    await days(count);
    await run();
    seen.push((await state())?.status);
  }
  expect(seen).toEqual(['active', 'past_due', 'past_due', 'ended']);
});
