import { afterAll, beforeAll, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const uses = async (...files: string[]) => {
  const outcome = await world.attempt('owner', 'select path, kind, title from public.media_uses($1, $2)', [
    world.demo,
    files,
  ]);
  return 'rows' in outcome ? outcome.rows : outcome.refused;
};
const addressOf = (file: string) => `/storage/v1/object/public/${world.demo}/${file}`;

test('a file is found wherever its address stands: page, draft, post, course, lesson, quiz, product, group, setting', async () => {
  const src = addressOf('public/media/where.png');
  const usesWith = async (text: string) => world.sql.query(text, [world.demo, src]);
  await usesWith(
    `update public.page_drafts set data = jsonb_set(data, '{root,props}', jsonb_build_object('picture', $2::text)) where page_id = (select id from public.pages where account_id = $1 and slug = 'home')`,
  );
  await usesWith(
    `update public.posts set content = '<img src="' || $2 || '" alt="">' where id = (select id from public.posts where account_id = $1 order by slug limit 1)`,
  );
  await usesWith(
    `update public.courses set featured_image = jsonb_build_object('image', $2::text, 'alt', '') where id = (select id from public.courses where account_id = $1 order by slug limit 1)`,
  );
  await usesWith(
    `update public.products set image = $2 where id = (select id from public.products where account_id = $1 order by slug limit 1)`,
  );
  await usesWith(
    `update public.groups set cover = $2 where id = (select id from public.groups where account_id = $1 order by slug limit 1)`,
  );
  await usesWith(
    `update public.options set value = value || jsonb_build_object('logo', $2::text) where account_id = $1 and key = 'settings'`,
  );
  await usesWith(
    `update public.doc_drafts set content = '<img src="' || $2 || '" alt="">' where doc_id = (select id from public.docs where account_id = $1 order by slug limit 1)`,
  );
  await usesWith(
    `update public.forms set thank_you = 'Here it is: ' || $2 where id = (select id from public.forms where account_id = $1 order by name limit 1)`,
  );
  await usesWith(
    `update public.lesson_contents set body = '<p>Look:</p><img src="' || $2 || '" alt="A moon" width="90" height="60" />'
      where id = (select id from public.lesson_contents where account_id = $1 order by id limit 1)`,
  );
  await usesWith(
    `update public.questions set figure = jsonb_build_object('image', $2::text, 'alt', 'A moon')
      where id = (select id from public.questions where account_id = $1 order by id limit 1)`,
  );
  const listed = (await uses('public/media/where.png')) as { kind: string }[];
  expect(listed.map(({ kind }) => kind)).toEqual([
    'course',
    'doc',
    'form',
    'group',
    'lesson',
    'page',
    'post',
    'product',
    'quiz',
    'setting',
  ]);
});

test('an address that only begins the same is another file’s', async () => {
  const insert = `update public.products set image = $2 where id = (select id from public.products where account_id = $1 order by slug limit 1)`;
  await world.sql.query(insert, [world.demo, addressOf('public/media/a.png.webp')]);
  expect(await uses('public/media/a.png')).toEqual([]);
  expect(await uses('public/media/axpng')).toEqual([]);
  await world.sql.query(insert, [world.demo, `${addressOf('public/media/a.png')}?v=2`]);
  expect(await uses('public/media/a.png')).toMatchObject([{ kind: 'product' }]);
});

test('a file of atelier’s, and more than 200 at a time, are refused', async () => {
  expect(await world.attempt('owner', 'select * from public.media_uses($1, $2)', [world.atelier, []])).toMatchObject({
    refused: 'forbidden',
  });
  expect(await uses(...Array.from({ length: 201 }, (_, i) => `public/${i}`))).toBe('too_large');
});

test('every table whose rows hold an address of a file is looked through', async () => {
  // Tables that hold copies or logs: deleting a file does not change them.
  const excluded = [
    'versions',
    'question_versions',
    'trash',
    'orders',
    'order_items',
    'media_files',
    'logs',
    'search_records',
  ];
  const searched = [
    'pages',
    'page_drafts',
    'posts',
    'post_drafts',
    'courses',
    'lesson_contents',
    'questions',
    'products',
    'docs',
    'doc_drafts',
    'forms',
  ];
  const covered = [...searched, 'groups', 'options', 'members', ...excluded];
  const tables = await world.sql.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  const missing: string[] = [];
  for (const { name } of tables) {
    const rows = await world.sql.query(
      `select from public.${name} t where to_jsonb(t)::text like '%/storage/v1/object/public/%' limit 1`,
    );
    if (rows.length > 0) missing.push(name);
  }
  expect(missing.length).toBeGreaterThan(4);
  expect(missing.filter((name) => !covered.includes(name))).toEqual([]);
});

matrix(
  () => world,
  [
    [
      'sees which addresses of demo are live',
      `select public.live_addresses({demo}, '{/about,/blog,/nowhere}')`,
      { owner: 2, visitor: '42501', others: 0 },
    ],
  ],
  () => ({}),
);

test('of more than a thousand paths none is looked at', async () => {
  const usesOfMany = (amount: number) =>
    world.attempt('owner', `select count(*)::int as many from public.live_addresses($1, $2)`, [
      world.demo,
      Array.from({ length: amount }, (_, at) => (at === 0 ? '/about' : `/gone/${at}`)),
    ]);
  expect(await usesOfMany(1_000)).toEqual({ rows: [{ many: 1 }] });
  expect(await usesOfMany(1_001)).toMatchObject({ refused: 'invalid' });
});
