import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, matrix } from '#tests/matrix.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
let shown = '';
let under = '';
let draft = '';
beforeAll(async () => {
  world = await openWorld();
  const one = async (slug: string) =>
    (
      await world.sql.query<{ id: string }>('select id from public.docs where account_id = $1 and slug = $2', [
        world.demo,
        slug,
      ])
    )[0]?.id ?? '';
  [shown, under, draft] = await Promise.all([
    one('how-a-course-works'),
    one('sending-a-picture'),
    one('darkroom-hours'),
  ]);
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    ['read a published page', 'select content from public.docs where id = {shown}', { others: 1 }],
    ['read a page being written', 'select content from public.docs where id = {draft}', { owner: 1, others: 0 }],
    [
      'find a page by a word of its text',
      `select id from public.docs where account_id = {demo} and status = 'published' and words @@ websearch_to_tsquery('simple', 'JPEG')`,
      { others: 1 },
    ],
    [
      'add a page',
      `insert into public.docs (account_id, title, slug) values ({demo}, 'New', 'new-page') returning id`,
      { owner: 1, others: '42501' },
    ],
    [
      'add a page that everyone reads at once',
      `insert into public.docs (account_id, title, slug, status) values ({demo}, 'New', 'new-page', 'published') returning id`,
      { others: '42501' },
    ],
    [
      'write a page',
      `update public.docs set content = '<p>x</p>', status = 'published' where id = {draft} returning id`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'put a page elsewhere past the order',
      'update public.docs set parent_id = null where id = {under} returning id',
      { others: '42501' },
    ],
    [
      'arrange the pages',
      `select public.arrange_docs({demo}, '[]')`,
      { owner: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'remove a page',
      'delete from public.docs where id = {draft} returning id',
      { owner: 1, visitor: '42501', others: 0 },
    ],
  ],
  () => ({ shown, under, draft }),
);

const arrange = (...places: object[]) =>
  world.attempt('owner', 'select public.arrange_docs($1, $2)', [world.demo, JSON.stringify(places)]);

describe('an order', () => {
  test('is kept as it was sent', async () => {
    const outcome = await world.attempt(
      'owner',
      `with moved as (select public.arrange_docs($1, $2)) select from moved`,
      [world.demo, JSON.stringify([{ id: draft, parent_id: shown, position: 4 }])],
    );
    expect(countOf(outcome)).toBe(1);
  });
  test('of a page under itself is refused', async () => {
    expect(countOf(await arrange({ id: shown, parent_id: under, position: 0 }))).toBe('docs_order');
  });
  test('of a page of another account is refused', async () => {
    const [{ id = '' } = {}] = await world.sql.query<{ id: string }>(
      `select id from public.docs where slug = 'first-steps'`,
    );
    expect(countOf(await arrange({ id: draft, parent_id: id, position: 0 }))).toBe('23503');
  });
  test('deeper than four levels is refused', async () => {
    const made = await world.sql.query<{ id: string }>(
      `insert into public.docs (account_id, title, slug) select $1, 'Deep ' || n, 'deep-' || n from generate_series(1, 5) n returning id`,
      [world.demo],
    );
    const chain = made.map(({ id }, index) => ({ id, parent_id: made[index - 1]?.id ?? null, position: index }));
    expect(countOf(await arrange(...chain))).toBe('docs_order');
    expect(countOf(await arrange(...chain.slice(0, 4)))).toBe(1);
  });
});

test('who saves names when what they began from was saved, and never writes over somebody else’s', async () => {
  const [{ seen = '' } = {}] = await world.sql.query<{ seen: string }>(
    'select updated_at::text as seen from public.docs where id = $1',
    [draft],
  );
  const save = `update public.docs set content = '<p>Mine</p>' where id = $1 and updated_at = $2 returning updated_at`;
  expect(countOf(await world.attempt('owner', save, [draft, '1970-01-01']))).toBe(0);
  expect(countOf(await world.attempt('owner', save, [draft, seen]))).toBe(1);
});

test('the old address of a published page leads to the new one', async () => {
  await world.database
    .as(world.caller('owner'))
    .query(`update public.docs set slug = 'how-courses-work' where id = $1`, [shown]);
  const rows = await world.sql.query(
    `select to_address from public.redirects where account_id = $1 and from_path = '/docs/how-a-course-works'`,
    [world.demo],
  );
  expect(rows).toEqual([{ to_address: '/docs/how-courses-work' }]);
});
