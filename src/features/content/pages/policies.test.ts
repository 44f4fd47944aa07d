import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localeCodes } from '#base/shared/locales.ts';
import { countOf, everyone, matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let published = '';
let hidden = '';
let home = '';
let section = '';
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
  section =
    (
      await world.sql.query<{ id: string }>(
        `insert into public.pages (account_id, title, slug, kind) values ($1, 'Term dates', 'section-term', 'section') returning id`,
        [world.demo],
      )
    )[0]?.id ?? '';
  await world.sql.query(`update public.page_drafts set data = $2::jsonb where page_id = $1`, [
    hidden,
    JSON.stringify(pageOf({ type: 'SharedSection', props: { id: 's', section } })),
  ]);
});
afterAll(() => world.close());

const names = () => ({ published, hidden, home, section });
const pageOf = (...content: object[]) => ({ root: {}, zones: {}, content });
const owner = () => world.database.as(world.caller('owner'));

matrix(
  () => world,
  [
    ['read a published page', 'select id, content from public.pages where id = {published}', { others: 1 }],
    [
      'take several pages off the site',
      `select n from (select public.unpublish_pages(array[{published}, {hidden}]::uuid[]) as n) x where (n ->> 'changed')::int > 0`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'remove several pages',
      `select n from (select public.remove_pages(array[{published}, {hidden}]::uuid[]) as n) x where (n ->> 'changed')::int > 0`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
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
      `select public.save_page_draft({published}, (select version from public.page_drafts where page_id = {published}), 'Changed', '{"content": [], "root": {}, "zones": {}}', '{}')`,
      { owner: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'write a draft past the check of its version',
      `update public.page_drafts set title = 'Changed' where page_id = {published} returning id`,
      { others: '42501' },
    ],
    [
      'write a draft over what somebody saved meanwhile',
      `select public.save_page_draft({published}, 0, 'Changed', '{"content": [], "root": {}, "zones": {}}', '{}')`,
      { owner: 'changed_meanwhile', visitor: '42501', others: 'not_found' },
    ],
    [
      'have a page published tomorrow',
      `select public.schedule_page({hidden}, now() + interval '1 day')`,
      { owner: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'have a page published yesterday',
      `select public.schedule_page({hidden}, now() - interval '1 day')`,
      { owner: 'invalid', visitor: '42501', others: 'not_found' },
    ],
    [
      'make a page the home page',
      'select public.make_home({published})',
      { owner: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'see where a section stands',
      'select id from public.pages_with_section({section})',
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

describe('an address', () => {
  const errorOf = async (slug: string) => {
    const outcome = await world.attempt(
      'owner',
      `insert into public.pages (account_id, title, slug) values ($1, 'Mine', $2) returning id`,
      [world.demo, slug],
    );
    return 'refused' in outcome ? outcome.refused : 'let in';
  };
  test.each(['about-us', 'من-نحن', '🎉', 'über-uns', 'サービス', 'a'])('%s is one', async (slug) => {
    expect(await errorOf(slug)).toBe('let in');
  });
  test.each([
    'a b',
    'a/b',
    'A',
    '-a',
    'a-',
    'a?b',
    'a#b',
    'a%20b',
    '..',
    'a.html',
    '',
    'a\u202eb',
    'a\u200bb',
    'u\u0308ber',
  ])('%j is none', async (slug) => {
    expect(await errorOf(slug)).toBe('23514');
  });
});

describe('a save', () => {
  const save = (seen: number, title: string, data: object = pageOf()) =>
    owner().query<{ version: number }>('select public.save_page_draft($1, $2, $3, $4::jsonb, $5::jsonb) as version', [
      hidden,
      seen,
      title,
      JSON.stringify(data),
      '{}',
    ]);
  const draftNow = async () =>
    (
      await world.sql.query<{ version: number; title: string }>(
        'select version, title from public.page_drafts where page_id = $1',
        [hidden],
      )
    )[0];
  test('counts on, and is refused from an older one without a trace', async () => {
    const previous = (await draftNow())?.version ?? 0;
    expect((await save(previous, 'First'))[0]?.version).toBe(previous + 1);
    await expect(save(previous, 'Second')).rejects.toMatchObject({ detail: 'changed_meanwhile' });
    expect(await draftNow()).toEqual({ version: previous + 1, title: 'First' });
  });
  test('of two at the same moment lets one through', async () => {
    const previous = (await draftNow())?.version ?? 0;
    const both = await Promise.allSettled([save(previous, 'One'), save(previous, 'Other')]);
    expect(both.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await draftNow())?.version).toBe(previous + 1);
  });
  test('that is too large is refused with a sentence', async () => {
    const previous = await draftNow();
    const huge = pageOf({ type: 'RichText', props: { id: '1', html: 'words '.repeat(400_000) } });
    await expect(save(previous?.version ?? 0, 'Huge', huge)).rejects.toMatchObject({ detail: 'page_too_large' });
    expect(await draftNow()).toEqual(previous);
  });
  test('keeps how the draft stood before, not oftener than every ten minutes', async () => {
    await world.sql.query(`delete from public.versions where subject_id = $1`, [hidden]);
    const previous = await draftNow();
    const version = (await save(previous?.version ?? 0, 'Third'))[0]?.version ?? 0;
    await save(version, 'Fourth');
    const stored = await world.sql.query('select kind, title from public.page_versions where page_id = $1', [hidden]);
    expect(stored).toEqual([{ kind: 'saved', title: previous?.title }]);
  });
});

describe('publishing', () => {
  test('shows the draft, and keeps it as a version', async () => {
    await world.sql.query(`delete from public.versions where subject_id = $1`, [hidden]);
    await world.sql.query(`update public.page_drafts set title = 'Shown now' where page_id = $1`, [hidden]);
    await owner().query('select public.publish_page($1)', [hidden]);
    const outcome = await world.attempt('visitor', 'select title from public.pages where id = $1', [hidden]);
    expect(outcome).toEqual({ rows: [{ title: 'Shown now' }] });
    const stored = await world.sql.query(
      `select title, kind from public.page_versions where page_id = $1 and kind = 'published'`,
      [hidden],
    );
    expect(stored).toEqual([{ title: 'Shown now', kind: 'published' }]);
    await owner().query('select public.unpublish_page($1)', [hidden]);
    expect(countOf(await world.attempt('visitor', 'select id from public.pages where id = $1', [hidden]))).toBe(0);
  });

  test('what somebody changed meanwhile is refused', async () => {
    await expect(owner().query('select public.publish_page($1, 1)', [hidden])).rejects.toMatchObject({
      detail: 'changed_meanwhile',
    });
  });

  test('keeps the newest thirty versions', async () => {
    for (let count = 0; count < 32; count++) await owner().query('select public.publish_page($1)', [hidden]);
    const stored = await world.sql.query(
      `select id from public.page_versions where page_id = $1 and kind = 'published'`,
      [hidden],
    );
    expect(stored.length).toBe(30);
    await owner().query('select public.unpublish_page($1)', [hidden]);
  });
});

describe('a schedule', () => {
  test('publishes what is due when the clock says so, once, and nothing before', async () => {
    const due = async () =>
      (await world.sql.query<{ shown: number }>('select private.publish_due() as shown'))[0]?.shown;
    await owner().query(`select public.schedule_page($1, now() + interval '1 day')`, [hidden]);
    expect(await due()).toBe(0);
    expect(countOf(await world.attempt('visitor', 'select id from public.pages where id = $1', [hidden]))).toBe(0);
    await world.sql.query(`update public.page_drafts set publish_at = now() where page_id = $1`, [hidden]);
    expect(await due()).toBe(1);
    expect(countOf(await world.attempt('visitor', 'select id from public.pages where id = $1', [hidden]))).toBe(1);
    expect(await due()).toBe(0);
    await owner().query('select public.unpublish_page($1)', [hidden]);
  });
});

describe('another home page', () => {
  test('takes the place of the former, which stays under an address of its own', async () => {
    const slugs = await world.database.as(world.caller('owner')).transaction(async (tx) => {
      await tx.query('select public.make_home($1)', [published]);
      const rows = await tx.query<{ slug: string }>(
        'select slug from public.pages where id = any($1) order by id = $2',
        [[published, home], home],
      );
      await tx.query('select public.make_home($1)', [home]);
      return rows.map(({ slug }) => slug);
    });
    expect(slugs).toEqual(['home', 'former-home']);
    await owner().query(`update public.pages set slug = 'about' where id = $1`, [published]);
    const nextTarget = async (path: string) =>
      (
        await world.sql.query<{ to: string | null }>('select private.next_redirect_target($1, $2) as to', [
          world.demo,
          path,
        ])
      )[0]?.to;
    expect(await nextTarget('/former-home')).toBe('/');
    expect(await nextTarget('/former-home-2')).toBe('/about');
    expect(await nextTarget('/about')).toBeNull();
  });
  test('is no way to lose it', async () => {
    const [stored] = await world.sql.query('select slug, status from public.pages where id = $1', [home]);
    expect(stored).toEqual({ slug: 'home', status: 'published' });
    await expect(owner().query(`update public.pages set slug = 'gone' where id = $1`, [home])).rejects.toMatchObject({
      detail: 'home_stays',
    });
  });
});

describe('a new account', () => {
  test('has a home page and a page about itself that everyone reads', async () => {
    const rows = await world.sql.query<{ account_id: string }>(
      `insert into public.accounts (slug) values ('fresh-start') returning account_id`,
    );
    for (const person of everyone) {
      const outcome = await world.attempt(person, 'select slug from public.pages where account_id = $1 order by slug', [
        rows[0]?.account_id,
      ]);
      expect(outcome).toEqual({ rows: [{ slug: 'about' }, { slug: 'home' }] });
    }
    await world.sql.query('delete from public.accounts where account_id = $1', [rows[0]?.account_id]);
    const left = await world.sql.query('select from public.pages where account_id = $1', [rows[0]?.account_id]);
    expect(left.length).toBe(0);
  });
});

describe('a new account', () => {
  const createSite = async (slug: string, language: string) => {
    await world.database.asService().transaction(async (tx) => {
      const [created] = await tx.query<{ account_id: string }>(
        'insert into public.accounts (slug) values ($1) returning account_id',
        [slug],
      );
      await tx.query(`update public.options set value = value || $2 where account_id = $1 and key = 'settings'`, [
        created?.account_id,
        JSON.stringify({ sitetitle: 'محترف', defaultLanguage: language }),
      ]);
    });
    const [row] = await world.sql.query<{ home: string; draft: string; title: string; words: string; menu: string[] }>(
      `select p.title as home, d.title as draft, p.content #>> '{content,0,props,title}' as title,
              p.content #>> '{content,0,props,text}' as words,
              (select jsonb_agg(entry ->> 'label' order by place) from public.options o, jsonb_array_elements(o.value -> 'header') with ordinality menu (entry, place)
                where o.account_id = p.account_id and o.key = 'menus') as menu
         from public.pages p join public.page_drafts d on d.page_id = p.id
         join public.accounts a on a.account_id = p.account_id where a.slug = $1 and p.slug = 'home'`,
      [slug],
    );
    return row;
  };

  const templates = new URL('../../../../public/pictures/templates/', import.meta.url);
  const wordsOf = (language: string): Record<string, string> =>
    JSON.parse(readFileSync(new URL(`words-${language}.json`, templates), 'utf8')).words;

  test.each(localeCodes.filter((code) => code !== 'en'))('that begins in %s begins in its own words', async (code) => {
    const translations = wordsOf(code);
    expect(await createSite(`begun-in-${code}`, code)).toEqual({
      home: translations.Home,
      draft: translations.Home,
      title: 'محترف',
      words: translations['Courses taught by people who do what they teach.'],
      menu: [translations.Home, translations.Courses, expect.any(String), translations.About],
    });
    const [{ texts } = { texts: '' }] = await world.sql.query<{ texts: string }>(
      `select string_agg(p.content::text, ' ') as texts from public.pages p join public.accounts a on a.account_id = p.account_id
        where a.slug = $1`,
      [`begun-in-${code}`],
    );
    expect(texts).not.toMatch(/See the courses|All courses|notebooks|who teaches here|first lesson/);
  });

  test('that begins in English bears its own name', async () => {
    expect(await createSite('atelier-two', 'en')).toMatchObject({
      home: 'Home',
      title: 'محترف',
      menu: ['Home', 'Courses', 'Blog', 'About'],
    });
  });

  test('that is there already keeps its words when it takes another language', async () => {
    await createSite('steady', 'en');
    await world.sql.query(
      `update public.options set value = value || '{"defaultLanguage": "ar"}' where key = 'settings' and account_id = (select account_id from public.accounts where slug = 'steady')`,
    );
    const rows = await world.sql.query(
      `select p.title from public.pages p join public.accounts a on a.account_id = p.account_id where a.slug = 'steady' and p.slug = 'home'`,
    );
    expect(rows).toEqual([{ title: 'Home' }]);
  });
});
