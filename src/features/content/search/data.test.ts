import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { searchSite } from './data.ts';

let world: World;
let app: AppWorld;
let db: Db;
const titles = ['为什么影子是蓝色的', '写真の現像', 'ทำไมเงาจึงเป็นสีน้ำเงิน', 'छाया नीली क्यों है', 'Developing 用iPhone'];
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  db = createClient('http://demo.localhost', app.runtime.keys.anon_key, {
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
  }) as unknown as Db;
  for (const [index, title] of titles.entries())
    for (const table of ['posts', 'pages'])
      await world.sql.query(
        `insert into public.${table} (account_id, slug, title, status, published_at) values ($1, $2, $3, 'published', now())`,
        [world.demo, `of-search-${index}`, title],
      );
});
afterAll(async () => {
  await app.close();
  await world.close();
});

describe('a search of the site', () => {
  test.each([
    ['影子', 0],
    ['蓝色的', 0],
    ['現像', 1],
    ['น้ำเงิน', 2],
    ['क्यों', 3],
    ['नी+छाया', 3],
    ['devel+用iPh', 4],
  ])('for “%s” finds the post and the page', async (term, index) => {
    const results = await searchSite(db, { account_id: world.demo }, term, 'all');
    expect(results.map(({ kind, title }) => [kind, title])).toEqual([
      ['post', titles[index]],
      ['page', titles[index]],
    ]);
  });
  test.each(['子影', 'veloping', '%', '影%球'])('for “%s” finds nothing', async (term) => {
    expect(await searchSite(db, { account_id: world.demo }, term, 'all')).toEqual([]);
  });
});

describe('word stems and typing errors', () => {
  const write = (slug: string, language: string, text: string) =>
    world.sql.query(
      `insert into public.courses (account_id, title, slug, description, status, language) values ($1, 'Kurs', $2, $3, 'published', $4)`,
      [world.demo, slug, `<p>${text}</p>`, language],
    );
  beforeAll(async () => {
    await write('stems-en', 'en', 'Paintings in watercolor, exhibited with running commentaries');
    await write('stems-de', 'de', 'Ein altes Buch über Wälder');
    await write('stems-fr', 'fr', 'Les chevaux mangeaient, une élève regarda');
    await write('stems-es', 'es', 'Las canciones que cantábamos');
    await write('stems-ja', 'ja', '写真家の散歩');
    await world.sql.query('select private.learn_search_words()');
  });
  const slugs = async (term: string) =>
    (await searchSite(db, { account_id: world.demo }, term, 'courses')).map(({ slug }) => slug);

  test.each([
    ['painted exhibition', 'stems-en'],
    ['commentary', 'stems-en'],
    ['Bücher', 'stems-de'],
    ['bucher wald', 'stems-de'],
    ['mangeait', 'stems-fr'],
    ['elevès', 'stems-fr'],
    ['canción', 'stems-es'],
    ['cancion cantaba', 'stems-es'],
    ['散歩', 'stems-ja'],
    // One place is typed wrong.
    ['watercolr', 'stems-en'],
    ['watrecolor', 'stems-en'],
    ['paintnigs', 'stems-en'],
    ['chevuax', 'stems-fr'],
    ['cancionse', 'stems-es'],
    ['the watercolr', 'stems-en'],
  ])('“%s” finds the course %s', async (term, slug) => {
    expect(await slugs(term)).toEqual([slug]);
  });

  test.each(['atercolor', 'wtrclr', 'painted xyzzy'])('“%s” finds none', async (term) => {
    expect(await slugs(term)).toEqual([]);
  });
});

test('records of rows that stood before there was an index are written whole', async () => {
  const records = () =>
    world.sql.query('select id, kind, title, body, language, is_live from public.search_records order by kind, id');
  const before = await records();
  await world.sql.query('delete from public.search_records');
  await world.sql.query('delete from private.search_languages');
  await world.sql.query('select private.index_missing_records()');
  expect(await records()).toEqual(before);
  expect(before.some((row) => (row as { language: string }).language === 'ar')).toBe(true);
});

