import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { matrix } from '#tests/matrix.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    [
      'asks for the numbers of demo',
      'select public.site_numbers({demo}, 30)',
      { owner: 1, instructor: 1, visitor: '42501', others: 'forbidden' },
    ],
    // Every one of these sessions began on an account's host; on the platform's it would be another matter.
    ['asks for their accounts', 'select account_id from public.account_numbers()', { visitor: '42501', others: 0 }],
  ],
);

type Numbers = {
  currency: string;
  unit: string;
  revenue: { now: number; past: number };
  members: { total: number; now: number; past: number };
  series: { at: string; revenue: number; members: number }[];
  done: Record<string, boolean>;
};

describe('the numbers', () => {
  const ask = async (days: number) => {
    const [row] = await world.database
      .as(world.caller('owner'))
      .query<{ numbers: Numbers }>('select public.site_numbers($1, $2) as numbers', [world.demo, days]);
    return row?.numbers as Numbers;
  };

  test.each([
    [7, 'day', 7],
    [30, 'day', 30],
    [365, 'month', 12],
    [-5, 'day', 1],
    [100_000, 'month', 12],
  ])('of %i days come in %ss: %i of them', async (days, unit, length) => {
    const numbers = await ask(days);
    expect(numbers.unit).toBe(unit);
    expect(numbers.series).toHaveLength(length);
  });

  test('of the demo speak of this month and of the one before', async () => {
    const { revenue } = await ask(30);
    expect(revenue.now).toBeGreaterThan(0);
    expect(revenue.past).toBeGreaterThan(0);
  });

  test('the parts are the whole', async () => {
    const numbers = await ask(30);
    const sum = (key: 'revenue' | 'members') => numbers.series.reduce((all, slot) => all + slot[key], 0);
    expect(sum('members')).toBe(numbers.members.now);
    expect(sum('revenue')).toBe(numbers.revenue.now);
  });

  test('count the account’s own members and paid orders alone', async () => {
    const before = await ask(7);
    await world.sql.query(
      `update public.orders set status = 'paid', paid_at = now() where account_id = $1 and id =
         (select id from public.orders where account_id = $1 and status = 'pending' and currency = $2 limit 1)`,
      [world.demo, before.currency],
    );
    await world.sql.query(
      `insert into auth.users (id, email, aud, role) values ('00000000-0000-4000-8000-0000000000aa', 'new@world.test', 'authenticated', 'authenticated')`,
    );
    await world.sql.query("select private.make_member($1, '00000000-0000-4000-8000-0000000000aa', 'student')", [
      world.demo,
    ]);
    const [paid] = await world.sql.query<{ sum: number }>(
      `select coalesce(sum(total), 0)::int as sum from public.orders
        where account_id = $1 and status = 'paid' and currency = $2 and paid_at >= date_trunc('day', now(), 'UTC') - interval '6 days'`,
      [world.demo, before.currency],
    );
    const after = await ask(7);
    expect(after.members.total).toBe(before.members.total + 1);
    expect(after.members.now).toBe(before.members.now + 1);
    expect(after.revenue.now).toBe(paid?.sum);
    expect(after.done.course).toBe(true);
  });
});

describe('on the platform’s host', () => {
  const onPlatform = async (email: string): Promise<Caller> => {
    const [user] = await world.sql.query<{ id: string }>('select id from auth.users where email = $1', [email]);
    const session = crypto.randomUUID();
    await world.sql.query('insert into private.session_accounts values ($1, $2, $3)', [
      session,
      world.platform,
      user?.id,
    ]);
    return { role: 'authenticated', claims: { sub: user?.id, role: 'authenticated', session_id: session } };
  };
  test.each([
    ['owner@demo.test', ['demo']],
    ['owner@atelier.test', ['atelier']],
    ['student@demo.test', []],
    ['admin@stoa.test', ['atelier', 'demo']],
  ])('%s sees %j', async (email, slugs) => {
    const rows = await world.database
      .as(await onPlatform(email))
      .query<{ slug: string }>('select slug from public.account_numbers()');
    expect(rows.map((row) => row.slug).sort()).toEqual(slugs);
  });
});
