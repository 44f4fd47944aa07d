import type { PictureValue } from '#base/shared/pictures.ts';
import type { WrittenBlock } from '#features/content/blocks/document/rules.ts';
import type { FooterOption, HeaderOption, MenuItem, ThemeOption } from '#features/platform/options/schema.ts';

/** A page template. Its name and description are texts under `templates.pages.NAME`. */
export type PageTemplate = { name: string; title: string; slug: string; description: string; blocks: WrittenBlock[] };

/** A site template: theme, menus and pages. Texts under `templates.sites.NAME`. */
export type SiteTemplate = {
  name: string;
  theme: Pick<ThemeOption, 'bodyStyle' | 'preset' | 'light' | 'dark'>;
  header: HeaderOption;
  footer: FooterOption;
  menu: MenuItem[];
  pages: Omit<PageTemplate, 'name'>[];
};

export const put = (type: string, props: Record<string, unknown> = {}): WrittenBlock => ({ type, props });

const tall = ['leaves', 'portrait'];
const flat = ['campus', 'dunes', 'harbour', 'stage', 'stairs'];

/** A product image (public/pictures). */
export function drawing(name: string, alt = ''): PictureValue {
  const [width, height] = tall.includes(name) ? [960, 1200] : [1280, flat.includes(name) ? 860 : 960];
  return { src: `/pictures/${name}.svg`, alt, width, height };
}

export const noDrawing: PictureValue = { src: '', alt: '' };

export const button = (label: string, href: string, look: 'primary' | 'accent' | 'line' | 'clear' = 'primary') => ({
  label,
  href,
  look,
});

/** A menu of links without submenus. */
export const menuOf = (...links: [label: string, href: string][]): MenuItem[] =>
  links.map(([label, item_url]) => ({
    id: `menu-${item_url.replace(/\W+/g, '-')}`,
    label,
    item_url,
    item_type: 'link',
    parent: null,
    children: [],
  }));

export const linksOf = (...links: [label: string, href: string][]) =>
  links.map(([label, item_url]) => ({ label, item_url }));

const hues = ['base-100', 'base-200', 'base-300', 'base-content'] as const;
const roles = ['primary', 'secondary', 'accent', 'neutral'] as const;

/**
 * Light or dark half of a theme: three background colours with their text colour, then each role's colour with its text
 * colour, in `oklch()`.
 */
export function colours(
  backgrounds: readonly [string, string, string, string],
  pairs: Record<(typeof roles)[number], readonly [string, string]>,
): Record<`--${string}`, string> {
  return Object.fromEntries([
    ...hues.map((hue, at) => [`--color-${hue}`, `oklch(${backgrounds[at]})`]),
    ...roles.flatMap((role) => [
      [`--color-${role}`, `oklch(${pairs[role][0]})`],
      [`--color-${role}-content`, `oklch(${pairs[role][1]})`],
    ]),
  ]);
}

const sans = (name: string) => `"${name}", "Vazirmatn", "Geist fallback", sans-serif`;

export const fonts = {
  geist: sans('Geist'),
  instrument: sans('Instrument Sans'),
  hanken: sans('Hanken Grotesk'),
  bricolage: sans('Bricolage Grotesque'),
  fraunces: '"Fraunces", "Vazirmatn", "Fraunces fallback", serif',
  newsreader: '"Newsreader", "Vazirmatn", "Fraunces fallback", serif',
  jetbrains: '"JetBrains Mono", "Vazirmatn", ui-monospace, "Liberation Mono", monospace',
} as const;

/** Typography and corner radii. */
export function shapes(
  display: string,
  body: string,
  set: { weight: number; track: string; stretch?: string; isUpper?: boolean; box: string; field: string },
): Record<`--${string}`, string> {
  return {
    '--font-display': display,
    '--font-body': body,
    '--weight-display': String(set.weight),
    '--track-display': set.track,
    '--stretch-display': set.stretch ?? 'normal',
    '--case-display': set.isUpper ? 'uppercase' : 'none',
    '--radius-box': set.box,
    '--radius-field': set.field,
    '--radius-selector': set.field,
  };
}

/** Template texts in another language: translations by their English text, and the default values of block types. */
export type TemplateTranslations = {
  words: Readonly<Record<string, string>>;
  defaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** Keys with translatable text; all others hold options, URLs and sizes. */
const translatableKeys = new Set(
  (
    'title description text label alt html eyebrow quote note noteEnd per yearPer points question answer caption done data ' +
    'footer_bottom role heads rows address hours when who link name code value'
  ).split(' '),
);

/** A value with its texts translated; texts without translation stay English. */
export function translateTexts<Value>(value: Value, words: TemplateTranslations, key = ''): Value {
  if (typeof value === 'string') return (translatableKeys.has(key) ? (words.words[value] ?? value) : value) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => translateTexts(item, words, key)) as Value;
  if (value === null || typeof value !== 'object') return value;
  const { type, props } = value as { type?: unknown; props?: unknown };
  if (typeof type === 'string' && props && typeof props === 'object')
    return { ...value, props: { ...words.defaults[type], ...translateTexts(props, words) } };
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, translateTexts(item, words, name)]),
  ) as Value;
}

export function translatePageTemplate<Page extends Omit<PageTemplate, 'name'>>(
  page: Page,
  words: TemplateTranslations,
): Page {
  const { title, description, blocks } = page;
  return { ...page, ...translateTexts({ title, description, blocks }, words) };
}

export function translateSiteTemplate(site: SiteTemplate, words: TemplateTranslations): SiteTemplate {
  const { footer, menu } = translateTexts({ footer: site.footer, menu: site.menu }, words);
  return { ...site, footer, menu, pages: site.pages.map((page) => translatePageTemplate(page, words)) };
}
