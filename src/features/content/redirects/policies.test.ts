import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let id = '';
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql.query('delete from public.redirects where account_id = $1', [world.demo]);
  id = (await add('/old-prices', '/pricing'))?.id ?? '';
});

const owner = () => world.database.as(world.caller('owner'));
async function add(from: string, to: string) {
  return (
    await owner().query<{ id: string }>(
      'insert into public.redirects (account_id, from_path, to_address) values ($1, $2, $3) returning id',
      [world.demo, from, to],
    )
  )[0];
}
async function nextTarget(path: string) {
  return (
    await world.sql.query<{ to: string | null }>('select private.next_address($1, $2) as to', [world.demo, path])
  )[0]?.to;
}

matrix(
  () => world,
  [
    ['read where an address leads', 'select to_address from public.redirects where id = {id}', { others: 1 }],
    [
      'add a redirect',
      `insert into public.redirects (account_id, from_path, to_address) values ({demo}, '/a', '/b') returning id`,
      { owner: 1, others: '42501' },
    ],
    [
      'say that a redirect was made by the product',
      `update public.redirects set is_automatic = true where id = {id} returning id`,
      { others: '42501' },
    ],
    [
      'change a redirect',
      `update public.redirects set status = 302 where id = {id} returning id`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'remove a redirect',
      'delete from public.redirects where id = {id} returning id',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'remove several redirects',
      'select from_path from public.remove_redirects(array[{id}]::uuid[])',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'import redirects',
      `select n from (select public.import_redirects({demo}, '[{"from_path": "/x", "to_address": "/y"}]') as n) x where (n ->> 'done')::int = 1`,
      { owner: 1, others: '42501' },
    ],
  ],
  () => ({ id }),
);

describe('a redirect', () => {
  test.each([
    ['/summer', '/term'],
    ['/über-uns', '/about'],
    ['/2019/*', '/blog/*'],
    ['/a/b', 'https://example.org/x?y=1'],
    ['/shop', '/course?category=art'],
    ['/x', '/'],
  ])('from %s to %s is one', async (from, to) => {
    expect(await add(from, to)).toBeDefined();
  });
  test.each([
    ['/', '/about'],
    ['/*', '/about'],
    ['about', '/x'],
    ['/a?b=1', '/x'],
    ['/a//b', '/x'],
    ['/a', 'javascript:alert(1)'],
    ['/a', '//evil.example'],
    ['/a', '/\\evil.example'],
    ['/a', '/b c'],
    ['/a', '/b/*'],
  ])('from %s to %s is none', async (from, to) => {
    await expect(add(from, to)).rejects.toMatchObject({ code: '23514' });
  });
  test('of a wildcard keeps the rest; the exact one wins, then the longest', async () => {
    await add('/2019/*', '/blog/*');
    await add('/2019/art/*', '/art');
    await add('/2019/art/one', '/course/one');
    expect(await nextTarget('/2019/spring')).toBe('/blog/spring');
    expect(await nextTarget('/2019/art/two')).toBe('/art');
    expect(await nextTarget('/2019/art/one')).toBe('/course/one');
    expect(await nextTarget('/2019')).toBeNull();
    expect(await nextTarget('/2020/spring')).toBeNull();
  });
});

describe('a circle', () => {
  test.each([
    ['of one', [['/a', '/a']]],
    [
      'of two',
      [
        ['/a', '/b'],
        ['/b', '/a'],
      ],
    ],
    [
      'of three',
      [
        ['/a', '/b'],
        ['/c', '/a'],
        ['/b', '/c'],
      ],
    ],
    ['by a wildcard that contains its target', [['/a/*', '/a/b/*']]],
    [
      'by two wildcards',
      [
        ['/a/*', '/b/*'],
        ['/b/*', '/a/*'],
      ],
    ],
    [
      'through a query',
      [
        ['/a', '/b'],
        ['/b', '/a?x=1'],
      ],
    ],
  ] as const)('%s is refused', async (_, lines) => {
    const rest = lines.slice(0, -1);
    for (const [from, to] of rest) await add(from, to);
    const [from, to] = lines.at(-1) ?? ['', ''];
    await expect(add(from, to)).rejects.toMatchObject({ detail: 'redirect_loop' });
  });
});

