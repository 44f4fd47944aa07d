/** The library brings no types of its own. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    /** Undefined where all glyphs are kept. */
    text: string | undefined,
    options: { targetFormat: 'truetype'; keepFeatures?: readonly string[]; keepAllGlyphs?: boolean },
  ): Promise<Buffer>;
}
