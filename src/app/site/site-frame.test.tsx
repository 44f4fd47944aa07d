import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { SiteProvider } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import { PostTile } from '#features/content/posts/components/post-tile.tsx';
import { CourseTile } from '#features/learning/courses/components/course-tile.tsx';
import type { CourseCard } from '#features/learning/courses/data.ts';
import { noticeColours } from '#features/platform/options/components/notice-colours.ts';
import { readOption, type SiteOptions } from '#features/platform/options/data.ts';
import { optionShapes } from '#features/platform/options/schema.ts';
import { IslandRenderer } from '#ui/layout/island.tsx';
import { createTranslations } from '../i18n/translations.ts';
import { contentPolicy } from '../render/content-policy.ts';
import { accountScriptOrigins } from './account-scripts.ts';
import { siteBrandingOf } from './site-dress.ts';
import { AccountScripts } from './site-extras.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHead } from './site-head.tsx';
import { SiteHeader } from './site-header.tsx';

const i18n = createTranslations()('en');

const site: Site = {
  locale: 'en',
  direction: 'ltr',
  origin: 'http://demo.localhost',
  base_domain: 'localhost',
  account: { account_id: 'a', slug: 'demo', domain: null, is_platform: false, features: ['lms'] },
  backend: { url: '', anon_key: '' },
  assets: { site_script: '/site.js' },
};

/** Options as they may be stored, in their shapes. */
function lookOf(stored: Partial<Record<keyof typeof optionShapes, unknown>>): SiteOptions {
  const keys = Object.keys(optionShapes) as (keyof typeof optionShapes)[];
  return Object.fromEntries(keys.map((key) => [key, readOption(key, stored[key])])) as SiteOptions;
}

