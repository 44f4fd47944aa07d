import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, matrix, memberWith } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let published = '';
let hidden = '';
let later = '';
beforeAll(async () => {
  world = await openWorld();
  const idOf = async (text: string, values: unknown[]) =>
    (await world.sql.query<{ id: string }>(text, values))[0]?.id ?? '';
  published = await idOf(`select id from public.posts where account_id = $1 and slug = 'why-shade-is-blue'`, [
    world.demo,
  ]);
  hidden = await idOf(`select id from public.posts where account_id = $1 and slug = 'notes-on-moonlight'`, [
    world.demo,
  ]);
  later = await idOf(
    `insert into public.posts (account_id, title, slug, status, published_at)
     values ($1, 'Tomorrow', 'tomorrow', 'published', now() + interval '1 day') returning id`,
    [world.demo],
  );
});
afterAll(() => world.close());

const names = () => ({ published, hidden, later });

matrix(
  () => world,
  [
    ['read a published post', 'select id, content from public.posts where id = {published}', { others: 1 }],
    [
      'take several posts off the blog',
      `select n from (select public.unpublish_posts(array[{published}, {hidden}]::uuid[]) as n) x where (n ->> 'changed')::int > 0`,
      { owner: 1, instructor: 1, visitor: '42501', others: 0 },
    ],
    [
      'remove several posts',
      `select n from (select public.remove_posts(array[{published}, {hidden}]::uuid[]) as n) x where (n ->> 'changed')::int > 0`,
      { owner: 1, instructor: 1, visitor: '42501', others: 0 },
    ],
    [
      'read a post being written',
      'select id from public.posts where id = {hidden}',
      { owner: 1, instructor: 1, others: 0 },
    ],
    [
      'read a post of tomorrow',
      'select id from public.posts where id = {later}',
      { owner: 1, instructor: 1, others: 0 },
    ],
    [
      'read what is being written',
      'select id, content from public.post_drafts where post_id = {published}',
      { owner: 1, instructor: 1, visitor: '42501', others: 0 },
    ],
    [
      'begin a post',
      `insert into public.posts (account_id, title, slug) values ({demo}, 'New', 'new-post') returning id`,
      { owner: 1, instructor: 1, others: '42501' },
    ],
    [
      'write what readers read past the draft',
      `update public.posts set content = 'x' where id = {published} returning id`,
      { others: '42501' },
    ],
    [
      'change a post’s address',
      `update public.posts set slug = 'elsewhere' where id = {published} returning id`,
      { owner: 1, instructor: 1, visitor: '42501', others: 0 },
    ],
    [
      'write',
      `update public.post_drafts set content = '<p>x</p>' where post_id = {published} returning id`,
      { owner: 1, instructor: 1, visitor: '42501', others: 0 },
    ],
    [
      'copy a post',
      'select public.copy_post({published})',
      { owner: 1, instructor: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'remove a post',
      'delete from public.posts where id = {published} returning id',
      { owner: 1, instructor: 1, visitor: '42501', others: 0 },
    ],
    [
      'have a post published later',
      `select public.schedule_post({hidden}, now() + interval '1 day')`,
      { owner: 1, instructor: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'read how many posts there are',
      `select from public.blog_counts where account_id = {demo} and kind = 'year' limit 1`,
      { others: 1 },
    ],
    [
      'publish a post',
      'select public.publish_post({hidden})',
      { owner: 1, instructor: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'take a post off the blog',
      'select public.unpublish_post({published})',
      { owner: 1, instructor: 1, visitor: '42501', others: 'not_found' },
    ],
  ],
  names,
);

describe('publishing', () => {
  test('shows what was written; the day of the first time stays', async () => {
    const dayOf = async () =>
      (
        await world.sql.query<{ day: Date }>('select published_at as day from public.posts where id = $1', [published])
      )[0]?.day;
    const previous = await dayOf();
    await world.database.as(world.caller('owner')).transaction(async (tx) => {
      await tx.query(`update public.post_drafts set title = 'Why shade is still blue' where post_id = $1`, [published]);
      await tx.query('select public.publish_post($1)', [published]);
    });
    const outcome = await world.attempt('visitor', 'select title from public.posts where id = $1', [published]);
    expect(outcome).toEqual({ rows: [{ title: 'Why shade is still blue' }] });
    expect(await dayOf()).toEqual(previous);
  });
});

describe('an address', () => {
  test('that the dashboard needs for itself is refused', async () => {
    const insertPost = `insert into public.posts (account_id, title, slug) values ($1, 'Comments', 'comments') returning id`;
    expect(countOf(await world.attempt('owner', insertPost, [world.demo]))).toBe('23514');
  });
});

describe('a schedule', () => {
  test('publishes what is due when the clock says so, once, and nothing before', async () => {
    const due = async () =>
      (await world.sql.query<{ shown: number }>('select private.publish_due() as shown'))[0]?.shown;
    await world.database.as(world.caller('owner')).transaction(async (tx) => {
      await tx.query(`select public.schedule_post($1, now() + interval '1 hour')`, [hidden]);
    });
    expect(await due()).toBe(0);
    await world.sql.query(`update public.post_drafts set publish_at = now() - interval '1 second' where post_id = $1`, [
      hidden,
    ]);
    expect(await due()).toBe(1);
    expect(await due()).toBe(0);
    expect(countOf(await world.attempt('visitor', 'select id from public.posts where id = $1', [hidden]))).toBe(1);
    await world.sql.query(`update public.posts set status = 'draft', published_at = null where id = $1`, [hidden]);
  });

  test.each([
    ['a time that is over', `now() - interval '1 minute'`],
    ['a time nobody can mean', `now() + interval '3 years'`],
  ])('refuses %s', async (_, at) => {
    expect(countOf(await world.attempt('owner', `select public.schedule_post($1, ${at})`, [hidden]))).toBe('invalid');
  });
});

describe('what search engines are told of a post', () => {
  const set = `update public.post_drafts set settings = $2 where post_id = $1 returning id`;
  const attempt = async (settings: object) =>
    countOf(await world.attempt('owner', set, [published, JSON.stringify(settings)]));
  test.each([
    ['nothing', {}],
    [
      'all of it',
      {
        searchTitle: 'Blue',
        description: 'Why it is',
        canonical: 'https://elsewhere.test/blue?a=1',
        picture: '/storage/v1/object/public/a/b.jpg',
        isHidden: true,
        isUnfollowed: false,
      },
    ],
    ['an address of the site', { canonical: '/blog/why-shade-is-blue' }],
    ['the longest title', { searchTitle: 'x'.repeat(120) }],
    ['empty words', { searchTitle: '', description: '', canonical: '', picture: '' }],
  ])('may be %s', async (_, settings) => {
    expect(await attempt(settings)).toBe(1);
  });
  test.each([
    ['a title too long', { searchTitle: 'x'.repeat(121) }],
    ['a description too long', { description: 'x'.repeat(321) }],
    ['an address too long', { canonical: `/${'x'.repeat(500)}` }],
    ['a script for an address', { canonical: 'javascript:alert(1)' }],
    ['an address without a scheme', { canonical: '//elsewhere.test' }],
    ['a script for a picture', { picture: 'javascript:alert(1)' }],
    ['hidden by a word', { isHidden: 'yes' }],
    ['unfollowed by a number', { isUnfollowed: 1 }],
  ])('is never %s', async (_, settings) => {
    expect(await attempt(settings)).toBe('23514');
  });
});

test('who saves names the version they began from, and never writes over somebody else’s', async () => {
  const save = `update public.post_drafts set title = 'A' where post_id = $1 and version = $2 returning version`;
  const [{ version = 0 } = {}] = await world.sql.query<{ version: number }>(
    'select version from public.post_drafts where post_id = $1',
    [published],
  );
  expect(await world.attempt('owner', save, [published, version])).toEqual({ rows: [{ version: version + 1 }] });
  expect(countOf(await world.attempt('owner', save, [published, version - 1]))).toBe(0);
  const forgedUpdate = 'update public.post_drafts set version = 1 where post_id = $1';
  expect(countOf(await world.attempt('owner', forgedUpdate, [published]))).toBe('42501');
});

test('the counts of a blog are those of its posts', async () => {
  const rows = await world.sql.query<{ kind: string; name: string; posts: number }>(
    `select kind, name, posts from public.blog_counts where account_id = $1
      except (select 'category', c, count(*)::int from public.posts p, unnest(p.categories) c
               where p.account_id = $1 and p.status = 'published' and p.published_at <= now() group by c
              union all select 'year', to_char(p.published_at at time zone 'UTC', 'YYYY'), count(*)::int from public.posts p
               where p.account_id = $1 and p.status = 'published' and p.published_at <= now() group by 2)`,
    [world.demo],
  );
  expect(rows).toEqual([]);
});

describe('a list of words', () => {
  test.each([
    ['six categories', `'{a,b,c,d,e,f}'`, '23514'],
    ['an empty word', `'{""}'`, '23514'],
    ['five', `'{a,b,c,d,e}'`, 1],
  ])('%s', async (_, words, outcome) => {
    const text = `update public.post_drafts set categories = ${words} where post_id = $1 returning id`;
    expect(countOf(await world.attempt('owner', text, [published]))).toBe(outcome);
  });
});

test('“Edit posts” is the right to write them; no other right is', async () => {
  for (const [caps, expected] of [
    [['edit_posts'], 1],
    [['create_courses', 'manage_curriculum', 'manage_stats'], '42501'],
  ] as const) {
    const caller = await memberWith(world, world.demo, [...caps]);
    const outcome = await world.attempt(
      caller,
      `insert into public.posts (account_id, title, slug) values ($1, 'New', 'by-a-role') returning id`,
      [world.demo],
    );
    expect(countOf(outcome)).toBe(expected);
  }
});
