import { contrast, parseCssColor } from '#ui/fields/color.ts';
import { safeColour } from '../rules.ts';

/** The sixteen HTML colour names, and gold, orange and ivory. */
const namedColours: Record<string, string> = {
  aqua: '#00ffff',
  black: '#000000',
  blue: '#0000ff',
  fuchsia: '#ff00ff',
  gold: '#ffd700',
  gray: '#808080',
  green: '#008000',
  ivory: '#fffff0',
  lime: '#00ff00',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#ffa500',
  purple: '#800080',
  red: '#ff0000',
  silver: '#c0c0c0',
  teal: '#008080',
  white: '#ffffff',
  yellow: '#ffff00',
};

const ink = '#000000';
const white = '#ffffff';

/**
 * Background of a notice and the text colour readable on it, as a style; nothing without a colour. A colour that can't
 * be parsed is left to the theme, so that the text stays readable.
 */
export function noticeColours(value: string): { background: string; color: string } | undefined {
  const colour = safeColour(value);
  if (!colour) return undefined;
  try {
    const background = parseCssColor(namedColours[colour.toLowerCase()] ?? colour);
    const isLight = contrast(background, parseCssColor(ink)) >= contrast(background, parseCssColor(white));
    return { background: colour, color: isLight ? ink : white };
  } catch {
    return undefined;
  }
}