function markupOf(element: ReactElement): string {
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

const headerOf = (stored: Parameters<typeof lookOf>[0]) => markupOf(<SiteHeader look={lookOf(stored)} path="/" />);
const footerOf = (stored: Parameters<typeof lookOf>[0]) =>
  markupOf(<SiteFooter locale="en" look={lookOf(stored)} path="/" />);

describe('the head', () => {
  const look = lookOf({});
  const dress = siteBrandingOf(look.theme, 'en');
  test.each([
    ['a public page', { hydrates: false, isBare: false, isDashboard: false }, true],
    ['a page without header, such as sign-in', { hydrates: false, isBare: true, isDashboard: false }, false],
    ['the dashboard', { hydrates: true, isBare: false, isDashboard: true }, false],
  ] as const)('of %s, %j, waits for the header: %s', (_, room, waits) => {
    const head = markupOf(<SiteHead site={site} look={look} dress={dress} room={room} />);
    expect(head.includes('rel="expect"')).toBe(waits);
  });
});

describe('the header', () => {
  test.each([
    ['header_darklight', 'data-darklight'],
    ['header_search', 'data-island="search"'],
    ['header_cart', 'data-island="cart"'],
    ['header_login', 'href="/login"'],
  ])('%s switches its part on and off', (setting, mark) => {
    expect(headerOf({})).toContain(mark);
    expect(headerOf({ settings: { [setting]: false } })).not.toContain(mark);
  });

  test('a setting nobody can read takes no other with it, and times may be numbers', () => {
    const settings = {
      sitetitle: 'Lumen Academy',
      logo_width: 'wide',
      header_cart: false,
      notices: { enable_header_notice: true, header_notice: 'Hello', header_notice_start: 1_767_225_600_000 },
    };
    expect(headerOf({ settings })).toContain('<bdi>Lumen Academy</bdi>');
    expect(headerOf({ settings })).not.toContain('data-island="cart"');
    const look = lookOf({ settings });
    expect(look.settings.logo_width).toBe(4);
    expect(look.settings.notices).toMatchObject({
      header_notice: 'Hello',
      header_notice_start: '2026-01-01T00:00:00.000Z',
    });
  });

  test('an entry needs no id, and one that can’t be read leaves the others', () => {
    const header = [
      {
        label: 'Courses',
        item_url: 'course',
        item_type: 'other',
        children: [{ label: 'One', item_url: 'course/one' }],
      },
      { item_url: '/nameless' },
      ...Array.from({ length: 20 }, (_, at) => ({ label: `Entry ${at}`, item_url: `/${at}` })),
    ];
    const look = lookOf({ menus: { header, mobile: 'none' } });
    expect(look.menus.header.map(({ id }) => id)).toEqual(Array.from({ length: 21 }, (_, at) => `menu-${at}`));
    expect(look.menus.header[0]?.children[0]?.id).toBe('menu-0-0');
    expect(look.menus.header[1]?.label).toBe('Entry 0');
    expect(headerOf({ menus: { header } })).toContain('href="/course/one"');
    expect(lookOf({ menus: { header: [...header, ...header] } }).menus.header.length).toBeGreaterThan(20);
  });

  test('shows the logo at its width, another in dark themes, and the title where there is none', () => {
    const titled = { sitetitle: 'Lumen Academy' };
    expect(headerOf({ settings: titled })).toContain('<bdi>Lumen Academy</bdi>');
    const item = headerOf({ settings: { ...titled, logo: '/light.svg' } });
    expect(item).toMatch(/<img[^>]*class="brand-logo"[^>]*src="\/light\.svg"[^>]*width="64" height="64"/);
    expect(item).not.toContain('on-dark" src');
    const two = headerOf({ settings: { ...titled, logo: '/light.svg', dark_logo: '/dark.svg', logo_width: 10 } });
    expect(two).toMatch(/on-light"[^>]*src="\/light\.svg"[^>]*width="160"/);
    expect(two).toMatch(/on-dark"[^>]*src="\/dark\.svg"[^>]*width="160"/);
  });

  const entry = { parent: null, children: [] };
  const menu = [
    { ...entry, id: 'a', label: 'Plain', item_url: 'faq' },
    { ...entry, id: 'b', label: 'Elsewhere', item_url: 'https://example.org/x' },
    { ...entry, id: 'c', label: 'Only words', item_url: '', item_type: 'label' },
    {
      ...entry,
      id: 'd',
      label: 'Deep',
      item_url: 'course',
      children: [
        {
          ...entry,
          id: 'e',
          label: 'Deeper',
          item_url: 'course/x',
          parent: 'd',
          children: [{ ...entry, id: 'f', label: 'Deepest', item_url: 'course/x/y', parent: 'e' }],
        },
      ],
    },
    {
      ...entry,
      id: 'g',
      label: 'Sheet',
      item_url: '',
      item_type: 'megamenu',
      mega_menu: {
        columnCount: 3,
        columns: [
          {
            content: { title: 'Learn', links: [{ label: 'Photography', item_url: '/course?category=photography' }] },
            colSpan: 2,
            rowSpan: 1,
          },
        ],
      },
    },
  ];

  test('has a menu of links, words, levels and sheets of columns; links with http lead elsewhere', () => {
    const html = headerOf({ menus: { header: menu }, header: { header_fontsize: 20 } });
    expect(html).toContain('<a class="site-link" href="/faq">Plain</a>');
    expect(html).toMatch(/<a class="site-link" href="https:\/\/example\.org\/x" rel="noopener">/);
    expect(html).toContain('<span class="site-link is-label">Only words</span>');
    expect(html).toMatch(
      /href="\/course\/x">Deeper<\/a><ul class="menu-level"><li><a[^>]*href="\/course\/x\/y">Deepest/,
    );
    expect(html).toContain('grid-template-columns:repeat(3, minmax(11rem, 1fr))');
    expect(html).toMatch(/grid-column:span 2;grid-row:span 1"><p class="mega-title">Learn/);
    expect(html).toContain('font-size:1.25rem');
  });

  test('has another menu for phones, or else what the wide one holds', () => {
    const drawerOf = (html: string) => html.slice(html.indexOf('id="site-drawer"'));
    const own = drawerOf(
      headerOf({ menus: { header: menu, mobile: [{ ...entry, id: 'm', label: 'Small', item_url: 'small' }] } }),
    );
    expect([own.includes('>Small<'), own.includes('>Plain<')]).toEqual([true, false]);
    const wide = drawerOf(headerOf({ menus: { header: menu } }));
    expect([wide.includes('>Plain<'), wide.includes('>Deepest<'), wide.includes('>Photography<')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('words lead nowhere, in the drawer either; what has levels under it is still reached itself', () => {
    const html = headerOf({ menus: { header: menu } });
    const drawer = html.slice(html.indexOf('id="site-drawer"'));
    expect(drawer).toContain('<p class="drawer-link is-label">Only words</p>');
    expect(html.slice(0, html.indexOf('id="site-drawer"'))).toMatch(/href="\/course">All Deep<\/a><ul/);
    expect(drawer).toMatch(/href="\/course">All Deep<\/a><ul/);
  });

  test('a menu of five levels is shown to its last', () => {
    const nested = (level: number): object => ({
      ...entry,
      id: `l${level}`,
      label: `Level ${level}`,
      item_url: `l${level}`,
      children: level < 5 ? [nested(level + 1)] : [],
    });
    const html = headerOf({ menus: { header: [nested(1)] } });
    expect(html.slice(0, html.indexOf('id="site-drawer"'))).toContain('href="/l5">Level 5<');
  });

  test.each([
    ['header', { header_style: 'glass', header_fix: true }, '<header class="site-head"'],
    ['menus', { header: [{ ...entry, id: 'x', label: 'Other', item_url: 'x', item_type: 'dropdown' }] }, 'href="/x"'],
  ])('a value of %s that is “other” counts as the plain one', (key, value, mark) => {
    expect(headerOf({ [key]: value })).toContain(mark);
  });

  test.each([
    ['plain', 'static', 'site-head'],
    ['transparent', 'fixed', 'site-head is-clear is-fixed'],
    ['plain', 'scroll-hide', 'site-head is-fixed'],
  ])('style %s, %s', (header_style, header_fix, classes) => {
    const html = headerOf({ header: { header_style, header_fix } });
    expect(html).toContain(`<header class="${classes}"`);
    expect(html.includes('data-hides')).toBe(header_fix === 'scroll-hide');
  });
});

test('headings of the menu in another language than the page say so', () => {
  const link = { label: 'Lumière', item_url: '/light' };
  const wide = {
    ...{ id: 'w', label: 'Cours', item_url: '', item_type: 'megamenu' },
    mega_menu: { columnCount: 1, columns: [{ colSpan: 1, rowSpan: 1, content: { title: 'Photo', links: [link] } }] },
  };
  const group = {
    ...{ id: 'g', label: 'École', item_url: '', item_type: 'dropdown' },
    children: [{ id: 'l', label: 'Maîtres', item_url: '', item_type: 'label', children: [] }],
  };
  const html = headerOf({ settings: { defaultLanguage: 'fr' }, menus: { header: [wide, group], mobile: [group] } });
  for (const words of ['Cours', 'Photo', 'École', 'Maîtres'])
    expect(html.match(new RegExp(`(?<!<bdi lang="fr">)${words}`))?.[0]).toBeUndefined();
  expect(html.match(/<summary class="(?:site|drawer)-link"><bdi lang="fr">/g)).toHaveLength(3);
});

test('words people wrote are told apart from the direction of the screen', () => {
  const settings = { notices: { enable_footer_notice: true, footer_notice: 'Closed on Mondays.' } };
  const footer = {
    footer_columns: [{ title: 'Us', type: 'text', data: 'A school for looking.' }],
    footer_bottom: 'Since 2014.',
  };
  const html = footerOf({ settings, footer });
  for (const words of ['Closed on Mondays.', 'A school for looking.', 'Since 2014.'])
    expect(html).toContain(`<bdi>${words}</bdi>`);
});

test('who wrote or teaches something is told apart from the numbers beside, which Arabic would draw to a Latin name', () => {
  const post = { id: 'p', title: 'T', slug: 't', excerpt: '', cover: null, categories: ['Light'], tags: [] };
  const author = { id: 'm', name: 'Tomás Rivera', slug: 'tomas', bio: '' };
  const tile = markupOf(
    <PostTile
      post={{ ...post, settings: {}, post_authors: [], published_at: '2026-11-07T00:00:00Z' }}
      authors={[author]}
    />,
  );
  expect(tile).toMatch(/<bdi>Tomás Rivera<\/bdi> · <time/);
  expect(tile).toContain('<bdi>Light</bdi>');
  const course = { id: 'c', title: 'C', slug: 'c', summary: '', lesson_count: 10, duration_seconds: 600 } as CourseCard;
  expect(markupOf(<CourseTile course={course} instructor="Tomás Rivera" />)).toMatch(/<bdi>Tomás Rivera<\/bdi> · 10 /);
});

test('the footer has columns of links or of text, a last line with links, and a notice where it is switched on', () => {
  const notices = { footer_notice: 'Closed on [Mondays](/hours)', footer_notice_bg: '#ffeecc' };
  const footer = {
    footer_style: 'plain',
    footer_columns: [
      { title: 'About', type: 'text', width: 5, data: 'A school for <b>light</b>.' },
      { title: 'Learn', type: 'links', width: 2, data: [{ label: 'Courses', item_url: 'course' }] },
    ],
    footer_bottom: '© Lumen',
    footer_bottom_links: [{ label: 'Terms', item_url: '/terms' }],
  };
  const html = footerOf({ footer, settings: { notices: { ...notices, enable_footer_notice: true } } });
  expect(html).toContain('site-foot is-plain');
  expect(html).toMatch(/flex-grow:5"><h2[^>]*>About<\/h2><p[^>]*><bdi>A school for &lt;b&gt;light&lt;\/b&gt;\./);
  expect(html).toMatch(/flex-grow:2"><h2[^>]*>Learn<\/h2><ul><li><a[^>]*href="\/course">Courses/);
  expect(html).toMatch(/<bdi>© Lumen<\/bdi><a[^>]*href="\/terms">Terms/);
  expect(html).toMatch(
    /class="foot-notice" style="background:#ffeecc;color:#000000"><bdi>Closed on <a href="\/hours">Mondays<\/a>/,
  );
  expect(footerOf({ footer, settings: { notices } })).not.toContain('foot-notice');
});

test('the footer ends with the logo: by its ground the light or the dark one, once', () => {
  const settings = { sitetitle: 'Lumen', logo: '/light.svg', dark_logo: '/dark.svg', logo_width: 5 };
  const logos = (footer: object) =>
    [...footerOf({ settings, footer }).matchAll(/class="brand-logo ?([^"]*)" src="([^"]*)"[^>]*width="80"/g)].map(
      ([, mark, src]) => `${mark}${src}`,
    );
  expect(logos({ footer_style: 'ink' })).toEqual(['/dark.svg']);
  expect(logos({ footer_style: 'plain' })).toEqual(['on-light/light.svg', 'on-dark/dark.svg']);
  const above = { footer_columns: [{ title: '', type: 'text', width: 3, data: 'A school.' }] };
  expect(logos(above)).toEqual(['/dark.svg']);
});

test.each([
  ['', undefined],
  ['#f4b942', '#000000'],
  ['#102030', '#ffffff'],
  ['Navy', '#ffffff'],
  ['gold', '#000000'],
  ['oklch(30% 0.05 200)', '#ffffff'],
  ['rebeccapurple', undefined],
  ['red;color:red', undefined],
])('the words of a notice on “%s” are %s', (background, ink) => {
  expect(noticeColours(background)?.color).toBe(ink);
});

test('the analytics tag is one more script that waits for consent, allowed by name in the page’s policy', () => {
  const html = markupOf(<AccountScripts look={lookOf({ misc: { analytics_id: 'G-ABC123DEF4' } })} />);
  expect(html).toContain(
    'data-analytics="G-ABC123DEF4">[{"src":"https://www.googletagmanager.com/gtag/js?id=G-ABC123DEF4"}]',
  );
  const origins = accountScriptOrigins({ scripts: [], analytics_id: 'G-ABC123DEF4' });
  expect(origins).toEqual(['https://www.googletagmanager.com']);
  const policy = contentPolicy({ scripts: origins, backendUrl: '' });
  expect(policy).toContain("script-src 'self' https://www.googletagmanager.com;");
  expect(policy).toMatch(/connect-src 'self' https:\/\/\*\.google-analytics\.com/);
  expect(contentPolicy({ scripts: ['https://example.org'], backendUrl: '' })).toContain(
    "connect-src 'self' https://example.org;",
  );
  expect(contentPolicy({ scripts: ["'sha256-x'"], backendUrl: '' })).toContain("connect-src 'self';");
  expect(markupOf(<AccountScripts look={lookOf({ misc: { analytics_id: '"><script>' } })} />)).toBe('');
});

test('an account’s own scripts stand in the page as text that runs nothing, and can’t end it early', () => {
  const html = markupOf(
    <AccountScripts look={lookOf({ misc: { scripts: [{ src: 'https://example.org/a.js?x=</script>' }] } })} />,
  );
  expect(html).toContain('<script type="application/json" id="account-scripts">');
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  expect(html).not.toContain('<script src');
  expect(markupOf(<AccountScripts look={lookOf({})} />)).toBe('');
});
