/** The library brings no types of its own. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff'; keepFeatures: readonly string[] },
  ): Promise<Buffer>;
}
