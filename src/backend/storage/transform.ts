import { storageErrors } from './storage-error.ts';

/** Rendering options, after the published image transformations. */
export type Transform = {
  width?: number;
  height?: number;
  /** `cover` fills the box and crops, `contain` fits into it, `fill` stretches. */
  resize: 'cover' | 'contain' | 'fill';
  quality: number;
  /** Absent: the best format the browser accepts. */
  format?: 'origin' | 'webp' | 'avif';
};

/** Maximum length of a side in pixels; larger values are clamped. */
const MAX_SIDE = 2500;
const DEFAULT_QUALITY = 80;

/**
 * Reads the options by name, from a query, a JSON body or a signed link.
 * @throws {StorageError} InvalidRequest, naming the option.
 */
export function readTransform(option: (name: string) => unknown): Transform {
  const width = wholeNumber('width', option('width'), 1, Number.MAX_SAFE_INTEGER);
  const height = wholeNumber('height', option('height'), 1, Number.MAX_SAFE_INTEGER);
  const quality = wholeNumber('quality', option('quality'), 20, 100) ?? DEFAULT_QUALITY;
  const resize = oneOf('resize', option('resize'), ['cover', 'contain', 'fill'] as const) ?? 'cover';
  const format = oneOf('format', option('format'), ['origin', 'webp', 'avif'] as const);
  return {
    ...(width === undefined ? {} : { width: Math.min(width, MAX_SIDE) }),
    ...(height === undefined ? {} : { height: Math.min(height, MAX_SIDE) }),
    resize,
    quality,
    ...(format === undefined ? {} : { format }),
  };
}

/** As in a signed link: `width:100,resize:cover,quality:80`. */
export function transformText(transform: Transform): string {
  return Object.entries(transform)
    .map(([name, value]) => `${name}:${value}`)
    .join(',');
}

export function transformOfText(text: string): Transform {
  const options = new Map(text.split(',').map((pair) => pair.split(':', 2) as [string, string]));
  return readTransform((name) => options.get(name));
}

function wholeNumber(name: string, value: unknown, min: number, max: number): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < min || number > max) {
    throw storageErrors.invalidRequest(
      `${name} must be a whole number of at least ${min}${max < Number.MAX_SAFE_INTEGER ? ` and at most ${max}` : ''}`,
    );
  }
  return number;
}

function oneOf<Value extends string>(name: string, value: unknown, allowed: readonly Value[]): Value | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const match = allowed.find((option) => option === value);
  if (!match) throw storageErrors.invalidRequest(`${name} must be one of ${allowed.join(', ')}`);
  return match;
}
