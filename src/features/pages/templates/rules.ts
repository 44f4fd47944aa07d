import type { BlockPicture } from '#base/shared/blocks.ts';
import type { FooterOption, HeaderOption, MenuItem, ThemeOption } from '#features/options/schema.ts';
import type { WrittenBlock } from '#features/pages/rules.ts';

/** A page somebody may begin with. Its name and what it is for are texts: `templates.pages.NAME`. */
export type PageTemplate = { name: string; title: string; slug: string; description: string; blocks: WrittenBlock[] };

/** A whole site somebody may begin with: its look, its way around, its pages. Texts: `templates.sites.NAME`. */
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

/** One of the drawings the product brings along (public/pictures). */
export function drawing(name: string, alt = ''): BlockPicture {
  const [width, height] = tall.includes(name) ? [960, 1200] : [1280, flat.includes(name) ? 860 : 960];
  return { src: `/pictures/${name}.svg`, alt, width, height };
}

export const noDrawing: BlockPicture = { src: '', alt: '' };

export const button = (label: string, href: string, look: 'primary' | 'accent' | 'line' | 'clear' = 'primary') => ({
  label,
  href,
  look,
});

/** A menu of plain links. */
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

/** A half of a theme: the three grounds and their ink, then each role's colour with the ink on it; colours as in `oklch()`. */
export function colours(
  grounds: readonly [string, string, string, string],
  pairs: Record<(typeof roles)[number], readonly [string, string]>,
): Record<`--${string}`, string> {
  return Object.fromEntries([
    ...hues.map((hue, at) => [`--color-${hue}`, `oklch(${grounds[at]})`]),
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

/** How titles and texts are set, and how round corners are. */
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
