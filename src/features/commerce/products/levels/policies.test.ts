import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
let product: string;
let draft: string;
let courses: string[];
let levels: string[];
const once = (amount: number, more: object = {}) => ({ kind: 'once', currency: 'EUR', amount, ...more });

beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  [product = '', draft = ''] = await add('product', ['published', 'draft']);
  courses = await add('course', ['all', 'middle', 'top']);
  await world.sql.query(
    'insert into public.product_courses (account_id, product_id, course_id) select $1, $2, unnest($3::uuid[])',
    [world.demo, product, courses],
  );
  levels = await setLevels([
    { name: 'Bronze' },
    { name: 'Silver', course_ids: [courses[1]] },
    { name: 'Gold', course_ids: [courses[2]] },
  ]);
});
afterAll(() => world.close());

async function add(kind: 'product' | 'course', names: string[]): Promise<string[]> {
  const text =
    kind === 'course'
      ? `insert into public.courses (account_id, title, slug, access) select $1, n, 'level-' || n, 'paid' from unnest($2::text[]) n returning id`
      : `insert into public.products (account_id, title, slug, type, status) select $1, 'Club', 'club-' || n, 'membership', n from unnest($2::text[]) n returning id`;
  return (await world.sql.query<{ id: string }>(text, [world.demo, names])).map(({ id }) => id);
}
const setLevels = async (wish: object[], person: Person = 'owner', of = product) =>
  (
    await shop
      .as(person)
      .query<{ id: string }>('select public.set_levels($1, $2::jsonb) as id', [of, JSON.stringify(wish)])
  ).map(({ id }) => id);
const buy = async (person: Person, price: string | undefined) => {
  const order = await shop.place(person, { items: [{ product_id: product, price_id: price, quantity: 1 }] });
  await shop.as('owner').query('select public.mark_paid($1)', [order.id]);
  const [line] = await world.sql.query<{ title: string }>('select title from public.order_items where order_id = $1', [
    order.id,
  ]);
  return line?.title;
};
const opened = (person: Person) => Promise.all(courses.map((course) => shop.accessOf(person, course)));

describe('who sees and sets levels', () => {
  matrix(
    () => world,
    [
      [
        'sees those of what is on sale',
        'select name from public.product_levels where product_id = {product}',
        { others: 3 },
      ],
      [
        'sees those of a draft',
        `with set as (select public.set_levels({draft}, '[{"name": "Only"}]')) select count(*) from set`,
        { owner: 1, visitor: '42501', others: 'not_found' },
      ],
      [
        'adds one past the function',
        `insert into public.product_levels (account_id, product_id, position, name) values ({demo}, {product}, 1, 'x') returning id`,
        { others: '42501' },
      ],
      ['changes one past it', `update public.product_levels set name = 'x' returning id`, { others: '42501' }],
      ['removes one', 'delete from public.product_levels returning id', { others: '42501' }],
      [
        'puts a course at a level past it',
        'update public.product_courses set level_id = {level} returning id',
        { others: '42501' },
      ],
    ],
    () => ({ product, draft, level: levels[0] ?? '' }),
  );
});

test('a level opens what it names and what the ones below it open, and is said in the order', async () => {
  const [bronze, silver, gold] = await shop.setPrices(
    product,
    levels.map((level_id, at) => once((at + 1) * 1_000, { level_id })),
  );
  expect(await buy('student', bronze)).toBe('Club · Bronze');
  expect(await opened('student')).toEqual(['active', undefined, undefined]);
  expect(await buy('member', silver)).toBe('Club · Silver');
  expect(await opened('member')).toEqual(['active', 'active', undefined]);
  expect(await buy('parent', gold)).toBe('Club · Gold');
  expect(await opened('parent')).toEqual(['active', 'active', 'active']);
});

test('a course that moves to a lower level opens for who has that, and one that moves up closes nothing', async () => {
  await setLevels([
    { id: levels[0], name: 'Bronze' },
    { id: levels[1], name: 'Silver', course_ids: [courses[1], courses[2]] },
    { id: levels[2], name: 'Gold' },
  ]);
  expect(await opened('student')).toEqual(['active', undefined, undefined]);
  expect(await opened('member')).toEqual(['active', 'active', 'active']);
  await setLevels([
    { id: levels[0], name: 'Bronze' },
    { id: levels[1], name: 'Silver' },
    { id: levels[2], name: 'Gold', course_ids: [courses[1], courses[2]] },
  ]);
  expect(await opened('member')).toEqual(['active', 'active', 'active']);
});

test('who bought before there were levels has all of them, and a level that is taken out stays for who has it', async () => {
  const [whole] = await shop.setPrices(product, [once(7_000)]);
  expect(await buy('instructor', whole)).toBe('Club');
  expect(await opened('instructor')).toEqual(['active', 'active', 'active']);
  await setLevels([{ id: levels[2], name: 'Gold', course_ids: [courses[2]] }]);
  const [extra = ''] = await add('course', ['extra']);
  courses.push(extra);
  await world.sql.query(
    'insert into public.product_courses (account_id, product_id, course_id, level_id) values ($1, $2, $3, $4)',
    [world.demo, product, extra, levels[2]],
  );
  expect(
    await Promise.all((['student', 'parent', 'instructor'] as const).map((person) => shop.accessOf(person, extra))),
  ).toEqual([undefined, 'active', 'active']);
  const [taken] = await world.sql.query('select is_active from public.product_levels where id = $1', [levels[0]]);
  expect(taken).toEqual({ is_active: false });
});

test.each<[string, () => object[], (() => string)?]>([
  ['more than six', () => Array.from({ length: 7 }, (_, at) => ({ name: `Level ${at}` }))],
  ['one without a name', () => [{ name: ' ' }]],
  [
    'the same twice',
    () => [
      { id: levels[2], name: 'A' },
      { id: levels[2], name: 'B' },
    ],
  ],
  ['one of another product', () => [{ id: levels[2], name: 'A' }], () => draft],
  ['levels of a course', () => [{ name: 'A' }], () => shop.courseProduct],
])('%s is refused', async (_, wish, of = () => product) => {
  expect(await refused(setLevels(wish(), 'owner', of()))).toBe('invalid');
});

test('a price is of a level of its own product', async () => {
  expect(await refused(shop.setPrices(draft, [once(1_000, { level_id: levels[2] })]))).toBe('invalid');
  expect(await refused(shop.setPrices(product, [once(1_000, { level_id: levels[0] })]))).toBe('invalid');
});
