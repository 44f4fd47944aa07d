import { afterAll, beforeAll, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  const [row] = await world.sql.query<{ product: string; circle: string }>(
    `select (select id from public.products where account_id = $1 and status = 'published' order by title limit 1) as product,
        (select id from public.groups where slug = 'critique-circle') as circle`,
    [world.demo],
  );
  Object.assign(ids, row);
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    [
      'say which groups a product opens',
      'select public.set_product_groups({product}, array[{circle}]::uuid[])',
      { owner: 1, visitor: '42501', others: 'not_found' },
    ],
  ],
  () => ids,
);

test('the group is told how the product is called and where it stands', async () => {
  await world.database
    .as(world.caller('owner'))
    .query('select public.set_product_groups($1, $2)', [ids.product, [ids.circle]]);
  await world.sql.query("update public.products set slug = 'renamed-product', title = 'Renamed' where id = $1", [
    ids.product,
  ]);
  const sources = await world.sql.query(
    'select title, path, is_offered from public.group_sources where source_id = $1',
    [ids.product],
  );
  expect(sources).toEqual([{ title: 'Renamed', path: '/shop/renamed-product', is_offered: true }]);
});
