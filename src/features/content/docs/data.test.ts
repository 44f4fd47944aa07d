import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { searchDocs } from './data.ts';

let world: World;
let app: AppWorld;
let db: Db;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  db = createClient('http://demo.localhost', app.runtime.keys.anon_key, {
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
  }) as unknown as Db;
  const docs: [slug: string, title: string, summary: string, content: string][] = [
    ['in-text', 'Paper', 'What it is made of.', `<p>${'Developing takes ten minutes. '.repeat(40)}</p>`],
    ['in-summary', 'Time', 'How long developing takes.', '<p>Ten minutes.</p>'],
    ['in-title', 'Developing film', 'In the dark.', '<p>Slowly.</p>'],
    ['chinese', '为什么影子是蓝色的', '关于光。', '<p>用iPhone拍照。天空照亮阴影。</p>'],
    ['japanese', '写真の現像', 'フィルムの扱い方', '<p>コンピューターは要りません。</p>'],
    ['thai', 'ทำไมเงาจึงเป็นสีน้ำเงิน', 'เรื่องของแสง', '<p>ท้องฟ้าส่องเงา</p>'],
    ['hindi', 'छाया नीली क्यों है', 'प्रकाश के बारे में', '<p>आकाश छाया को रोशन करता है।</p>'],
    ['arabic', 'لماذا الظل أزرق', 'عن الضوء', '<p>السماء تضيء الظل.</p>'],
    ['korean', '그림자는 왜 파란가', '빛에 대하여', '<p>하늘이 그림자를 비춘다.</p>'],
    ['marks', 'Crème brûlée', 'It’s about e-mail.', "<p>O’Neill O'Neill \\ C++ 100% a_b</p>"],
  ];
  for (const [index, doc] of docs.entries())
    await world.sql.query(
      `insert into public.docs (account_id, slug, title, summary, content, status, position)
       values ($1, $2, $3, $4, $5, 'published', $6)`,
      [world.demo, ...doc, 500 + index],
    );
  await world.sql.query(
    `insert into public.docs (account_id, slug, title, position) values ($1, 'unseen', 'Developing in secret', 400)`,
    [world.demo],
  );
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const searchSlugs = async (term: string) => (await searchDocs(db, world.demo, term)).map(({ slug }) => slug);

describe('a search in the documentation', () => {
  test.each([
    ['developing', ['in-title', 'in-summary', 'in-text']],
    ['DEVEL', ['in-title', 'in-summary', 'in-text']],
    ['devel fil', ['in-title']],
    ['film devel', ['in-title']],
    ['eveloping', []],
    ['影子', ['chinese']],
    ['蓝色的', ['chinese']],
    ['阴影', ['chinese']],
    ['影', ['chinese']],
    ['的', ['chinese']],
    ['子影', []],
    ['蓝色 照亮', ['chinese']],
    ['iphone', ['chinese']],
    ['用iPho', ['chinese']],
    ['現像', ['japanese']],
    ['ピューター', ['japanese']],
    ['フィルム', ['japanese']],
    ['น้ำเงิน', ['thai']],
    ['ส่อง', ['thai']],
    ['क्यों', ['hindi']],
    ['क्य', ['hindi']],
    ['प्रका', ['hindi']],
    ['الظ', ['arabic']],
    ['그림', ['korean']],
    ['crème', ['marks']],
    ['e-ma', ['marks']],
    ["O'Nei", ['marks']],
    ['O’Nei', ['marks']],
    ['…', []],
    ['', []],
    ["' \\ | & ! :* <-> (", []],
    ['"', []],
  ])('for “%s” finds %j', async (term, slugs) => {
    expect(await searchSlugs(term)).toEqual(slugs);
  });

  test('finds other forms of a word, words with another accent, and words with a typing error', async () => {
    await world.sql.query('select private.learn_search_words()');
    expect(await searchSlugs('developed')).toEqual(['in-title', 'in-summary', 'in-text']);
    expect(await searchSlugs('creme BRULEE')).toEqual(['marks']);
    expect(await searchSlugs('develpoing')).toEqual(['in-title', 'in-summary', 'in-text']);
    expect(await searchSlugs('xeveloping')).toEqual([]);
  });

  test('finds a page as it was last published, until it is unpublished', async () => {
    const change = (set: string) =>
      world.sql.query(`update public.docs set ${set} where account_id = $1 and slug = 'in-title'`, [world.demo]);
    await change(`title = 'Enlarging film'`);
    expect(await searchSlugs('enlarging')).toEqual(['in-title']);
    expect(await searchSlugs('developing film')).toEqual([]);
    await change(`status = 'draft'`);
    expect(await searchSlugs('enlarging')).toEqual([]);
    await change(`status = 'published', title = 'Developing film'`);
    expect(await searchSlugs('developing film')).toEqual(['in-title']);
  });

  test('finds any part of a title that is written without spaces', async () => {
    const title = [...'ทำไมเงาจึงเป็นสีน้ำเงิน'];
    for (let from = 0; from < title.length; from++)
      for (const longest of [1, 2, 3, 7, title.length])
        expect(await searchSlugs(title.slice(from, from + longest).join(''))).toContain('thai');
  });

  test('finds twenty pages at most, of a site of its own, that are published', async () => {
    await world.sql.query(
      `insert into public.docs (account_id, slug, title, status)
       select account, 'many-' || n, 'Plenty ' || n, 'published'
         from generate_series(1, 25) n, unnest(array[$1, $2]::uuid[]) account`,
      [world.demo, world.atelier],
    );
    const results = await searchDocs(db, world.demo, 'plen');
    expect(results).toHaveLength(20);
    expect(new Set(results.map(({ id }) => id)).size).toBe(20);
    const ids = await world.sql.query<{ id: string }>('select id from public.docs where account_id = $1', [world.demo]);
    expect(ids.map(({ id }) => id)).toEqual(expect.arrayContaining(results.map(({ id }) => id)));
    expect(await searchSlugs('secret')).toEqual([]);
  });

  test('holds a text of forty thousand signs, each another', async () => {
    await world.sql.query(
      `insert into public.docs (account_id, slug, title, status, content)
       select $1, 'long', 'Long', 'published', string_agg(chr(131072 + n), '' order by n) from generate_series(1, 40000) n`,
      [world.demo],
    );
    expect(await searchSlugs(String.fromCodePoint(131_072 + 39_000, 131_072 + 39_001))).toEqual(['long']);
  });
});
