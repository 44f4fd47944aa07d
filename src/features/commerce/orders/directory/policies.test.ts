import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const forManagers = { owner: 1, visitor: '42501', others: 'forbidden' };
matrix(
  () => world,
  [
    ['lists orders', 'select id from public.order_page({demo}, page_size => 1)', forManagers],
    ['counts orders', 'select public.order_count({demo})', forManagers],
  ],
);

describe('the list of orders', () => {
  const numbers = async (filter: object, more = '') =>
    (
      await world.database
        .as(world.caller('owner'))
        .query<{ number: number }>(`select number from public.order_page($1, $2::jsonb${more})`, [
          world.demo,
          JSON.stringify(filter),
        ])
    ).map(({ number }) => number);
  const matching = async (condition: string) =>
    (
      await world.sql.query<{ number: number }>(
        `select number from public.orders where account_id = $1 and ${condition} order by placed_at desc, id desc`,
        [world.demo],
      )
    ).map(({ number }) => number);

  test.each([
    [{}, 'true'],
    [{ statuses: ['pending'] }, `status = 'pending'`],
    [{ statuses: [] }, 'true'],
    [{ search: '1001' }, 'number = 1001'],
    [{ search: ' 1001' }, `false`],
    [{ search: '#1002' }, 'number = 1002'],
    [{ search: 'TOMAS' }, `email = 'instructor@demo.test'`],
    [{ search: '%' }, 'false'],
    [{ search: `'; drop table public.orders; --` }, 'false'],
    [{ search: 'demo.test', statuses: ['paid'] }, `status = 'paid' and email like '%demo.test'`],
  ])('%j is what %s', async (filter, condition) => {
    const rows = await numbers(filter, ', page_size => 1000');
    expect(rows).toEqual(await matching(condition));
    const [counted] = await world.database
      .as(world.caller('owner'))
      .query<{ count: string }>('select public.order_count($1, $2::jsonb) as count', [
        world.demo,
        JSON.stringify(filter),
      ]);
    expect(Number(counted?.count)).toBe(rows.length);
  });

  test('comes a page at a time, and another account sees none of it', async () => {
    const all = await numbers({}, ', page_size => 1000');
    expect(await numbers({}, ', page_size => 2, skip => 2')).toEqual(all.slice(2, 4));
    expect(await numbers({}, `, 'number', true, 1000`)).toEqual([...all].sort((a, b) => a - b));
    expect(await world.attempt('atelierOwner', 'select public.order_count($1)', [world.demo])).toMatchObject({
      refused: 'forbidden',
    });
  });
});
