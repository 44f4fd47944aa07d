import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSlug, slugOfTitle } from '#base/shared/slugs.ts';
import { openWorld, type World } from '#tests/db/world.ts';

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
])('the old address of %s leads to the new one in whatever script either is', async (table, location) => {
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
    const [redirect] = await world.sql.query('select private.next_address($1, $2) as to', [
      world.demo,
      location + former,
    ]);
    expect(redirect).toEqual({ to: `${location}shade` });
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

describe.each([
  ['courses', 120],
  ['course_categories', 80],
  ['lessons', 120],
  ['products', 100],
  ['members', 80],
  ['groups', 80],
])('the table %s takes what the rule takes, up to %d signs:', (table, longest) => {
  const takes = (slug: string) =>
    world.sql
      .transaction(async (tx) => {
        const changed = await tx.query(
          `update public.${table} set slug = $1 where id = (select id from public.${table} order by id limit 1) returning slug`,
          [slug],
        );
        throw new Error(changed.length === 1 ? 'taken' : 'nothing there');
      })
      .catch((error: Error & { code?: string }) => error.code ?? error.message);
  test.each(['about-us', 'من-نحن', '光と影', 'छाया-नीली', 'über-uns', '👩‍🏫-2026', 'x'.repeat(longest)])(
    '%s',
    async (slug) => {
      expect(isSlug(slug, longest)).toBe(true);
      expect(await takes(slug)).toBe('taken');
    },
  );
  test.each(['', 'a b', 'a/b', 'A', '-a', 'a-', 'a%20b', 'a\u202eb', 'u\u0308ber', 'x'.repeat(longest + 1)])(
    'not %j',
    async (slug) => {
      expect(isSlug(slug, longest)).toBe(false);
      expect(await takes(slug)).toBe('23514');
    },
  );
});

test.each([
  'Light and exposure',
  '  Él niño, 2: 学  ',
  'Crème brûlée & Maß',
  'لماذا الظل أزرق؟',
  '为什么影子是蓝色的？',
  '「光と影」・写真【入門】',
  'छाया नीली क्यों है।',
  'می‌خواهم بدانم',
  'Що таке «тінь»? — вступ…',
  '¿Qué es la luz? ¡Hola!',
  '🎉 Party 2026',
  'ＡＢＣ',
  'a/b\\c_d',
  '...',
  'a'.repeat(200),
  `${'a'.repeat(79)} b`,
])('the database makes the same address of “%s” as the browser', async (title) => {
  const [row] = await world.sql.query<{ slug: string }>(`select private.slug_of_title($1, 'fallback') as slug`, [
    title,
  ]);
  expect(row?.slug).toBe(slugOfTitle(title) || 'fallback');
});

test('a course with a Japanese title is taught at an address of its own script', async () => {
  const [course] = await world.database
    .as(world.caller('owner'))
    .query<{ slug: string }>('select public.create_course($1, $2) as slug', [world.demo, '光と影 入門']);
  expect(course?.slug).toBe('光と影-入門');
});

test('the old addresses of a course that moved, in whatever script, lead to where it is', async () => {
  let slug = 'light-and-exposure';
  for (const next of ['光と影', 'الضوء']) {
    await world.sql.query('update public.courses set slug = $3 where account_id = $1 and slug = $2', [
      world.demo,
      slug,
      next,
    ]);
    slug = next;
  }
  for (const former of ['light-and-exposure', '光と影']) {
    const [redirect] = await world.sql.query('select private.next_address($1, $2) as to', [
      world.demo,
      `/course/${former}`,
    ]);
    expect(redirect).toEqual({ to: '/course/الضوء' });
  }
});

test('a category that moves leads on, a draft of a course leads nowhere', async () => {
  await world.sql.query(
    `insert into public.course_categories (account_id, name, slug, position) values ($1, 'Licht', 'licht', 90)`,
    [world.demo],
  );
  await world.sql.query(
    `insert into public.courses (account_id, title, slug, status) values ($1, 'Draft', 'entwurf', 'draft')`,
    [world.demo],
  );
  for (const table of ['course_categories', 'courses'])
    await world.sql.query(
      `update public.${table} set slug = slug || '-neu' where account_id = $1 and slug in ('licht', 'entwurf')`,
      [world.demo],
    );
  const to = async (path: string) =>
    (await world.sql.query<{ to: string }>('select private.next_address($1, $2) as to', [world.demo, path]))[0]?.to;
  expect(await to('/course/category/licht')).toBe('/course/category/licht-neu');
  expect(await to('/course/entwurf')).toBe(null);
});
