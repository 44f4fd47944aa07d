import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const content = (words: string) => ({
  root: {},
  zones: {},
  content: [{ type: 'RichText', props: { id: 'RichText-1', title: words } }],
});
const page = (slug: string, title: string, fields: object = {}) => ({
  slug,
  title,
  content: content(title),
  settings: { description: title },
  ...fields,
});
const template = (pages: object[], options: object = {}) => JSON.stringify({ pages, options });
const apply = (text: string) =>
  world.database
    .as(world.caller('owner'))
    .query<{ answer: TemplateResult }>('select public.apply_site_template($1::jsonb) as answer', [text])
    .then(([row]) => row?.answer as TemplateResult);
type TemplateResult = {
  before: { pages: { slug: string; title: string }[]; options: Record<string, unknown> };
  made: string[];
};

const small = template([page('home', 'Begun anew')]);

matrix(
  () => world,
  [
    [
      'give the site another look',
      `select public.apply_site_template('${small}')`,
      // An owner of both accounts changes the one they are signed in to, which is not this one.
      { owner: 1, visitor: '42501', atelierOwner: 1, others: 'forbidden' },
    ],
    [
      'begin a page from a template',
      `select public.begin_page('New', 'brand-new', '{"content": [], "root": {}, "zones": {}}')`,
      { owner: 1, visitor: '42501', atelierOwner: 1, others: 'forbidden' },
    ],
    ['call what keeps drafts', 'select private.keep_draft(null)', { others: '42501' }],
  ],
);

const options = (account: string) =>
  world.sql.query<{ key: string; value: unknown }>(
    'select key, value from public.options where account_id = $1 order by key',
    [account],
  );
const pages = (account: string) =>
  world.sql.query<{ slug: string; title: string; status: string; content: unknown; settings: unknown }>(
    'select slug, title, status, content, settings from public.pages where account_id = $1 order by slug',
    [account],
  );

describe('a site template', () => {
  beforeEach(() =>
    world.sql.query(`delete from public.pages where account_id = $1 and slug like 'tried-%'`, [world.demo]),
  );

  test('brings its look and its pages, published; what it does not name stays, and no other account is touched', async () => {
    const before = {
      atelier: await pages(world.atelier),
      look: await options(world.atelier),
      demo: await pages(world.demo),
    };
    const result = await apply(
      template(
        [
          page('home', 'Begun anew'),
          page('tried-about', 'About us'),
          page('tried-later', 'Later', { status: 'draft' }),
        ],
        {
          theme: { preset: 'atelier' },
        },
      ),
    );
    const after = await pages(world.demo);
    const pageAt = (slug: string) => after.find((candidate) => candidate.slug === slug);
    expect(pageAt('home')).toMatchObject({ title: 'Begun anew', status: 'published', content: content('Begun anew') });
    expect(pageAt('tried-about')).toMatchObject({ status: 'published', settings: { description: 'About us' } });
    expect(pageAt('tried-later')).toMatchObject({ status: 'draft' });
    expect(result.made).toEqual(['tried-about', 'tried-later']);
    const otherPages = (all: { slug: string }[]) =>
      all.filter(({ slug }) => slug !== 'home' && !slug.startsWith('tried-'));
    expect(otherPages(after)).toEqual(otherPages(before.demo));
    expect((await options(world.demo)).find(({ key }) => key === 'theme')?.value).toEqual({ preset: 'atelier' });
    expect(await pages(world.atelier)).toEqual(before.atelier);
    expect(await options(world.atelier)).toEqual(before.look);

    // The returned backup is itself a template that restores the previous site.
    await apply(JSON.stringify(result.before));
    const home = before.demo.find(({ slug }) => slug === 'home');
    expect((await pages(world.demo)).find(({ slug }) => slug === 'home')).toEqual(home);
  });

  test('keeps what somebody was writing on a page it replaces', async () => {
    await world.sql.query(
      `update public.page_drafts d set title = 'Half a sentence' from public.pages p
        where (p.account_id, p.id) = (d.account_id, d.page_id) and p.account_id = $1 and p.slug = 'home'`,
      [world.demo],
    );
    await apply(small);
    const stored = await world.sql.query(
      `select v.title from public.page_versions v join public.pages p on (p.account_id, p.id) = (v.account_id, v.page_id)
        where p.account_id = $1 and p.slug = 'home' and v.title = 'Half a sentence'`,
      [world.demo],
    );
    expect(stored).toHaveLength(1);
  });

  test.each([
    ['one of whose pages has an address of the product', [page('tried-1', 'One'), page('login', 'Mine')], {}, '23514'],
    ['without a page', [], {}, 'invalid'],
    ['of 21 pages', Array.from({ length: 21 }, (_, at) => page(`tried-${at}`, 'One')), {}, 'invalid'],
    ['that sets anything but the look', [page('tried-1', 'One')], { settings: { sitetitle: 'Mine' } }, 'invalid'],
    [
      'that takes the home page off',
      [page('tried-1', 'One'), page('home', 'x', { status: 'draft' })],
      {},
      'home_stays',
    ],
    ['whose page has no title', [page('tried-1', 'One'), { ...page('tried-2', ''), title: null }], {}, '23502'],
  ])('%s is refused, and nothing of it is there', async (_, given, look, refused) => {
    const before = [await pages(world.demo), await options(world.demo)];
    expect(
      await world.attempt('owner', 'select public.apply_site_template($1::jsonb)', [template(given as object[], look)]),
    ).toMatchObject({ refused });
    expect([await pages(world.demo), await options(world.demo)]).toEqual(before);
  });

  test.each(['null', '[]', '"x"', '{}', '{"pages": {}, "options": {}}'])('%s is no template', async (text) => {
    expect(await world.attempt('owner', 'select public.apply_site_template($1::jsonb)', [text])).toMatchObject({
      refused: 'invalid',
    });
  });
});

describe('a page begun from a template', () => {
  test('has its blocks as a draft that no visitor reads', async () => {
    const [created] = await world.database
      .as(world.caller('owner'))
      .query<{ slug: string }>('select public.begin_page($1, $2, $3, $4) as slug', [
        'A sales page',
        'tried-sales',
        JSON.stringify(content('Buy')),
        JSON.stringify({ description: 'Why' }),
      ]);
    expect(created?.slug).toBe('tried-sales');
    const [draft] = await world.sql.query(
      `select d.data, d.settings, p.status from public.page_drafts d join public.pages p on (p.account_id, p.id) = (d.account_id, d.page_id)
        where p.account_id = $1 and p.slug = 'tried-sales'`,
      [world.demo],
    );
    expect(draft).toEqual({ data: content('Buy'), settings: { description: 'Why' }, status: 'draft' });
    expect(
      await world.attempt('visitor', `select id from public.pages where account_id = $1 and slug = 'tried-sales'`, [
        world.demo,
      ]),
    ).toEqual({ rows: [] });
  });
});
