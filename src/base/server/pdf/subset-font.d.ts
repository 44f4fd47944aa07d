/** The library brings no types of its own. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    /** Undefined where all glyphs are kept. */
    text: string | undefined,
    options: {
      targetFormat: 'truetype' | 'woff2';
      keepFeatures?: readonly string[];
      keepAllGlyphs?: boolean;
      /** Axis -> its one value, or the part of it that stays. */
      variationAxes?: Record<string, number | { min: number; max: number }>;
    },
  ): Promise<Buffer>;
}
