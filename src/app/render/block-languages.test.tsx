import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { SiteProvider } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import { blocks } from '#features/blocks.ts';
import { PageContent } from '#features/content/blocks/components/block-content.tsx';
import { BlocksProvider } from '#features/content/blocks/components/blocks-context.tsx';
import type { BlockField } from '#features/content/blocks/rules.ts';
import { CourseGrid } from '#features/learning/courses/components/course-blocks.tsx';
import { ContentLanguage, ContentMain } from '#ui/display/content-language.tsx';
import { IslandRenderer } from '#ui/layout/island.tsx';
import { createTranslations } from '../i18n/translations.ts';

const i18n = createTranslations()('ar');
const site: Site = {
  locale: 'ar',
  direction: 'rtl',
  origin: 'http://demo.localhost',
  base_domain: 'localhost',
  account: { account_id: 'a', slug: 'demo', domain: null, is_platform: false, features: ['lms'] },
  backend: { url: '', anon_key: '' },
  assets: { site_script: '' },
};

const picture = { src: '/pictures/harbour.svg', image: '/pictures/harbour.svg', alt: 'Boats', width: 4, height: 3 };
const course = {
  id: 'c',
  title: 'Printing',
  slug: 'printing',
  summary: 'By hand',
  language: 'en',
  featured_image: picture,
  lesson_count: 3,
  course_categories: { name: 'Craft' },
  outcomes: ['A print'],
};
const lessons = [
  { id: 'l', title: 'Ink', slug: 'ink', is_preview: true },
  { id: 'm', title: 'Paper', slug: 'paper', is_preview: false },
];
const offers = {
  currency: 'EUR',
  products: [
    {
      id: 'p',
      title: 'A kit',
      description: 'Ink and paper',
      image: picture.src,
      type: 'physical',
      prices: [{ amount: '20', currency: 'EUR', frequency: null }],
    },
    {
      id: 'q',
      title: 'A year',
      description: 'Everything',
      image: null,
      type: 'membership',
      prices: [{ amount: '20', currency: 'EUR', frequency: 'month' }],
    },
  ],
};
const field = { help: 'Help', placeholder: 'Like this', isRequired: false, width: 'full', rule: null };
const form = {
  form: {
    id: 'f',
    name: 'Letters',
    submit_label: 'Write',
    small_print: 'No more than one a month',
    asks_once: false,
    fields: [
      { ...field, id: 'a', type: 'text', label: 'Name' },
      { ...field, id: 'b', type: 'select', label: 'Which', options: [{ value: 'x', label: 'First' }] },
      { ...field, id: 'c', type: 'radio', label: 'Why', options: [{ value: 'x', label: 'Because' }] },
      { ...field, id: 'd', type: 'consent', label: 'Agreed' },
      { ...field, id: 'e', type: 'file', label: 'Your work' },
      { ...field, id: 'g', type: 'country', label: 'Where' },
    ],
  },
  countries: [{ id: 'DE', label: 'ألمانيا' }],
};

/** What the blocks read that show what stands in the database. */
const dataOf: Record<string, unknown> = {
  CourseGrid: [course, { ...course, id: 'd', language: 'de' }, { ...course, id: 'e' }],
  CourseLead: course,
  CourseOutline: { course, sections: [{ id: 's', title: 'First', lessons }] },
  InstructorList: [{ id: 'i', name: 'Astrid Nyberg', slug: 'astrid', bio: 'Prints', avatar: null }],
  PostList: [
    {
      id: 'p',
      title: 'A day',
      slug: 'a-day',
      excerpt: 'At the press',
      cover: picture,
      categories: ['Journal'],
      settings: { featured: true },
      published_at: '2026-11-01T10:00:00Z',
    },
  ],
  ProductGrid: offers,
  MembershipPlans: offers,
  GroupList: [{ id: 'g', title: 'Printers', description: 'Who print', cover: null }],
  Leaderboard: [
    { place: 1, name: 'Astrid', avatar: null, slug: 'astrid', points: 40, level: 'Printer', is_own: false },
  ],
  BadgeList: [{ id: 'b', name: 'First print', description: 'For the first print', icon: 'trophy' }],
  Form: form,
  Newsletter: form,
  SharedSection: { root: {}, content: [{ type: 'RichText', props: { id: 'inner' } }] },
};

