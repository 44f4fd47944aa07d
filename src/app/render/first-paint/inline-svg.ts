import { LRUCache } from 'lru-cache';

/** A public SVG file as a data URL for an attribute, and its own length in characters. */
export type InlineSvg = { size: number; data: Buffer };

export type InlineSvgs = {
  /** The SVG, from memory where it is cached; `read` returns its text, null where there is none. */
  get(address: string, read: (address: string) => Promise<string | null>): Promise<InlineSvg | null>;
  /** Drops what has changed; `tags` as in `svgTag`. */
  drop(tags: readonly string[]): void;
  clear(): void;
};

const MAX_BYTES = 8_000_000;

/** Files of the media library, whose changes are announced. */
const PUBLIC_FILE = /^\/storage\/v1\/object\/public\/([^/]+)\/(public\/[^?#]+\.svg)$/i;

/** The cache tag of a public SVG file; null for any other path. */
export function svgTag(address: string): string | null {
  const [, accountId, path] = PUBLIC_FILE.exec(address) ?? [];
  if (!accountId || !path) return null;
  try {
    return `media_files:${accountId}:${decodeURIComponent(path)}`;
  } catch {
    return null;
  }
}

/** Cache of the SVG files that pages inline: most pages of a site show the same few. */
export function createInlineSvgs(maxBytes = MAX_BYTES): InlineSvgs {
  /** By tag. */
  const cache = new LRUCache<string, InlineSvg>({ maxSize: maxBytes, sizeCalculation: ({ data }) => data.length });
  /** A read that was under way during a change may be stale. */
  let changes = 0;

  return {
    get: async (address, read) => {
      const tag = svgTag(address);
      if (!tag) return null;
      const cached = cache.get(tag);
      if (cached) return cached;
      const changesBefore = changes;
      const text = await read(address);
      if (text === null) return null;
      const svg = { size: text.length, data: dataUrlOf(text) };
      if (changesBefore === changes) cache.set(tag, svg);
      return svg;
    },
    drop: (tags) => {
      changes++;
      for (const tag of tags) cache.delete(tag);
    },
    clear: () => {
      changes++;
      cache.clear();
    },
  };
}

const PREFIX = Buffer.from('data:image/svg+xml;charset=utf-8,');
/** Bytes that end an attribute or a URL, or are not allowed in one. */
const ESCAPED = new Set(Buffer.from('%#"<>&\t\n\r'));
const HEX = Buffer.from('0123456789ABCDEF');

/** A tag whose values all stand in double quotes and hold no single ones. */
const QUOTED = /<[a-z][^\s"'/>]*(?:\s+[^\s"'=/>]+="[^"']*")*\s*\/?>/gi;

/** A data URL little longer than the SVG itself: single quotes need no escaping in an attribute. */
function dataUrlOf(svg: string): Buffer {
  const plain = Buffer.from(svg.replace(QUOTED, (tag) => tag.replaceAll('"', "'")));
  const escaped = Buffer.allocUnsafe(plain.length * 3);
  let length = 0;
  for (const byte of plain) {
    if (ESCAPED.has(byte)) {
      escaped[length++] = 0x25;
      escaped[length++] = HEX[byte >> 4] ?? 0;
      escaped[length++] = HEX[byte & 15] ?? 0;
    } else escaped[length++] = byte;
  }
  return Buffer.concat([PREFIX, escaped.subarray(0, length)]);
}
