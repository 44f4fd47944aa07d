import { contrast, mixColors, type Oklab, parseCssColor, type Rgba, rgbaOf, toOklab } from '#ui/fields/color.ts';

/** Minimum contrast ratio of text (WCAG 2.2, 1.4.3). A theme below it can't be saved; the database checks it too. */
export const MIN_CONTRAST = 4.5;

/**
 * Pairs of text and background colours: body text on every background, section text on its section, links on the
 * backgrounds.
 */
export const colourPairs = [
  ['base-content', 'base-100'],
  ['base-content', 'base-200'],
  ['base-content', 'base-300'],
  ['primary', 'base-100'],
  ['primary', 'base-200'],
  ['primary-content', 'primary'],
  ['secondary-content', 'secondary'],
  ['accent-content', 'accent'],
  ['neutral-content', 'neutral'],
] as const;

export const colourNames = [
  'base-100',
  'base-content',
  'primary',
  'primary-content',
  'secondary',
  'secondary-content',
  'accent',
  'accent-content',
  'neutral',
  'neutral-content',
] as const;
export type ColourName = (typeof colourNames)[number];

export type Finding = {
  /** The colour with the lowest contrast to it, and the ratio, 1 to 21. */
  with: string;
  ratio: number;
};

const nameOf = (name: string) => `--color-${name}`;

/** The colours a theme colour is paired with. */
function partnersOf(name: string): string[] {
  return colourPairs.flatMap(([ink, background]) => (ink === name ? [background] : background === name ? [ink] : []));
}

/** The pair with the lowest contrast. An unreadable colour value counts as no contrast. */
export function lowestContrast(variables: Record<string, string>, name: ColourName): Finding {
  const findings = partnersOf(name).map((partner) => ({
    with: partner,
    ratio: ratioOf(variables[nameOf(name)], variables[nameOf(partner)]),
  }));
  return findings.reduce((weakest, finding) => (finding.ratio < weakest.ratio ? finding : weakest));
}

/** The first pair of a theme below the minimum contrast; null if there is none. */
export function firstUnreadable(variables: Record<string, string>): (typeof colourPairs)[number] | null {
  return (
    colourPairs.find(
      ([ink, background]) => ratioOf(variables[nameOf(ink)], variables[nameOf(background)]) < MIN_CONTRAST,
    ) ?? null
  );
}

const STEP = 0.005;
const STEPS = 200;

/** The nearest colour of the same hue with enough contrast to all its partners; null if there is none. */
export function nearestReadable(variables: Record<string, string>, name: ColourName): string | null {
  const start = toOklab(parseColour(variables[nameOf(name)]) ?? { red: 0, green: 0, blue: 0, alpha: 1 });
  const partners = partnersOf(name).map((partner) => parseColour(variables[nameOf(partner)]));
  const isReadable = (hex: string) =>
    partners.every((partner) => partner && contrast(parseCssColor(hex), partner) >= MIN_CONTRAST);
  for (let step = 0; step <= STEPS; step++) {
    for (const direction of [-1, 1]) {
      const hex = hexAt(start, start.lightness + direction * step * STEP);
      if (hex && isReadable(hex)) return hex;
    }
  }
  return null;
}

function hexAt({ a, b }: Oklab, lightness: number): string | null {
  return lightness < 0 || lightness > 1 ? null : toHex(rgbaOf({ lightness, a, b }));
}

/** The two softer backgrounds derived from a background and its text colour. */
export function softBackgrounds(background: string, ink: string): Record<string, string> {
  const [backgroundColor, inkColor] = [parseColour(background), parseColour(ink)];
  if (!backgroundColor || !inkColor) return {};
  return {
    '--color-base-200': toHex(mixColors(inkColor, backgroundColor, 0.03)),
    '--color-base-300': toHex(mixColors(inkColor, backgroundColor, 0.07)),
  };
}

export function ratioOf(first: string | undefined, second: string | undefined): number {
  const [a, b] = [parseColour(first), parseColour(second)];
  return a && b ? contrast(a, b) : 1;
}

function parseColour(colour: string | undefined): Rgba | null {
  try {
    return parseCssColor(colour ?? '');
  } catch {
    return null;
  }
}

/** Converts any colour of a theme to `#rrggbb`; black if it can't be parsed. */
export function hexOf(colour: string | undefined): string {
  return toHex(parseColour(colour) ?? { red: 0, green: 0, blue: 0, alpha: 1 });
}

function toHex({ red, green, blue }: Rgba): string {
  const pair = (channel: number) =>
    Math.round(Math.min(1, Math.max(0, channel)) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${pair(red)}${pair(green)}${pair(blue)}`;
}
