/** A public drawing as an address that stands in an attribute, and how many characters it has itself. */
export type InlineSvg = { size: number; data: Buffer };

export type InlineSvgs = {
  /** The drawing, from memory where it is there; `read`: its text, null where there is none. */
  get(address: string, read: (address: string) => Promise<string | null>): Promise<InlineSvg | null>;
  /** Forgets what has changed; `tags` as of a page that shows it. */
  drop(tags: readonly string[]): void;
  clear(): void;
};

const MAXIMUM_BYTES = 8_000_000;

/** The library holds what lies there, and tells of its changes. */
const PUBLIC_FILE = /^\/storage\/v1\/object\/public\/([^/]+)\/(public\/[^?#]+\.svg)$/i;

/** What a page that shows a public drawing of ours is tagged with; null where an address is none. */
export function svgTag(address: string): string | null {
  const [, accountId, path] = PUBLIC_FILE.exec(address) ?? [];
  if (!accountId || !path) return null;
  try {
    return `media_files:${accountId}:${decodeURIComponent(path)}`;
  } catch {
    return null;
  }
}

/** Drawings that pages show first: most pages of a site show the same few, and each would read its file again. */
export function createInlineSvgs(maximumBytes = MAXIMUM_BYTES): InlineSvgs {
  /** By tag, in the order in which they were last asked for. */
  const kept = new Map<string, InlineSvg>();
  let bytes = 0;
  /** What is being read while something changes may be what it was before. */
  let changes = 0;

  function take(tag: string): InlineSvg | undefined {
    const drawing = kept.get(tag);
    if (!drawing) return undefined;
    kept.delete(tag);
    bytes -= drawing.data.length;
    return drawing;
  }

  function keep(tag: string, drawing: InlineSvg): void {
    take(tag);
    kept.set(tag, drawing);
    bytes += drawing.data.length;
    for (const oldest of kept.keys()) {
      if (bytes <= maximumBytes) return;
      take(oldest);
    }
  }

  return {
    get: async (address, read) => {
      const tag = svgTag(address);
      if (!tag) return null;
      const known = take(tag);
      if (known) {
        keep(tag, known);
        return known;
      }
      const asked = changes;
      const text = await read(address);
      if (text === null) return null;
      const drawing = { size: text.length, data: asAddress(text) };
      if (asked === changes) keep(tag, drawing);
      return drawing;
    },
    drop: (tags) => {
      changes++;
      for (const tag of tags) take(tag);
    },
    clear: () => {
      changes++;
      kept.clear();
      bytes = 0;
    },
  };
}

const BEGINNING = Buffer.from('data:image/svg+xml;charset=utf-8,');
/** What ends an attribute or an address, or is left out of one. */
const ESCAPED = new Set(Buffer.from('%#"<>&\t\n\r'));
const HEX = Buffer.from('0123456789ABCDEF');

/** A tag whose values all stand in double quotes and hold no single ones. */
const QUOTED = /<[a-z][^\s"'/>]*(?:\s+[^\s"'=/>]+="[^"']*")*\s*\/?>/gi;

/** As an address that stands in an attribute, little longer than the drawing itself: single quotes need no escaping there. */
function asAddress(drawing: string): Buffer {
  const plain = Buffer.from(drawing.replace(QUOTED, (tag) => tag.replaceAll('"', "'")));
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