describe('nobody is sent on twice', () => {
  test('what leads to an address that leads on is led to the end, in whatever order it is written', async () => {
    await add('/a', '/b');
    await add('/b', '/c');
    expect(await nextTarget('/a')).toBe('/c');
    await add('/z', '/a');
    expect(await nextTarget('/z')).toBe('/c');
  });
});

describe('a changed address', () => {
  const move = (table: string, from: string, to: string) =>
    owner().query(`update public.${table} set slug = $3 where account_id = $1 and slug = $2`, [world.demo, from, to]);
  test('of a page leads on from the old one, with no chain and no circle however often it changes', async () => {
    await move('pages', 'about', 'about-us');
    expect(await nextTarget('/about')).toBe('/about-us');
    await move('pages', 'about-us', 'who-we-are');
    expect(await nextTarget('/about')).toBe('/who-we-are');
    expect(await nextTarget('/about-us')).toBe('/who-we-are');
    await move('pages', 'who-we-are', 'about');
    expect(await nextTarget('/about')).toBeNull();
    expect(await nextTarget('/about-us')).toBe('/about');
    const rows = await world.sql.query(
      `select from_path, to_address, status, is_automatic from public.redirects where account_id = $1 and is_automatic order by from_path`,
      [world.demo],
    );
    expect(rows).toEqual([
      { from_path: '/about-us', to_address: '/about', status: 301, is_automatic: true },
      { from_path: '/who-we-are', to_address: '/about', status: 301, is_automatic: true },
    ]);
  });
  test('of a post leads on too', async () => {
    const [post] = await world.sql.query<{ slug: string }>(
      `select slug from public.posts where account_id = $1 and status = 'published' limit 1`,
      [world.demo],
    );
    await move('posts', post?.slug ?? '', 'another-name');
    expect(await nextTarget(`/blog/${post?.slug}`)).toBe('/blog/another-name');
    await move('posts', 'another-name', post?.slug ?? '');
  });
  test('of a page no visitor knows leads nowhere', async () => {
    await world.sql.query(`insert into public.pages (account_id, title, slug) values ($1, 'Draft', 'unknown-yet')`, [
      world.demo,
    ]);
    await move('pages', 'unknown-yet', 'unknown-still');
    expect(await nextTarget('/unknown-yet')).toBeNull();
  });
});

describe('a file of redirects', () => {
  const importing = async (lines: unknown) =>
    (
      await owner().query<{ answer: { done: number; problems: object[] } }>(
        'select public.import_redirects($1, $2::jsonb) as answer',
        [world.demo, JSON.stringify(lines)],
      )
    )[0]?.answer;
  test('of a thousand lines is taken whole', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) => ({
      from_path: `/old/${index}`,
      to_address: `/new/${index}`,
      status: 302,
    }));
    expect(await importing(lines)).toEqual({ done: 1000, problems: [] });
    expect(await nextTarget('/old/999')).toBe('/new/999');
  });
  test('says which lines were refused and takes the others', async () => {
    const result = await importing([
      { from_path: '/a', to_address: '/b' },
      { from_path: 'nonsense', to_address: '/b' },
      { from_path: '/b', to_address: '/a' },
      { from_path: '/old-prices', to_address: '/prices' },
      { from_path: '/n', to_address: '/m', status: 307 },
    ]);
    expect(result?.done).toBe(2);
    expect(result?.problems).toMatchObject([{ line: 2, problem: null }, { line: 3 }, { line: 5, problem: null }]);
    expect(await nextTarget('/old-prices')).toBe('/prices');
  });
  test('of more is refused whole', async () => {
    const lines = Array.from({ length: 1001 }, (_, index) => ({ from_path: `/old/${index}`, to_address: '/' }));
    await expect(importing(lines)).rejects.toMatchObject({ detail: 'invalid' });
  });
});
