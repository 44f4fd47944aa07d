import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let product: string;
let other: string;
beforeAll(async () => {
  world = await openWorld();
  const rows = await world.sql.query<{ id: string }>(
    `insert into public.products (account_id, title, slug, type, status)
     select $1, slug, slug, 'digital', 'published' from unnest('{many-prices,others}'::text[]) slug returning id`,
    [world.demo],
  );
  [product, other] = rows.map(({ id }) => id) as [string, string];
});
afterAll(() => world.close());

const month = { value: 1, parameter: 'month' };
const once = { currency: 'EUR', amount: 12_000 };
const monthly = { kind: 'subscription', currency: 'EUR', amount: 3_000, frequency: month };
const thirds = { kind: 'instalments', currency: 'EUR', amount: 4_000, frequency: month, cycles: 3 };
const chosen = { kind: 'pay_what_you_want', currency: 'EUR', amount: 1_000, minimum_amount: 500 };

const save = async (prices: unknown, id = product) =>
  (
    await world.database
      .as(world.caller('owner'))
      .query<{ id: string }>('select public.set_prices($1, $2::jsonb) as id', [id, JSON.stringify(prices)])
  ).map((row) => row.id);
const active = (id = product) =>
  world.sql.query<{ id: string; label: string }>(
    'select id, label from public.prices where product_id = $1 and is_active order by position',
    [id],
  );

describe('the prices of a product', () => {
  test('are saved as one list: what stays the same keeps its id, also in another order and under another label', async () => {
    const [first, second, third, fourth] = await save([once, monthly, thirds, { ...chosen, currency: 'JPY' }]);
    const again = await save([{ ...monthly, label: 'Monthly' }, once, { ...thirds, cycles: 4 }]);
    expect(again.slice(0, 2)).toEqual([second, first]);
    expect([third, fourth]).not.toContain(again[2]);
    expect(await active()).toEqual([
      { id: second, label: 'Monthly' },
      { id: first, label: '' },
      { id: again[2], label: '' },
    ]);
    const [withdrawn] = await world.sql.query<{ count: string }>(
      'select count(*) from public.prices where product_id = $1 and not is_active',
      [product],
    );
    expect(withdrawn?.count).toBe('2');
  });

  test('of another product are neither taken nor changed by their ids', async () => {
    const [id] = await save([once], other);
    const [own] = await save([{ ...once, id, product_id: other, account_id: world.atelier, is_active: false }]);
    expect(own).not.toBe(id);
    expect(await active(other)).toMatchObject([{ id }]);
  });

  test.each<[string, object]>([
    ['below nothing', { ...once, amount: -1 }],
    ['of a fraction', { ...once, amount: 10.5 }],
    ['beyond the largest', { ...once, amount: 1_000_000_000_001 }],
    ['beyond every integer', { ...once, amount: 1e30 }],
    ['with a set-up fee beyond the largest', { ...monthly, setup_fee: 1_000_000_000_000 }],
    ['without an amount', { currency: 'EUR' }],
    ['without a currency', { amount: 100 }],
    ['of an unknown kind', { ...once, kind: 'rent' }],
    ['once, with an interval', { ...once, frequency: month }],
    ['again and again, without an interval', { ...monthly, frequency: null }],
    ['every zero months', { ...monthly, frequency: { value: 0, parameter: 'month' } }],
    ['every blue moon', { ...monthly, frequency: { value: 1, parameter: 'moon' } }],
    ['in instalments without their number', { ...thirds, cycles: null }],
    ['in one instalment', { ...thirds, cycles: 1 }],
    ['once, with a trial', { ...once, trial_days: 14 }],
    ['with a trial of three years', { ...monthly, trial_days: 1_000 }],
    ['once, with a set-up fee', { ...once, setup_fee: 100 }],
    ['with a minimum above what is suggested', { ...chosen, minimum_amount: 1_001 }],
    ['chosen by the buyer, without a minimum', { ...chosen, minimum_amount: null }],
    ['fixed, with a minimum', { ...once, minimum_amount: 100 }],
    ['chosen by the buyer, on sale', { ...chosen, sale_amount: 600 }],
    ['with a label of 61 characters', { ...once, label: 'x'.repeat(61) }],
  ])('%s is refused, and the others stay', async (_name, price) => {
    const before = await active();
    await expect(save([price, thirds])).rejects.toMatchObject({ detail: 'invalid' });
    expect(await active()).toEqual(before);
  });

  test.each<[string, unknown]>([
    ['no list', { amount: 1 }],
    ['nothing', null],
    ['51 prices', Array.from({ length: 51 }, (_, at) => ({ ...once, amount: at }))],
  ])('%s is refused', async (_name, prices) => {
    await expect(save(prices)).rejects.toMatchObject({ detail: 'invalid' });
  });
});
