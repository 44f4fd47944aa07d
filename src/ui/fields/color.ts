/** A colour in sRGB: red, green, blue and alpha, each from 0 to 1. */
export type Rgba = { red: number; green: number; blue: number; alpha: number };

const number = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)`;
const rgbaPattern = new RegExp(
  `^rgba?\\(\\s*(${number})\\s*,\\s*(${number})\\s*,\\s*(${number})\\s*(?:,\\s*(${number}%?)\\s*)?\\)$`,
  'i',
);
const hexPattern = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const oklchPattern = new RegExp(
  `^oklch\\(\\s*(${number})%\\s+(${number})\\s+(${number})(?:deg)?\\s*(?:/\\s*(${number}%?)\\s*)?\\)$`,
  'i',
);

function readAlpha(text: string | undefined): number {
  if (text === undefined) return 1;
  return text.endsWith('%') ? Number.parseFloat(text) / 100 : Number.parseFloat(text);
}

/** Reads `rgb(1, 2, 3)` or `rgba(1, 2, 3, 0.5)`. Throws a TypeError on anything else, and on a channel out of range. */
export function parseRgba(text: string): Rgba {
  const match = rgbaPattern.exec(text.trim());
  if (!match) throw new TypeError(`Invalid rgba color: ${text.slice(0, 64)}`);
  const [red, green, blue] = [match[1], match[2], match[3]].map(Number);
  const alpha = readAlpha(match[4]);
  const isInRange = [red, green, blue].every((channel) => channel !== undefined && channel >= 0 && channel <= 255);
  if (!isInRange || alpha < 0 || alpha > 1) throw new TypeError(`Invalid rgba color: ${text.slice(0, 64)}`);
  return { red: (red ?? 0) / 255, green: (green ?? 0) / 255, blue: (blue ?? 0) / 255, alpha };
}

/** `rgba(255, 0, 0, 0.5)`, the format of stored themes of older sites. */
export function formatRgba({ red, green, blue, alpha }: Rgba): string {
  const [r, g, b] = [red, green, blue].map((channel) => Math.round(Math.min(1, Math.max(0, channel)) * 255));
  return `rgba(${r}, ${g}, ${b}, ${Math.round(alpha * 1000) / 1000})`;
}

/** Reads #rgb, #rrggbb (with or without alpha), rgb(), rgba() and oklch(). Throws a TypeError on anything else. */
export function parseCssColor(text: string): Rgba {
  const value = text.trim();
  const hex = hexPattern.exec(value)?.[1];
  if (hex) {
    const pairs = hex.length <= 4 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
    const [red = 0, green = 0, blue = 0, alpha = 1] = pairs.map((pair) => Number.parseInt(pair, 16) / 255);
    return { red, green, blue, alpha };
  }
  const oklch = oklchPattern.exec(value);
  if (oklch) {
    const hue = (Number(oklch[3]) * Math.PI) / 180;
    const chroma = Number(oklch[2]);
    return fromOklab(
      { lightness: Number(oklch[1]) / 100, a: chroma * Math.cos(hue), b: chroma * Math.sin(hue) },
      readAlpha(oklch[4]),
    );
  }
  return parseRgba(value);
}

/** A colour in Oklab; lightness from 0 to 1. */
export type Oklab = { lightness: number; a: number; b: number };

const toLinear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const fromLinear = (light: number) => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
const clip = (channel: number) => Math.min(1, Math.max(0, channel));

/** Oklab to sRGB, clipped to the sRGB gamut. Matrices of Björn Ottosson, as in CSS Color 4. */
function fromOklab({ lightness, a, b }: Oklab, alpha: number): Rgba {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return {
    red: clip(fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)),
    green: clip(fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)),
    blue: clip(fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)),
    alpha,
  };
}

export function toOklab({ red, green, blue }: Rgba): Oklab {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

/** Oklab to sRGB, opaque, clipped to the gamut. */
export function rgbaOf(color: Oklab): Rgba {
  return fromOklab(color, 1);
}

/** The result of `color-mix(in oklab, from share, to)` for two opaque colours; `share` from 0 to 1. */
export function mixColors(from: Rgba, to: Rgba, share: number): Rgba {
  const [first, second] = [toOklab(from), toOklab(to)];
  const between = (from: number, to: number) => from * share + to * (1 - share);
  return fromOklab(
    {
      lightness: between(first.lightness, second.lightness),
      a: between(first.a, second.a),
      b: between(first.b, second.b),
    },
    1,
  );
}

function luminance({ red, green, blue }: Rgba): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** WCAG 2 contrast of two opaque colours, 1 to 21. */
export function contrast(left: Rgba, right: Rgba): number {
  const [light, dark] = [luminance(left), luminance(right)].sort((first, second) => second - first);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}
