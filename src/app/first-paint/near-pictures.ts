/** Characters. A drawing of this size is some 4 KB of a compressed page. */
const LARGEST = 24_000;
const LARGEST_TOGETHER = 48_000;

const AHEAD = /<link rel="preload" as="image" href="([^"]+)"[^>]*>/g;
const SOURCE = ' src="';
const PICTURE = /<img\b[^>]* src="([^"]*)"[^>]*>/g;
const PUBLIC_FILE = /^\/storage\/v1\/object\/public\/([^/]+)\/([^?#]+\.svg)$/i;

/** Address of a drawing -> its path below the account's folder, and itself as an address. */
export type NearPictures = Map<string, { path: string; data: Buffer }>;

/**
 * The drawings a page shows first: those its head would have fetched ahead. Photographs are too large. `read` answers a
 * public file's text, null where there is none or it is no drawing.
 */
export async function nearPictures(
  head: string,
  read: (path: string) => Promise<string | null>,
): Promise<NearPictures> {
  const near: NearPictures = new Map();
  let room = LARGEST_TOGETHER;
  const drawings = Array.from(head.matchAll(AHEAD), async ([, address = '']) => {
    const path = PUBLIC_FILE.exec(address)?.[2];
    return path ? { address, path, drawing: await read(address) } : null;
  });
  for (const found of await Promise.all(drawings)) {
    if (!found?.drawing || found.drawing.length > Math.min(LARGEST, room)) continue;
    const { address, path, drawing } = found;
    room -= drawing.length;
    near.set(address, { path, data: asAddress(drawing) });
  }
  return near;
}

/** The head of a page without what stands in its body. */
export function withoutAhead(head: string, near: NearPictures): string {
  return near.size === 0 ? head : head.replace(AHEAD, (tag, address: string) => (near.has(address) ? '' : tag));
}

/** The body of a page with the drawings in the place of their addresses, in parts. */
export function withPictures(body: string, near: NearPictures): (string | Buffer)[] {
  const parts: (string | Buffer)[] = [];
  let told = 0;
  if (near.size > 0) {
    for (const { 0: tag, 1: address = '', index } of body.matchAll(PICTURE)) {
      // What is fetched later is not near, and stands in its file.
      const data = tag.includes('loading="lazy"') ? undefined : near.get(address)?.data;
      if (!data) continue;
      const place = index + tag.indexOf(SOURCE) + SOURCE.length;
      parts.push(body.slice(told, place), data);
      told = place + address.length;
    }
  }
  return [...parts, body.slice(told)];
}

const BEGINNING = Buffer.from('data:image/svg+xml;charset=utf-8,');
/** What ends an attribute or an address, or is left out of one. */
const ESCAPED = new Set(Buffer.from('%#"<>&\t\n\r'));
const HEX = Buffer.from('0123456789ABCDEF');

/** As an address that stands in an attribute, little longer than the drawing itself. */
function asAddress(drawing: string): Buffer {
  const plain = Buffer.from(drawing);
  const escaped = Buffer.allocUnsafe(plain.length * 3);
  let length = 0;
  for (const byte of plain) {
    if (ESCAPED.has(byte)) {
      escaped[length++] = 0x25;
      escaped[length++] = HEX[byte >> 4] ?? 0;
      escaped[length++] = HEX[byte & 15] ?? 0;
    } else escaped[length++] = byte;
  }
  return Buffer.concat([BEGINNING, escaped.subarray(0, length)]);
}
