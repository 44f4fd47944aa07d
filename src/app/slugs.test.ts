import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSlug } from '#base/shared/slugs.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe.each(['pages', 'posts', 'docs'])('the table %s and the rule agree:', (table) => {
  const takes = async (slug: string) => {
    const outcome = await world.attempt(
      'owner',
      `insert into public.${table} (account_id, title, slug) values ($1, 'Mine', $2) returning id`,
      [world.demo, slug],
    );
    return 'refused' in outcome ? outcome.refused : 'taken';
  };
  test.each([
    'about-us',
    'من-نحن',
    'می‌خواهم-بدانم',
    '为什么影子是蓝色的',
    'छाया-नीली-क्यों-है',
    'サービス',
    'über-uns',
    '🎉',
    '👩‍🏫-2026',
    'a',
    'x'.repeat(80),
  ])('%s is an address', async (slug) => {
    expect(isSlug(slug)).toBe(true);
    expect(await takes(slug)).toBe('taken');
  });
  test.each([
    '',
    'a b',
    'a/b',
    'a\\b',
    'A',
    '-a',
    'a-',
    'a?b',
    'a#b',
    'a%20b',
    'a.html',
    '..',
    "a'b",
    'a"b',
    '<a>',
    'a\tb',
    'a\u202eb',
    'a\u200bb',
    'u\u0308ber',
    'x'.repeat(121),
  ])('%j is none', async (slug) => {
    expect(isSlug(slug)).toBe(false);
    expect(await takes(slug)).toBe('23514');
  });
});

test.each([
  ['posts', '/blog/'],
  ['docs', '/docs/'],
])('the old address of %s leads to the new one in whatever script either is', async (table, place) => {
  const owner = world.database.as(world.caller('owner'));
  const published = table === 'posts' ? `status = 'published', published_at = now()` : `status = 'published'`;
  await world.sql.query(`insert into public.${table} (account_id, title, slug) values ($1, 'Mine', 'الظل')`, [
    world.demo,
  ]);
  await world.sql.query(`update public.${table} set ${published} where account_id = $1 and slug = 'الظل'`, [
    world.demo,
  ]);
  for (const [from, to] of [
    ['الظل', '影子'],
    ['影子', 'shade'],
  ])
    await owner.query(`update public.${table} set slug = $3 where account_id = $1 and slug = $2`, [
      world.demo,
      from,
      to,
    ]);
  for (const former of ['الظل', '影子']) {
    const [way] = await world.sql.query('select private.next_address($1, $2) as to', [world.demo, place + former]);
    expect(way).toEqual({ to: `${place}shade` });
  }
});

test('a copy of a post has an address in the script of its own', async () => {
  await world.database.as(world.caller('owner')).transaction(async (tx) => {
    const slug = 'ف'.repeat(80);
    const [post] = await tx.query<{ id: string }>(
      `insert into public.posts (account_id, title, slug) values ($1, 'Mine', $2) returning id`,
      [world.demo, slug],
    );
    expect(await tx.query('select public.copy_post($1) as slug', [post?.id])).toEqual([
      { slug: `${slug.slice(0, 70)}-2` },
    ]);
  });
});
