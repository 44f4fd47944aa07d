import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, everyone, matrix, membersOfDemo, memberWith } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  for (const account of [world.demo, world.atelier])
    await world.sql.query(
      `insert into public.options (account_id, key, value) values
         ($1, 'bunnyCreds', '{"library": "1", "key": "secret"}'), ($1, 'memberMenu', '["courses"]'), ($1, 'profileMenu', '[]'),
         ($1, 'misc', '{"scripts": []}')
       on conflict (account_id, key) do update set value = excluded.value`,
      [account],
    );
});
afterAll(() => world.close());

const add = (account: string) =>
  `insert into public.options (account_id, key, value) values (${account}, 'notes', '{}') returning 1`;

matrix(
  () => world,
  [
    [
      'reads what the site of demo shows',
      `select * from public.options where account_id = {demo} and key in ('settings', 'menus', 'header', 'footer', 'theme', 'misc')`,
      { others: 6 },
    ],
    [
      'reads demo’s keys to other services',
      `select * from public.options where account_id = {demo} and key = 'bunnyCreds'`,
      { owner: 1, instructor: 1, others: 0 },
    ],
    [
      'finds demo’s key by what stands in it',
      `select from public.options where account_id = {demo} and value ->> 'key' = 'secret'`,
      { owner: 1, instructor: 1, others: 0 },
    ],
    [
      'reads the order of demo’s menus',
      `select * from public.options where account_id = {demo} and key in ('memberMenu', 'profileMenu')`,
      { ...membersOfDemo(2), others: 0 },
    ],
    ['adds an option to demo', add('{demo}'), { owner: 1, others: '42501' }],
    ['adds an option to atelier', add('{atelier}'), { atelierOwner: 1, others: '42501' }],
    [
      'changes demo’s title',
      `update public.options set value = '{}' where account_id = {demo} and key = 'settings' returning 1`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'saves demo’s menus over what was there',
      `insert into public.options (account_id, key, value) values ({demo}, 'menus', '{}')
       on conflict (account_id, key) do update set value = excluded.value returning 1`,
      { owner: 1, others: '42501' },
    ],
    [
      'moves an option of demo to atelier',
      `update public.options set account_id = {atelier} where account_id = {demo} and key = 'memberMenu' returning 1`,
      { owner: '42501', visitor: '42501', others: 0 },
    ],
    [
      'removes an option of demo',
      `delete from public.options where account_id = {demo} and key = 'misc' returning 1`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'writes when an option was made',
      `update public.options set created_at = now() where account_id = {demo}`,
      { others: '42501' },
    ],
  ],
);

describe('capabilities below manage_options', () => {
  test('show another service’s keys to those who edit posts, and change nothing', async () => {
    const editor = await memberWith(world, world.demo, [
      'create_courses',
      'edit_posts',
      'manage_curriculum',
      'manage_students',
      'manage_submissions',
      'manage_stats',
    ]);
    const [read, write] = await Promise.all([
      world.attempt(editor, `select from public.options where account_id = $1 and key = 'bunnyCreds'`, [world.demo]),
      world.attempt(editor, `update public.options set value = '{}' where account_id = $1 returning 1`, [world.demo]),
    ]);
    expect([countOf(read), countOf(write)]).toEqual([1, 0]);
  });
});

test.each([
  ['key', '1st', '{}', '23514'],
  ['value', 'notes', JSON.stringify('x'.repeat(262_200)), '23514'],
])('a %s beyond its limit is refused', async (_, key, value, code) => {
  const text = 'insert into public.options (account_id, key, value) values ($1, $2, $3)';
  expect(countOf(await world.attempt('owner', text, [world.demo, key, value]))).toBe(code);
});

test('what every account shows is the same for all who look', async () => {
  const visible = await Promise.all(
    everyone.map((person) =>
      world.attempt(
        person,
        `select account_id, key from public.options where key in ('settings', 'theme', 'footer') order by 1, 2`,
      ),
    ),
  );
  for (const outcome of visible) expect(outcome).toEqual(visible[0]);
});

describe('a menu', () => {
  const nested = (levels: number): object =>
    levels === 0 ? { label: 'Deepest', children: [] } : { label: 'Level', children: [nested(levels - 1)] };
  test.each([
    [5, { rows: [{ one: 1 }] }],
    [6, { refused: 'menu_too_deep' }],
    [10, { refused: 'menu_too_deep' }],
  ])('of %i levels', async (levels, outcome) => {
    const menus = JSON.stringify({ header: [nested(levels - 1)] });
    expect(
      await world.attempt(
        'owner',
        `update public.options set value = $2::jsonb where account_id = $1 and key = 'menus' returning 1 as one`,
        [world.demo, menus],
      ),
    ).toMatchObject(outcome);
  });
});
