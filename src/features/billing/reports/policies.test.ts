import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { matrix, sessionOf, userIdOf } from '#tests/matrix.ts';
import { openWorld, type World } from '#tests/world.ts';
import type { OwnedNumbers } from './rules.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await openWorld();
  owner = await sessionOf(world, world.platform, await userIdOf(world, 'owner@demo.test'));
  // Two sites of one owner.
  await world.sql.query(`update public.accounts set owner_id = $1 where slug = 'atelier'`, [owner.claims.sub]);
  // Something in the time before, to compare with.
  await world.sql.query(
    `update public.orders set created_at = now() - interval '45 days', paid_at = now() - interval '45 days'
      where id = (select id from public.orders where account_id = $1 and status = 'paid' order by id limit 1)`,
    [world.demo],
  );
});
afterAll(() => world.close());

matrix(
  () => world,
  [['asks on an account’s host', 'select public.owned_numbers(30)', { visitor: '42501', others: 'forbidden' }]],
);

const read = async (who: Caller, days: number) => {
  const [row] = await world.database
    .as(who)
    .query<{ it: OwnedNumbers[] }>('select public.owned_numbers($1) as it', [days]);
  return row?.it ?? [];
};

test.each([7, 30, 90])('of %i days, each number is counted by its rows', async (days) => {
  const sites = await read(owner, days);
  expect(sites.map(({ slug }) => slug).sort()).toEqual(['atelier', 'demo']);
  for (const site of sites) {
    const counted = async (table: string, moment: string, more = 'true') => {
      const [row] = await world.sql.query<{ now: number; past: number }>(
        `select count(*) filter (where ${moment} >= now() - interval '${days} days')::int as now,
                count(*) filter (where ${moment} >= now() - interval '${2 * days} days' and ${moment} < now() - interval '${days} days')::int as past
           from public.${table} where account_id = $1 and ${more}`,
        [site.account_id],
      );
      return row;
    };
    const [all] = await world.sql.query<{ total: number }>(
      'select count(*)::int as total from public.members where account_id = $1',
      [site.account_id],
    );
    expect(site.members).toEqual({ ...(await counted('members', 'created_at')), ...all });
    expect(site.enrolments).toEqual(await counted('enrolments', 'created_at'));
    expect(site.completions).toEqual(await counted('enrolments', 'completed_at'));
    expect(site.orders).toEqual(await counted('orders', 'paid_at', `status = 'paid'`));
    const revenue = await world.sql.query(
      `select currency, coalesce(sum(total) filter (where paid_at >= now() - interval '${days} days'), 0)::int as now,
              coalesce(sum(total) filter (where paid_at < now() - interval '${days} days'), 0)::int as past
         from public.orders where account_id = $1 and status = 'paid' and paid_at >= now() - interval '${2 * days} days'
        group by currency`,
      [site.account_id],
    );
    expect([...site.revenue].sort((a, b) => a.currency.localeCompare(b.currency))).toEqual(
      revenue.sort((a, b) => String(a.currency).localeCompare(String(b.currency))),
    );
  }
});

test('nobody else’s sites are among them', async () => {
  const student = await sessionOf(world, world.platform, await userIdOf(world, 'student@demo.test'));
  expect(await read(student, 30)).toEqual([]);
  const admin = await sessionOf(world, world.platform, await userIdOf(world, 'admin@stoa.test'));
  expect(await read(admin, 30)).toEqual([]);
});