/** Every field filled in: what the block begins with, else something of the kind. */
function filled(own: BlockField, begun: unknown): unknown {
  if (own.kind === 'picture') return picture;
  if (own.kind === 'slot') return [{ type: 'RichText', props: { id: 'inner' } }];
  if (own.kind === 'address') return 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';
  if (own.kind === 'list')
    return (Array.isArray(begun) && begun.length > 0 ? begun : [{}, {}]).map((entry: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(own.fields).map(([name, inner]) => [name, filled(inner, entry[name])])),
    );
  if (['text', 'long', 'rich', 'code'].includes(own.kind)) return begun || 'Words';
  return begun;
}

function draw(type: string, values: Record<string, unknown>): string {
  const content = [
    { type: 'RichText', props: { id: 'first', title: 'A page' } },
    { type, props: { ...values, id: 'x' } },
  ];
  const page = (
    <ContentLanguage page="ar" language="en">
      <ContentMain>
        <PageContent page={{ root: {}, content }} data={{ x: dataOf[type] }} title="A page" />
      </ContentMain>
    </ContentLanguage>
  );
  const around = (element: React.ReactNode) => (
    <I18nextProvider i18n={i18n}>
      <SiteProvider site={site}>{element}</SiteProvider>
    </I18nextProvider>
  );
  // An island is drawn by itself, as the server does: no context of the page reaches it.
  const island = (element: React.ReactElement) => renderToStaticMarkup(around(element));
  const element = (
    <BlocksProvider blocks={blocks}>
      <IslandRenderer.Provider value={island}>{page}</IslandRenderer.Provider>
    </BlocksProvider>
  );
  return renderToStaticMarkup(around(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />));
}

const PART = /<(\/?)([a-z][\w:-]*)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/gi;
const ALONE = new Set(['img', 'input', 'br', 'hr', 'source', 'track', 'wbr', 'col']);

/** Every text and label of some markup with the language that is in force where it stands. */
function textsIn(markup: string): { text: string; lang: string }[] {
  const langs = ['ar'];
  const matches: { text: string; lang: string }[] = [];
  for (const [, end, tag = '', attributes = '', closed, text] of markup.matchAll(PART)) {
    if (text !== undefined) matches.push({ text, lang: langs.at(-1) ?? '' });
    else if (end) langs.pop();
    else {
      const of = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];
      const lang = of('lang') ?? langs.at(-1) ?? '';
      // The name of a form stands on the element that holds both its author's words and ours.
      const labels = tag === 'form' ? [] : [of('aria-label'), of('alt'), of('title'), of('placeholder')];
      for (const label of labels) if (label) matches.push({ text: label, lang });
      if (!closed && !ALONE.has(tag)) langs.push(lang);
    }
  }
  expect(langs).toEqual(['ar']);
  return matches.filter(({ text }) => /\p{L}/u.test(text.replace(/&\w+;/g, '')));
}

test('every block that reads has something to show here', () => {
  expect(Object.keys(blocks).filter((type) => blocks[type]?.load && !dataOf[type])).toEqual([]);
});

// A school that writes English, read in Arabic: what it wrote has Latin letters, whatever the product says has Arabic ones.
test.each(Object.keys(blocks))('in another language than the page’s, all texts of the block %s say theirs', (type) => {
  const definition = blocks[type];
  const fields = Object.entries((definition?.fields ?? {}) as Record<string, BlockField>);
  const begun = definition?.defaults as Record<string, unknown>;
  const full = Object.fromEntries(fields.map(([name, own]) => [name, filled(own, begun[name])]));
  expect(draw(type, full)).not.toBe(draw('Nothing', full));
  for (const values of [full, { ...full, title: '' }]) {
    const texts = textsIn(draw(type, values));
    const written = (lang: string) => lang === 'en' || (type === 'CourseGrid' && lang === 'de');
    const wrong = texts.filter(({ text, lang }) => (/\p{Script=Arabic}/u.test(text) ? lang !== 'ar' : !written(lang)));
    expect(wrong).toEqual([]);
  }
});

test('over a course in another language than its account’s, its category is read as the course is', () => {
  const element = (
    <I18nextProvider i18n={i18n}>
      <ContentLanguage page="ar" language="ar">
        <ContentMain>
          <CourseGrid
            title=""
            text=""
            link=""
            layout="grid"
            ground="paper"
            courses={[course as never]}
            isFirst={false}
          />
        </ContentMain>
      </ContentLanguage>
    </I18nextProvider>
  );
  const texts = textsIn(renderToStaticMarkup(element));
  expect(texts.find(({ text }) => text === 'Craft')?.lang).toBe('en');
});

test('where a page is in the language it was written in, nothing of it is marked', () => {
  const element = (
    <ContentLanguage page="en" language="en">
      <ContentMain id="content">Words</ContentMain>
    </ContentLanguage>
  );
  expect(renderToStaticMarkup(element)).toBe('<main id="content">Words</main>');
});
