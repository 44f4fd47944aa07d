import sharp from 'sharp';
import type { Align, PdfImage } from './pdf-blocks.ts';

/** A PDF is read on paper, too: pixels for each point. */
const DENSITY = 3;
const MAX_PIXELS = 50_000_000;

/**
 * A picture of any kind that browsers show (JPEG, PNG, WebP, AVIF, GIF, SVG) as a block no larger than `width` and `height` points;
 * null where it can't be read.
 */
export async function pictureBlock(
  file: Buffer,
  { width, height, ...rest }: { width: number; height: number; alt: string; align?: Align },
): Promise<PdfImage | null> {
  try {
    const { data, info } = await sharp(file, { limitInputPixels: MAX_PIXELS })
      .resize({ width: width * DENSITY, height: height * DENSITY, fit: 'inside' })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { kind: 'image', data, width: info.width / DENSITY, height: info.height / DENSITY, ...rest };
  } catch {
    return null;
  }
}
