import { type InlineSvg, svgTag } from './inline-svg.ts';

/** In characters. An SVG of this size is some 4 KB of a compressed page. */
const MAX_SIZE = 24_000;
const MAX_TOTAL_SIZE = 48_000;

const PRELOAD = /<link rel="preload" as="image" href="([^"]+)"[^>]*>/g;
const SOURCE = ' src="';
const PICTURE = /<img\b[^>]* src="([^"]*)"[^>]*>/g;

/** Path of an SVG file -> the file as a data URL. */
export type InlineImages = Map<string, Buffer>;

/** The SVG files of a page's first screen: those its head preloads. Photographs are too large. */
export async function inlineImages(
  head: string,
  read: (address: string) => Promise<InlineSvg | null>,
): Promise<InlineImages> {
  const images: InlineImages = new Map();
  let left = MAX_TOTAL_SIZE;
  const preloaded = Array.from(head.matchAll(PRELOAD), async ([, address = '']) => ({
    address,
    svg: svgTag(address) === null ? null : await read(address),
  }));
  for (const { address, svg } of await Promise.all(preloaded)) {
    if (!svg || svg.size > Math.min(MAX_SIZE, left)) continue;
    left -= svg.size;
    images.set(address, svg.data);
  }
  return images;
}

/** The head of a page without the preloads of inlined files. */
export function withoutPreloads(head: string, images: InlineImages): string {
  return images.size === 0 ? head : head.replace(PRELOAD, (tag, address: string) => (images.has(address) ? '' : tag));
}

/** The body of a page with the data URLs in place of the paths, in parts. */
export function withInlineImages(body: string, images: InlineImages): (string | Buffer)[] {
  const parts: (string | Buffer)[] = [];
  let copied = 0;
  if (images.size > 0) {
    for (const { 0: tag, 1: address = '', index } of body.matchAll(PICTURE)) {
      // Lazy images are not on the first screen.
      const data = tag.includes('loading="lazy"') ? undefined : images.get(address);
      if (!data) continue;
      const at = index + tag.indexOf(SOURCE) + SOURCE.length;
      parts.push(body.slice(copied, at), data);
      copied = at + address.length;
    }
  }
  return [...parts, body.slice(copied)];
}
