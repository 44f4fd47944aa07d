import { type InlineSvg, svgTag } from './inline-svg.ts';

/** Characters. A drawing of this size is some 4 KB of a compressed page. */
const LARGEST = 24_000;
const LARGEST_TOGETHER = 48_000;

const AHEAD = /<link rel="preload" as="image" href="([^"]+)"[^>]*>/g;
const SOURCE = ' src="';
const PICTURE = /<img\b[^>]* src="([^"]*)"[^>]*>/g;

/** Address of a drawing -> itself as an address. */
export type InlineImages = Map<string, Buffer>;

/** The drawings a page shows first: those its head would have fetched ahead. Photographs are too large. */
export async function inlineImages(
  head: string,
  read: (address: string) => Promise<InlineSvg | null>,
): Promise<InlineImages> {
  const near: InlineImages = new Map();
  let room = LARGEST_TOGETHER;
  const drawings = Array.from(head.matchAll(AHEAD), async ([, address = '']) => ({
    address,
    drawing: svgTag(address) === null ? null : await read(address),
  }));
  for (const { address, drawing } of await Promise.all(drawings)) {
    if (!drawing || drawing.size > Math.min(LARGEST, room)) continue;
    room -= drawing.size;
    near.set(address, drawing.data);
  }
  return near;
}

/** The head of a page without what stands in its body. */
export function withoutAhead(head: string, near: InlineImages): string {
  return near.size === 0 ? head : head.replace(AHEAD, (tag, address: string) => (near.has(address) ? '' : tag));
}

/** The body of a page with the drawings in the place of their addresses, in parts. */
export function withInlineImages(body: string, near: InlineImages): (string | Buffer)[] {
  const parts: (string | Buffer)[] = [];
  let told = 0;
  if (near.size > 0) {
    for (const { 0: tag, 1: address = '', index } of body.matchAll(PICTURE)) {
      // What is fetched later is not near, and stands in its file.
      const data = tag.includes('loading="lazy"') ? undefined : near.get(address);
      if (!data) continue;
      const place = index + tag.indexOf(SOURCE) + SOURCE.length;
      parts.push(body.slice(told, place), data);
      told = place + address.length;
    }
  }
  return [...parts, body.slice(told)];
}
