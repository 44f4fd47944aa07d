import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { SiteProvider } from '#base/browser/site.tsx';
import { root } from '#base/server/root.ts';
import type { Site } from '#base/shared/site.ts';
import { blocks } from '#features/blocks.ts';
import { PageContent } from '#features/content/blocks/components/block-content.tsx';
import { BlocksProvider } from '#features/content/blocks/components/blocks-context.tsx';
import { type BlockNode, buildPageData } from '#features/content/blocks/document/rules.ts';
import { type BlockDefinitions, type BlockField, blockGroups } from '#features/content/blocks/rules.ts';
import ar from '#features/content/blocks/texts/ar.json' with { type: 'json' };
import en from '#features/content/blocks/texts/en.json' with { type: 'json' };
import { problemsOf } from '#features/content/blocks/values/rules.ts';
import { wordsOfBlock } from '#features/content/blocks/words/rules.ts';
import { pageSlug, pageTitle } from '#features/content/pages/schema.ts';
import { pageTemplates } from '#features/content/pages/templates/components/page-templates.ts';
import { siteTemplates } from '#features/content/pages/templates/components/site-templates.ts';
import { IslandRenderer } from '#ui/layout/island.tsx';
import { createTranslations } from '../i18n/translations.ts';

const i18n = createTranslations()('en');
const site: Site = {
  locale: 'en',
  direction: 'ltr',
  origin: 'http://demo.localhost',
  base_domain: 'localhost',
  account: { account_id: 'a', slug: 'demo', domain: null, is_platform: false, features: ['lms'] },
  backend: { url: '', anon_key: '' },
  assets: { site_script: '' },
};

/** Every block drawn whether it has something to show or not, so that what is drawn of it is tested. */
const always = Object.fromEntries(
  Object.entries(blocks).map(([type, definition]) => [type, { ...definition, isEmpty: undefined }]),
);

function markupOf(content: BlockNode[], definitions: BlockDefinitions = always): string {
  const element = (
    <BlocksProvider blocks={definitions}>
      <PageContent page={{ root: {}, content }} data={{}} title="A page" />
    </BlocksProvider>
  );
  const router = createMemoryRouter([{ path: '*', element }]);
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <SiteProvider site={site}>
        <IslandRenderer.Provider value={() => ''}>
          <RouterProvider router={router} />
        </IslandRenderer.Provider>
      </SiteProvider>
    </I18nextProvider>,
  );
}

const types = Object.keys(blocks);
const fieldsOf = (type: string) => (blocks[type]?.fields ?? {}) as Record<string, BlockField>;
const valuesFor = (type: string, write: (field: BlockField) => unknown) =>
  Object.fromEntries(Object.entries(fieldsOf(type)).map(([name, field]) => [name, write(field)]));

/** What an author, or whoever took over their account, might leave in a field. */
const ATTEMPTS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '</style><script>alert(1)</script>',
  '<a href="javascript:alert(1)">here</a>',
  '<a href="&#106;avascript:alert(1)">here</a>',
  '<a href="java\nscript:alert(1)">here</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<math><mi xlink:href="data:text/html,<script>alert(1)</script>">x</mi></math>',
  '<form action="https://evil.example"><button>go</button></form>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<object data="data:text/html,x"></object><embed src="x">',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<template><script>alert(1)</script></template>',
  'javascript:alert(1)',
  ' \u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil.example/x.js',
];

function hostile(field: BlockField, attempt: string): unknown {
  switch (field.kind) {
    case 'picture':
      return { src: attempt, alt: attempt, width: attempt, height: -1 };
    case 'list':
      return [
        Object.fromEntries(Object.entries(field.fields).map(([name, inner]) => [name, hostile(inner, attempt)])),
        attempt,
        null,
        7,
      ];
    case 'slot':
      return [
        { type: 'Card', props: { id: attempt, title: attempt, href: attempt } },
        null,
        attempt,
        { type: attempt },
      ];
    default:
      return attempt;
  }
}

