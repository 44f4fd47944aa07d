import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, everyone, matrix } from '#tests/matrix.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
let published = '';
let hidden = '';
let home = '';
beforeAll(async () => {
  world = await openWorld();
  const idOf = async (slug: string) =>
    (
      await world.sql.query<{ id: string }>('select id from public.pages where account_id = $1 and slug = $2', [
        world.demo,
        slug,
      ])
    )[0]?.id ?? '';
  await world.sql.query(
    `insert into public.pages (account_id, title, slug, content) values ($1, 'Not yet', 'not-yet',
       '{"root": {}, "zones": {}, "content": [{"type": "RichText", "props": {"id": "1", "html": "a secret"}}]}')`,
    [world.demo],
  );
  published = await idOf('about');
  hidden = await idOf('not-yet');
  home = await idOf('home');
});
afterAll(() => world.close());

const names = () => ({ published, hidden, home });

matrix(
  () => world,
  [
    ['read a published page', 'select id, content from public.pages where id = {published}', { others: 1 }],
    ['read a page not yet published', 'select id from public.pages where id = {hidden}', { owner: 1, others: 0 }],
    [
      'read drafts',
      'select id, data from public.page_drafts where page_id = {published}',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'read what a page was',
      'select id from public.page_versions where page_id = {published}',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'begin a page',
      `insert into public.pages (account_id, title, slug) values ({demo}, 'New', 'new-page') returning id`,
      { owner: 1, others: '42501' },
    ],
    [
      'write what visitors read past the draft',
      `update public.pages set content = '{"content": []}' where id = {published} returning id`,
      { others: '42501' },
    ],
    [
      'change a page’s address',
      `update public.pages set slug = 'elsewhere' where id = {published} returning id`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'write a draft',
      `update public.page_drafts set title = 'Changed' where page_id = {published} returning id`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'remove a page',
      'delete from public.pages where id = {published} returning id',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'remove the home page',
      'delete from public.pages where id = {home} returning id',
      { owner: 'home_stays', visitor: '42501', others: 0 },
    ],
    ['publish a page', 'select public.publish_page({hidden})', { owner: 1, visitor: '42501', others: 'not_found' }],
    [
      'take the home page off the site',
      'select public.unpublish_page({home})',
      { owner: 'home_stays', visitor: '42501', others: 'not_found' },
    ],
    ['copy a page', 'select public.copy_page({hidden})', { owner: 1, visitor: '42501', others: 'not_found' }],
  ],
  names,
);

describe('a reserved address', () => {
  test.each(['login', 'dashboard', 'api', 'blog', 'course', 'search', 'checkout'])('%s is refused', async (slug) => {
    const outcome = await world.attempt(
      'owner',
      `insert into public.pages (account_id, title, slug) values ($1, 'Mine', $2) returning id`,
      [world.demo, slug],
    );
    expect(outcome).toMatchObject({ refused: '23514' });
  });
});

describe('publishing', () => {
  test('shows the draft, and keeps it as a version', async () => {
    const rows = await world.attempt(
      'owner',
      `with saved as (
         update public.page_drafts set title = 'Shown now', data = '{"content": [], "root": {}, "zones": {}}'
          where page_id = $1 returning page_id)
       select page_id from saved`,
      [hidden],
    );
    expect(countOf(rows)).toBe(1);
    await world.database.as(world.caller('owner')).transaction(async (tx) => {
      await tx.query(`update public.page_drafts set title = 'Shown now' where page_id = $1`, [hidden]);
      await tx.query('select public.publish_page($1)', [hidden]);
    });
    const seen = await world.attempt('visitor', 'select title from public.pages where id = $1', [hidden]);
    expect(seen).toEqual({ rows: [{ title: 'Shown now' }] });
    const kept = await world.sql.query('select title from public.page_versions where page_id = $1', [hidden]);
    expect(kept).toEqual([{ title: 'Shown now' }]);
    await world.database.as(world.caller('owner')).query('select public.unpublish_page($1)', [hidden]);
    expect(countOf(await world.attempt('visitor', 'select id from public.pages where id = $1', [hidden]))).toBe(0);
  });

  test('keeps the newest thirty versions', async () => {
    for (let count = 0; count < 32; count++)
      await world.database.as(world.caller('owner')).query('select public.publish_page($1)', [hidden]);
    const kept = await world.sql.query('select id from public.page_versions where page_id = $1', [hidden]);
    expect(kept.length).toBe(30);
  });
});

describe('a new account', () => {
  test('has a home page and a page about itself that everyone reads', async () => {
    const rows = await world.sql.query<{ account_id: string }>(
      `insert into public.accounts (slug) values ('fresh-start') returning account_id`,
    );
    for (const person of everyone) {
      const seen = await world.attempt(person, 'select slug from public.pages where account_id = $1 order by slug', [
        rows[0]?.account_id,
      ]);
      expect(seen).toEqual({ rows: [{ slug: 'about' }, { slug: 'home' }] });
    }
    await world.sql.query('delete from public.accounts where account_id = $1', [rows[0]?.account_id]);
    const left = await world.sql.query('select from public.pages where account_id = $1', [rows[0]?.account_id]);
    expect(left.length).toBe(0);
  });
});
