import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#base/server/root.ts';
import { blocks } from '#features/blocks.ts';
import { buildPageData } from '#features/content/blocks/document/rules.ts';
import { problemsOf } from '#features/content/blocks/values/rules.ts';
import { platformPages } from '#features/content/pages/seed/platform-pages.ts';
import { pageTemplates } from '#features/content/pages/templates/components/page-templates.ts';
import { siteTemplates } from '#features/content/pages/templates/components/site-templates.ts';
import { translatedLanguages } from '#features/content/pages/templates/components/template-translations.ts';
import { siteContentOf } from '#features/content/pages/templates/data.ts';
import {
  type TemplateTranslations,
  translatePageTemplate,
  translateSiteTemplate,
  translateTexts,
} from '#features/content/pages/templates/rules.ts';
import ar from '#features/content/pages/texts/ar.json' with { type: 'json' };
import en from '#features/content/pages/texts/en.json' with { type: 'json' };
import { optionShapes } from '#features/platform/options/schema.ts';

describe('whole sites', () => {
  test('there are six, of options the site understands, with a home page and a menu that leads into the site', () => {
    expect(siteTemplates).toHaveLength(6);
    for (const template of siteTemplates) {
      const { options, pages } = siteContentOf(template);
      for (const [key, value] of Object.entries(options))
        expect(optionShapes[key as keyof typeof optionShapes].parse(value)).toMatchObject(value);
      const slugs = pages.map(({ slug }) => slug);
      expect(slugs[0]).toBe('home');
      expect(new Set(slugs).size).toBe(slugs.length);
      for (const { item_url } of template.menu) expect(['course', 'blog', ...slugs]).toContain(item_url.slice(1));
      expect(new TextEncoder().encode(JSON.stringify(options)).length).toBeLessThan(65_536);
    }
  });

  test('differ without their colours: in type, in form, in what their first page is made of', () => {
    const faces = siteTemplates.map(({ theme }) =>
      ['--font-display', '--font-body', '--weight-display', '--stretch-display']
        .map((name) => theme.light[name])
        .join(),
    );
    expect(new Set(faces).size).toBe(6);
    expect(
      new Set(siteTemplates.map(({ theme }) => `${theme.light['--font-display']} ${theme.light['--font-body']}`)).size,
    ).toBe(6);
    const openings = siteTemplates.map(({ pages }) =>
      (pages[0]?.blocks ?? []).map(({ type, props }) => `${type} ${String(props.layout ?? '')}`),
    );
    for (const item of openings)
      for (const another of openings)
        if (item !== another) {
          const shared = item.filter((matches) => another.includes(matches)).length;
          expect(shared / Math.max(item.length, another.length)).toBeLessThan(0.5);
        }
  });

  test.each(['en', 'ar'] as const)('and every page have a name and a sentence in %s', (language) => {
    const { templates } = { en, ar }[language];
    for (const { name } of siteTemplates) expect(templates.sites).toHaveProperty(`${name}.text`);
    for (const { name } of pageTemplates) expect(templates.pages).toHaveProperty(`${name}.text`);
    expect(Object.keys(templates.sites)).toHaveLength(siteTemplates.length);
    expect(Object.keys(templates.pages)).toHaveLength(pageTemplates.length);
  });
});

describe.each(translatedLanguages)('the words of templates in %s', (language) => {
  const file = join(root, 'public', 'pictures', 'templates', `words-${language}.json`);
  const words = JSON.parse(readFileSync(file, 'utf8')) as TemplateTranslations;
  const ownDefaults = Object.fromEntries(Object.entries(blocks).map(([type, { defaults }]) => [type, { ...defaults }]));

  /** Every text that would be changed, were there a word for it. */
  function wordsIn(value: unknown): string[] {
    const matches: string[] = [];
    const listening = new Proxy({} as Record<string, string>, {
      get: (_, word) => {
        if (typeof word === 'string' && /\p{L}/u.test(word)) matches.push(word);
        return undefined;
      },
    });
    translateTexts(value, { words: listening, defaults: {} });
    return matches;
  }

  test('lack none that a template or a block begins with', () => {
    const needed = [
      ...pageTemplates.flatMap(({ title, description, blocks: written }) => wordsIn({ title, description, written })),
      ...siteTemplates.flatMap(({ footer, menu, pages }) => wordsIn({ footer, menu, pages })),
      ...Object.values(ownDefaults).flatMap(wordsIn),
    ];
    expect(needed.length).toBeGreaterThan(700);
    expect([...new Set(needed)].filter((word) => !words.words[word])).toEqual([]);
  });

  test('for what blocks begin with are those of the blocks themselves', () => {
    const derived = Object.fromEntries(
      Object.entries(ownDefaults)
        .filter(([, defaults]) => wordsIn(defaults).length > 0)
        .map(([type, defaults]) => [type, translateTexts(defaults, { words: words.words, defaults: {} })]),
    );
    if (process.env.WRITE_WORDS) writeFileSync(file, `${JSON.stringify({ ...words, defaults: derived }, null, 2)}\n`);
    expect(words.defaults, 'written anew by WRITE_WORDS=1').toEqual(JSON.parse(JSON.stringify(derived)));
  });

  test('keep the marks of a comparison: yes and no are drawn, not read', () => {
    const marksIn = (text: string) =>
      text.split('\n').map((row) => row.split('|').map((cell) => /^ ?(?:yes|no) ?$/.test(cell)));
    for (const [english, own] of Object.entries(words.words))
      if (english.includes(' | ')) expect(marksIn(own), own).toEqual(marksIn(english));
  });

  test('make pages within the limits of their blocks, with the same addresses', () => {
    const addressesIn = (value: unknown) => JSON.stringify(value).match(/"(?:href|item_url|src)":"[^"]*"/g) ?? [];
    for (const site of siteTemplates) {
      const written = translateSiteTemplate(site, words);
      for (const page of written.pages) expect(problemsOf(buildPageData(page.blocks).content, blocks)).toEqual([]);
      expect(addressesIn([written.menu, written.footer])).toEqual(addressesIn([site.menu, site.footer]));
      expect(JSON.stringify(written.pages)).not.toBe(JSON.stringify(site.pages));
      expect(written.footer).not.toEqual(site.footer);
    }
    for (const page of pageTemplates) {
      const written = translatePageTemplate(page, words);
      expect(problemsOf(buildPageData(written.blocks).content, blocks)).toEqual([]);
      expect(written.description).not.toBe(page.description);
    }
  });
});

describe('the platform’s own pages', () => {
  test.each(platformPages.map((page) => [page.slug, page] as const))(
    '%s holds to every limit of its blocks',
    (_, page) => {
      expect(problemsOf(buildPageData(page.blocks).content, blocks)).toEqual([]);
    },
  );
  test('the home page says how many blocks there are at least', () => {
    const message = /"value":"(\d+)\+","text":"blocks to build a page of/.exec(JSON.stringify(platformPages[0]))?.[1];
    expect(Object.keys(blocks).length).toBeGreaterThanOrEqual(Number(message));
  });
});
