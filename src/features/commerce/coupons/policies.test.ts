import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currencyDigits } from '#base/shared/money.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { discountOf } from './rules.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const shoppers: Person[] = [
  'visitor',
  'instructor',
  'student',
  'parent',
  'member',
  'atelierStudent',
  'both',
  'blocked',
  'removed',
  'fresh',
  'stolen',
  'unbound',
];
const selectCoupons = 'select name, usage_count from public.coupons';
const requestWith = (query: Record<string, string>) => ({ method: 'GET', path: '/coupons', query });

describe.each([...shoppers, 'atelierOwner', 'owner'] as Person[])('%s', (person) => {
  const visibleCount = { owner: 6, atelierOwner: 1 }[person as string] ?? 0;
  const read = async (text: string, query: Record<string, string>, values: unknown[] = []) => {
    const outcome = await world.attempt(person, text, values, requestWith(query));
    return 'rows' in outcome ? outcome.rows : outcome.refused;
  };

  test('lists no coupon of an account they do not manage', async () => {
    expect(await read(selectCoupons, {})).toHaveLength(visibleCount);
    expect(await read(selectCoupons, { account_id: `eq.${world.demo}` })).toHaveLength(visibleCount);
    expect(await read(selectCoupons, { name: 'eq.WELCOME10' })).toHaveLength(visibleCount);
    expect(await read(selectCoupons, { account_id: `eq.${world.demo}`, name: 'like.*' })).toHaveLength(visibleCount);
    expect(await read(selectCoupons, { account_id: `eq.${world.demo}`, name: 'neq.X' })).toHaveLength(visibleCount);
    expect(await read(selectCoupons, { account_id: 'is.not_null', name: 'eq.WELCOME10' })).toHaveLength(visibleCount);
  });

  test('finds one by account and name', async () => {
    const query = { account_id: `eq.${world.demo}`, name: 'eq.WELCOME10' };
    expect(await read(`${selectCoupons} where account_id = $1 and name = 'WELCOME10'`, query, [world.demo])).toEqual([
      { name: 'WELCOME10', usage_count: 0 },
    ]);
    expect(
      await read(`${selectCoupons} where account_id = $1`, { ...query, account_id: `eq.${world.atelier}` }, [
        world.demo,
      ]),
    ).toHaveLength(person === 'owner' ? 6 : 0);
  });

  test('writes coupons only where they manage, and never how often one was used', async () => {
    const insert = `insert into public.coupons (account_id, name, discount_type, coupon_amount) values ($1, 'NEW', 'flat', 1) returning id`;
    const rejected = person === 'visitor' ? '42501' : [];
    const affected = { owner: [expect.anything()] }[person as string];
    const named = { account_id: `eq.${world.demo}`, name: 'eq.SOLDOUT' };
    expect(await read(insert, {}, [world.demo])).toEqual(affected ?? '42501');
    expect(await read(`update public.coupons set usage_limit = 99 where name = 'SOLDOUT' returning id`, named)).toEqual(
      affected ?? rejected,
    );
    expect(await read(`delete from public.coupons where name = 'SOLDOUT' returning id`, named)).toEqual(
      affected ?? rejected,
    );
    expect(await read(`update public.coupons set usage_count = 0`, {})).toBe('42501');
  });
});

test('without the query string, the coupon name is read from a header', async () => {
  const outcome = await world.database.as(world.caller('visitor')).transaction(async (tx) => {
    await tx.query(`select set_config('request.query', '', true), set_config('request.headers', $1, true)`, [
      JSON.stringify({ 'x-coupon-name': 'FLAT5' }),
    ]);
    return tx.query(selectCoupons);
  });
  expect(outcome).toEqual([{ name: 'FLAT5', usage_count: expect.anything() }]);
  const header = await world.attempt('visitor', selectCoupons, [], {
    headers: { 'x-coupon-name': 'FLAT5' },
    query: { select: 'name' },
  });
  expect(header).toEqual({ rows: [] });
});

test('two names that differ in case alone are one', async () => {
  const outcome = await world.attempt(
    'owner',
    `insert into public.coupons (account_id, name, discount_type, coupon_amount) values ($1, 'welcome10', 'flat', 1)`,
    [world.demo],
  );
  expect(outcome).toMatchObject({ refused: '23505' });
});

test('the database takes off exactly what the cart showed', async () => {
  const [fifth] = await world.sql.query<{ off: string }>(
    `select private.discount_of('percentage', 20, 4950, 2) as off`,
  );
  expect(Number(fifth?.off)).toBe(990);
  const samples = fc.sample(
    fc.record({
      discount_type: fc.constantFrom('percentage' as const, 'flat' as const),
      coupon_amount: fc.oneof(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
      ),
      subtotal: fc.oneof(fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 0, max: 5e15 })),
      currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
    }),
    2_000,
  );
  const rows = await world.sql.query<{ off: string }>(
    `select private.discount_of(s.discount_type, s.coupon_amount, s.subtotal, private.currency_digits(s.currency)) as off
       from jsonb_array_elements($1::jsonb) with ordinality e
       cross join lateral jsonb_to_record(e.value) s(discount_type text, coupon_amount numeric, subtotal bigint, currency text)
      order by e.ordinality`,
    [JSON.stringify(samples)],
  );
  expect(rows).toHaveLength(2_000);
  const differing = samples.filter(
    (sample, at) => Number(rows[at]?.off) !== discountOf(sample, sample.subtotal, sample.currency),
  );
  expect(differing).toEqual([]);
  expect(new Set(samples.map(({ currency }) => currencyDigits(currency)))).toEqual(new Set([0, 2, 3]));
});