describe('what is shown of a result', () => {
  const one = async (term: string, slug: string) =>
    (await searchSite(db, { account_id: world.demo }, term, 'all')).find((row) => row.slug === slug);

  test('is the part of its text that matches, without markup, and what to mark in it', async () => {
    await world.sql.query(
      `insert into public.posts (account_id, title, slug, excerpt, content, status, published_at)
       values ($1, 'Long', 'of-the-long', 'An excerpt', $2, 'published', '2026-01-01')`,
      [world.demo, `<p>${'Nothing to see here. '.repeat(200)}</p><p>The &lt;b&gt; of hornbeams <em>in</em> winter</p>`],
    );
    const result = await one('hornbeam', 'of-the-long');
    expect(result?.text).toMatch(/of hornbeams in winter/);
    expect(result?.text.length).toBeLessThan(400);
    expect(result?.matched).toContain('hornbeam');
  });

  test('is the part that matches of a text without spaces too', async () => {
    await world.sql.query(
      `insert into public.posts (account_id, title, slug, content, status, published_at) values ($1, 'Unspaced', 'unspaced', $2, 'published', '2026-01-01')`,
      [world.demo, `<p>${'写真家的散歩道'.repeat(200)}水彩画${'写真家的散歩道'.repeat(200)}</p>`],
    );
    const result = await one('水彩画', 'unspaced');
    expect(result?.text).toContain('水彩画');
    expect(result?.text.length).toBeLessThan(200);
  });

  test('is its summary where the title alone matches', async () => {
    expect((await one('long', 'of-the-long'))?.text).toContain('An excerpt');
  });

  test('is a product of a course only where the course itself is not found', async () => {
    const [course] = await world.sql.query<{ id: string }>(
      `insert into public.courses (account_id, title, slug, status) values ($1, 'Sold chinchilla', 'sold', 'published') returning id`,
      [world.demo],
    );
    await world.sql.query(
      `insert into public.products (account_id, title, slug, description, status, course_id)
       values ($1, 'Sold chinchilla', 'sold-too', 'With a degu', 'published', $2)`,
      [world.demo, course?.id],
    );
    const resultsOf = async (term: string) =>
      (await searchSite(db, { account_id: world.demo }, term, 'all')).map(({ kind, slug, course_slug }) => [
        kind,
        slug,
        course_slug,
      ]);
    expect(await resultsOf('chinchilla')).toEqual([['course', 'sold', null]]);
    expect(await resultsOf('degu')).toEqual([['product', 'sold-too', 'sold']]);
  });
});

describe('bounds of a search', () => {
  const COUNT = 900;
  beforeAll(async () => {
    await world.sql.query(
      `insert into public.docs (account_id, title, slug, content, status)
       select $1, case when n = 834 then 'All about gibbons' else 'Page ' || n end, 'bounded-' || n, '<p>One gibbon among many</p>', 'published'
         from generate_series(1, $2::int) n`,
      [world.demo, COUNT],
    );
    await world.sql.query('analyze public.search_records');
  }, 120_000);

  test('of hundreds that match nine are shown, and the one that has it in the title first', async () => {
    const results = await searchSite(db, { account_id: world.demo }, 'gibbons', 'all');
    expect(results).toHaveLength(9);
    expect(results[0]?.slug).toBe('bounded-834');
    expect(new Set(results.map(({ id }) => id)).size).toBe(9);
  });

  test('the records are found by their indexes and never read through', async () => {
    // One connection: statistics are its own until they are flushed.
    await world.sql.transaction(async (sql) => {
      const scans = async () => {
        await sql.query('select pg_stat_clear_snapshot()');
        const [row] = await sql.query<{ seq: number; document: number }>(
          `select pg_stat_get_xact_numscans('public.search_records'::regclass)::int as seq,
                  pg_stat_get_xact_numscans('public.search_records_document_idx'::regclass)::int as document`,
        );
        return row;
      };
      await sql.query(`select * from public.search_site($1, 'gibbons', '{doc}')`, [world.demo]);
      const after = await scans();
      expect(after?.seq).toBe(0);
      expect(after?.document).toBeGreaterThan(0);
    });
  });

  test('a term of any length and signs is answered', async () => {
    for (const term of [
      'x'.repeat(5_000),
      'word '.repeat(1_000),
      '\' & | ! :* <-> \\ "',
      '%_%',
      '((((',
      'a',
      '🌙',
      '\u0301',
      '-',
      "'",
    ])
      await expect(searchSite(db, { account_id: world.demo }, term, 'all')).resolves.toBeInstanceOf(Array);
  });
});
