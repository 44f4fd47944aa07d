/** Browser and system names from a user agent; undefined for unknown ones. */
export function deviceName(userAgent: string | null): { browser: string; system: string } {
  const text = userAgent ?? '';
  const firstMatch = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(text))?.[1] ?? '';
  return {
    browser: firstMatch([
      [/Edg\//, 'Edge'],
      [/OPR\//, 'Opera'],
      [/Firefox\/|FxiOS\//, 'Firefox'],
      [/Chrome\/|CriOS\//, 'Chrome'],
      [/Safari\//, 'Safari'],
    ]),
    system: firstMatch([
      [/iPhone|iPad/, 'iOS'],
      [/Android/, 'Android'],
      [/Windows/, 'Windows'],
      [/Mac OS X/, 'macOS'],
      [/Linux/, 'Linux'],
    ]),
  };
}

/** A crop: zoom (1 to 4) and the position of its middle (0 to 1 of the remaining range). */
export type Crop = { zoom: number; x: number; y: number };

export const defaultCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const maxZoom = 4;

/** The square a crop keeps, in the picture's pixels; always inside the picture. */
export function squareOf(width: number, height: number, { zoom, x, y }: Crop): { x: number; y: number; size: number } {
  const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));
  const size = Math.max(1, Math.round(Math.min(width, height) / clamp(zoom, 1, maxZoom)));
  return {
    x: Math.round((width - size) * clamp(x, 0, 1)),
    y: Math.round((height - size) * clamp(y, 0, 1)),
    size,
  };
}
