import { clampRgb, converter, interpolate, parse, type Rgb, wcagContrast } from 'culori';

/** A colour in sRGB: red, green, blue and alpha, each from 0 to 1. */
export type Rgba = { red: number; green: number; blue: number; alpha: number };
/** A colour in Oklab; lightness from 0 to 1. */
export type Oklab = { lightness: number; a: number; b: number };

const oklab = converter('oklab');
const rgb = converter('rgb');
/** What a theme may hold: names and other functions are none of it. */
const ACCEPTED = /^(?:#|rgba?\(|oklch\()/;

const rgbOf = ({ red, green, blue, alpha }: Rgba): Rgb => ({ mode: 'rgb', r: red, g: green, b: blue, alpha });
const rgbaFrom = ({ r, g, b, alpha = 1 }: Rgb): Rgba => ({ red: r, green: g, blue: b, alpha });

/** Reads #rgb, #rrggbb (with or without alpha), rgb(), rgba() and oklch(), clipped to sRGB. @throws {TypeError} */
export function parseCssColor(text: string): Rgba {
  const value = text.trim().toLowerCase();
  const color = ACCEPTED.test(value) ? parse(value) : undefined;
  if (!color) throw new TypeError(`Invalid color: ${text.slice(0, 64)}`);
  return rgbaFrom(clampRgb(rgb(color)));
}

export function toOklab(color: Rgba): Oklab {
  const { l, a, b } = oklab(rgbOf(color));
  return { lightness: l, a, b };
}

/** Oklab to sRGB, opaque, clipped to the gamut. */
export function rgbaOf({ lightness, a, b }: Oklab): Rgba {
  return rgbaFrom(clampRgb(rgb({ mode: 'oklab', l: lightness, a, b })));
}

/** The result of `color-mix(in oklab, from share, to)` for two opaque colours; `share` from 0 to 1. */
export function mixColors(from: Rgba, to: Rgba, share: number): Rgba {
  return rgbaFrom(clampRgb(rgb(interpolate([rgbOf(to), rgbOf(from)], 'oklab')(share))));
}

/** WCAG 2 contrast of two opaque colours, 1 to 21. */
export function contrast(left: Rgba, right: Rgba): number {
  return wcagContrast(rgbOf(left), rgbOf(right));
}
