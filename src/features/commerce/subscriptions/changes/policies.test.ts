import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
let subscription: string;
let instalments: string;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  const week = { currency: 'EUR', amount: 900, frequency: { value: 1, parameter: 'week' } };
  subscription = await begin(shop.courseProduct, { kind: 'subscription', ...week });
  instalments = await begin(shop.goods, { kind: 'instalments', cycles: 3, ...week });
});
afterAll(() => world.close());

async function begin(product: string, price: object): Promise<string> {
  await shop.setPrices(product, [price]);
  const { id } = await shop.place('student', { items: [{ product_id: product, quantity: 1 }] });
  await shop.as('owner').query('select public.mark_paid($1)', [id]);
  const [row] = await world.sql.query<{ id: string }>(
    'select id from public.member_subscriptions where order_id = $1',
    [id],
  );
  return row?.id ?? '';
}

const mayCall = { owner: 1, student: 1, visitor: '42501', others: 'not_found' };
describe('who changes a subscription', () => {
  matrix(
    () => world,
    [
      ['cancels it with its period', 'select public.cancel_subscription({subscription})', mayCall],
      [
        'cancels it at once',
        'select public.cancel_subscription({subscription}, true)',
        { ...mayCall, student: 'subscription_transition' },
      ],
      [
        'cancels instalments',
        'select public.cancel_subscription({instalments})',
        { ...mayCall, student: 'subscription_transition' },
      ],
      ['pauses it', 'select public.pause_subscription({subscription})', mayCall],
      [
        'resumes what is not paused',
        'select public.resume_subscription({subscription})',
        { ...mayCall, owner: 'subscription_transition', student: 'subscription_transition' },
      ],
      [
        'keeps what is not cancelled',
        'select public.keep_subscription({subscription})',
        { ...mayCall, owner: 'subscription_transition', student: 'subscription_transition' },
      ],
      [
        'ends it past the functions',
        `select private.end_subscription_of(s, 'cancelled') from public.member_subscriptions s`,
        { others: '42501' },
      ],
    ],
    () => ({ subscription, instalments }),
  );
});

const call = (person: Person, text: string) => shop.as(person).query(text, [subscription]);
const stateOf = async () =>
  (
    await world.sql.query<Record<string, unknown>>(
      'select status, cancel_at_period_end as cancelled from public.member_subscriptions where id = $1',
      [subscription],
    )
  )[0];

test('a cancellation is undone while the period lasts, a pause ends by itself, and a pause of many years is none', async () => {
  await call('student', 'select public.cancel_subscription($1)');
  expect(await stateOf()).toEqual({ status: 'active', cancelled: true });
  await call('student', 'select public.keep_subscription($1)');
  expect(await stateOf()).toEqual({ status: 'active', cancelled: false });
  const forYears = call('student', `select public.pause_subscription($1, now() + interval '3 years')`);
  expect(await refused(forYears)).toBe('invalid');
  await call('student', `select public.pause_subscription($1, now() + interval '1 day')`);
  expect(await stateOf()).toEqual({ status: 'paused', cancelled: false });
  await world.sql.query(`update public.member_subscriptions set paused_until = now() where id = $1`, [subscription]);
  await world.sql.query('select private.run_subscriptions()');
  expect(await stateOf()).toEqual({ status: 'active', cancelled: false });
});

test('at once a manager ends what it opened, and the erasure of a member ends what is left', async () => {
  await call('owner', 'select public.cancel_subscription($1, true)');
  expect(await stateOf()).toEqual({ status: 'ended', cancelled: false });
  expect(await shop.accessOf('student', shop.course)).toBe('ended');
  await world.sql.query(`insert into private.erasures (account_id, user_id) values ($1, $2)`, [
    world.demo,
    world.caller('student').claims.sub,
  ]);
  const [row] = await world.sql.query('select status, user_id from public.member_subscriptions where id = $1', [
    instalments,
  ]);
  expect(row).toEqual({ status: 'ended', user_id: null });
});