const TAG = /<([a-z][\w:-]*)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)\s*\/?>/gi;
const FORBIDDEN = new Set(['script', 'iframe', 'object', 'embed', 'base', 'meta', 'form', 'template', 'math']);

/** What in some markup would run, load a page or send the reader elsewhere. */
function dangersIn(markup: string): string[] {
  return [...markup.matchAll(TAG)].flatMap(([tag, name = '', attributes = '']) => {
    const matches = [...attributes.matchAll(/([^\s="]+)(?:="([^"]*)")?/g)].filter(([, key = '', value = '']) => {
      // What a browser ignores inside a scheme is ignored here too.
      const address = [...value].filter((sign) => sign > ' ').join('');
      return (
        /^on/i.test(key) ||
        key === 'srcdoc' ||
        (/^(?:href|src|action|poster|xlink:href)$/i.test(key) && /^(?:javascript|vbscript|data):|^\/\//i.test(address))
      );
    });
    return FORBIDDEN.has(name.toLowerCase()) || matches.length > 0 ? [tag] : [];
  });
}

test('the library holds at least the blocks that landing pages need', () => {
  expect(types.length).toBeGreaterThanOrEqual(40);
  expect(types).toEqual(
    expect.arrayContaining(
      (
        'Hero Anchors Features Logos Stats Testimonials Pricing Compare Faq Steps Team Gallery Video Audio Picture RichText Columns Grid ' +
        'Section Spacer Divider ButtonGroup CardList Tabs Accordion Countdown CourseGrid CourseLead CourseOutline PostList ProductGrid ' +
        'MembershipPlans GroupList InstructorList Map Embed Html'
      ).split(' '),
    ),
  );
});

describe.each(types)('the block %s', (type) => {
  const definition = blocks[type];

  test('draws what it begins with, which keeps its own limits', () => {
    expect(problemsOf([{ type, props: { id: 'x' } }], blocks)).toEqual([]);
    const markup = markupOf([{ type, props: { id: 'x' } }]);
    expect(markup.match(/<h1/g)).toHaveLength(1);
    expect(dangersIn(markup)).toEqual([]);
  });

  test('draws nothing broken where everything is empty', () => {
    const empty = valuesFor(type, ({ kind }) =>
      kind === 'list' || kind === 'slot' ? [] : kind === 'picture' ? { src: '', alt: '' } : '',
    );
    const markup = markupOf([
      { type: 'RichText', props: { id: 'first', title: 'A title' } },
      { type, props: { id: 'x', ...empty } },
    ]);
    expect(markup).not.toMatch(/<h[1-6][^>]*><\/h|<img[^>]* src=""|<a[^>]*><\/a>|undefined|NaN|\[object/);
  });

  test.each(ATTEMPTS)('lets nothing run that was written as %s', (attempt) => {
    const values = valuesFor(type, (field) => hostile(field, attempt));
    const frame = {
      anchor: attempt,
      width: attempt,
      sheen: attempt,
      picture: { src: attempt, alt: attempt },
      desk: attempt,
    };
    const markup = markupOf([{ type, props: { ...values, frame, id: attempt } }]);
    expect(dangersIn(markup)).toEqual([]);
  });

  test('shows visitors no hint of its editor, and nothing of itself where it lacks what it is for', () => {
    const empty = valuesFor(type, ({ kind }) =>
      kind === 'list' || kind === 'slot' ? [] : kind === 'picture' ? { src: '', alt: '' } : '',
    );
    // A block that can be left out has a reason for its author in the builder, and no other has one.
    const reason = i18n.t(`blocks.${type}.none`, { ns: 'blocks', defaultValue: '' });
    expect(reason !== '').toBe(definition?.isEmpty !== undefined);
    if (!definition?.isEmpty) return;
    const first = { type: 'RichText', props: { id: 'first', title: 'A title' } };
    const lacking = { type, props: { ...empty, id: 'x', title: 'Seen by nobody' } };
    expect(markupOf([first, lacking])).not.toContain(reason);
    expect(markupOf([first, lacking], blocks)).toBe(markupOf([first], blocks));
    expect(markupOf([lacking, first], blocks)).toBe(markupOf([first], blocks));
    const section = (inside: BlockNode[]) =>
      markupOf([{ type: 'Section', props: { id: 's', title: 'A title', inside } }], blocks);
    expect(section([lacking])).toBe(section([]));
  });

  test('is compared in words, without JSON, markup or keys', () => {
    const values = valuesFor(type, ({ kind }) =>
      kind === 'rich' || kind === 'code' ? '<p>Some <b>words</b></p>' : undefined,
    );
    const node = {
      type,
      props: {
        ...definition?.defaults,
        ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
        id: 'x',
      },
    };
    const words = wordsOfBlock(node, blocks, (key, options) => i18n.t(key, options));
    for (const [label, text] of Object.entries(words)) {
      expect(label).not.toMatch(/[{}<>]|^(?:fields|options)\./);
      expect(text).not.toMatch(/[{}]|<\w|\[object|(?:fields|options|looks)\.\w/);
    }
    expect(Object.keys(words).length).toBeGreaterThan(0);
  });

  test('refuses more than its fields hold, and draws what fits of it', () => {
    const long = Object.fromEntries(
      Object.entries(fieldsOf(type))
        .filter(([, { kind }]) => ['text', 'long', 'rich', 'code'].includes(kind))
        .map(([name]) => [name, 'x'.repeat(60_000)]),
    );
    const written = Object.keys(long).length;
    expect(problemsOf([{ type, props: { id: 'x', ...long } }], blocks)).toHaveLength(written);
    expect(markupOf([{ type, props: { id: 'x', ...long } }]).length).toBeLessThan(250_000);
  });

  test.each([
    ['en', en],
    ['ar', ar],
  ])('has its words in %s', (_, texts: Record<string, unknown>) => {
    const text = (path: string) =>
      path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], texts);
    const missing: string[] = [];
    // A value of a look goes by the word of its field, or by the one all looks share; shares and numbers by themselves.
    const lookPath = (name: string, value: string) =>
      /^\d/.test(value) || typeof text(`options.${name}.${value}`) === 'string' ? `fields.${name}` : `looks.${value}`;
    const look = (fields: Record<string, BlockField>) => {
      for (const [name, field] of Object.entries(fields)) {
        const paths = [
          `fields.${name}`,
          ...(field.kind === 'choice' ? field.values.map((value) => `options.${name}.${value}`) : []),
          ...(field.kind === 'look' ? Object.keys(field.values).map((value) => lookPath(name, value)) : []),
        ];
        // A number as a choice is its own name.
        missing.push(...paths.filter((path) => !/\.\d+$/.test(path) && typeof text(path) !== 'string'));
        if (field.kind === 'list') look(field.fields);
      }
    };
    look(fieldsOf(type));
    expect(definition?.strings).toBe('blocks');
    expect(text(`blocks.${type}.name`)).toBeTypeOf('string');
    expect(text(`blocks.${type}.text`)).toBeTypeOf('string');
    expect(blockGroups).toContain(definition?.group);
    expect(missing).toEqual([]);
  });
});

/** The looks of a block, by field. */
const looksIn = (type: string) =>
  Object.entries(fieldsOf(type)).flatMap(([name, field]) => (field.kind === 'look' ? [[name, field] as const] : []));
const withLooks = types.filter((type) => looksIn(type).length > 0);
const sheet = readFileSync(join(root, 'src', 'app', 'styles', 'blocks-looks.css'), 'utf8');

test('every block has looks with a value for each width, but the one that shows others’ blocks', () => {
  expect(types.filter((type) => !withLooks.includes(type))).toEqual(['SharedSection']);
});

test('where no look is set, the stylesheet of looks leaves everything to the layers below it', () => {
  const own = sheet.replace(/\/\*[\s\S]*?\*\//g, '').replace(/[^{}]*::before\s*\{[^}]*\}/g, '');
  const declarations = [...own.matchAll(/(?<=[;{]\s*)([a-z-]+):\s*([^;{}]+);/g)].filter(
    ([, name]) => !name?.startsWith('--'),
  );
  expect(declarations.length).toBeGreaterThan(30);
  expect(declarations.filter(([, , value = '']) => !/^var\(--look-.*revert-layer\)+$/.test(value)).map(String)).toEqual(
    [],
  );
  expect(own).toContain('@layer utilities');
});

describe.each(withLooks)('the looks of %s', (type) => {
  test('are drawn for each width by one style element, and by the block itself as before where they are a text', () => {
    const plain = markupOf([{ type, props: { id: 'x' } }]);
    expect(plain).not.toContain('<style>');
    expect(plain).not.toContain('--look');
    for (const [name, field] of looksIn(type))
      for (const value of Object.keys(field.values)) {
        const many = markupOf([{ type, props: { id: 'x', [name]: { phone: value } } }]);
        const [, rules = ''] = /<style>(.*?)<\/style>/.exec(many) ?? [];
        expect(rules).toContain('@media (max-width:47.99rem){.bk-x{--look-');
        // What is wrapped into the frame is what is drawn without it.
        expect(many).toContain(plain.replace(/<h1 class="vh">.*?<\/h1>/, ''));
        for (const [property] of rules.matchAll(/--look-[a-z-]+(?=:)/g)) expect(sheet).toContain(`var(${property}`);
        if (!field.isDrawn) continue;
        const before = markupOf([{ type, props: { id: 'x', [name]: value } }]);
        expect(before).not.toContain('<style>');
        expect(markupOf([{ type, props: { id: 'x', [name]: { desk: value } } }])).toBe(before);
      }
  });
});

test('a block nobody knows, or that is no block at all, leaves the rest of the page standing', () => {
  const markup = markupOf([
    { type: 'RichText', props: { id: 'a', title: 'Before' } },
    { type: 'Carousel3000', props: { id: 'b', title: 'Unheard of' } },
    null as unknown as BlockNode,
    { type: 'RichText', props: { id: 'c', title: 'After' } },
  ]);
  expect(markup).toContain('Before');
  expect(markup).toContain('After');
  expect(markup).not.toContain('Unheard of');
});

const templatePages = [
  ...pageTemplates.map((page) => ({ label: `page ${page.name}`, page, slugs: null as string[] | null })),
  ...siteTemplates.flatMap((template) =>
    template.pages.map((page) => ({
      label: `site ${template.name}, ${page.slug}`,
      page,
      slugs: template.pages.map(({ slug }) => slug),
    })),
  ),
];

describe.each(templatePages)('the template of $label', ({ page, slugs }) => {
  const content = buildPageData(page.blocks).content;

  test('is made of blocks that are there, within their limits, each with an id of its own', () => {
    expect(problemsOf(content, blocks)).toEqual([]);
    const ids = content.map(({ props }) => props.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(pageSlug.safeParse(page.slug).success).toBe(true);
    expect(pageTitle.safeParse(page.title).success).toBe(true);
    expect(page.description).not.toBe('');
  });

  test('has one h1, no heading that skips a level, and pictures with a size', () => {
    const markup = markupOf(content);
    const levels = [...markup.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels[0]).toBe(1);
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 1)).toBeLessThanOrEqual(1);
    for (const [image] of markup.matchAll(/<img[^>]*>/g)) expect(image).toMatch(/ width="\d+" height="\d+"/);
    for (const [, path = ''] of markup.matchAll(/ src="(\/pictures\/[^"]*)"/g))
      expect(existsSync(join(root, 'public', path)), path).toBe(true);
    expect(dangersIn(markup)).toEqual([]);
  });

  test('leads to nothing that is not there', () => {
    const ours = ['/', '/course', '/blog', '/signup', '/login', '/dashboard', '/about'];
    const markup = markupOf(content);
    for (const [, href = ''] of markup.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
      if (/^(?:mailto:|tel:|https:\/\/www\.openstreetmap\.org)/.test(href)) continue;
      const [path = '', anchor] = href.split('#');
      expect([...ours, '', ...(slugs ?? []).map((slug) => (slug === 'home' ? '/' : `/${slug}`))]).toContain(path);
      if (anchor && !path) expect(markup).toContain(`id="${anchor}"`);
    }
  });
});
