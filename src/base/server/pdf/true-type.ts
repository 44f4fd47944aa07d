/** The parts of a TrueType font a document needs: glyph lookup, widths, and the file to embed. */
export type TrueType = {
  glyphOf(sign: string): number | undefined;
  /** In thousandths of the font size. */
  widthOf(glyph: number): number;
  /** In thousandths: ascent, descent, and the bounding box of all glyphs. */
  metrics: { ascent: number; descent: number; box: readonly number[] };
  /** The tables a PDF reader uses; variation and shaping tables are left out. */
  file: Buffer;
};

const embedded = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'];

/** Parses a font file (OpenType 1.9 with `glyf` outlines); of a variable font its default instance. */
export function readTrueType(font: Buffer): TrueType {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const entry = 12 + 16 * index;
    const offset = font.readUInt32BE(entry + 8);
    tables.set(
      font.toString('latin1', entry, entry + 4),
      font.subarray(offset, offset + font.readUInt32BE(entry + 12)),
    );
  }
  const table = (name: string): Buffer => {
    const table = tables.get(name);
    if (!table) throw new Error(`This font has no table ${name}.`);
    return table;
  };
  const head = table('head');
  const hhea = table('hhea');
  const hmtx = table('hmtx');
  const thousandths = (units: number) => Math.round((units * 1000) / head.readUInt16BE(18));
  const wide = hhea.readUInt16BE(34);
  const glyphs = glyphsOf(table('cmap'));
  return {
    glyphOf: (sign) => glyphs.get(sign.codePointAt(0) ?? 0),
    widthOf: (glyph) => thousandths(hmtx.readUInt16BE(4 * Math.min(glyph, wide - 1))),
    metrics: {
      ascent: thousandths(hhea.readInt16BE(4)),
      descent: thousandths(hhea.readInt16BE(6)),
      box: [36, 38, 40, 42].map((at) => thousandths(head.readInt16BE(at))),
    },
    file: fileOf(embedded.flatMap((name) => (tables.has(name) ? [[name, table(name)] as const] : []))),
  };
}

/** The character map: of the subtables in format 4 and 12, all entries. */
function glyphsOf(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const at = cmap.subarray(cmap.readUInt32BE(4 + 8 * index + 4));
    if (at.readUInt16BE(0) === 4) readSegments(at, glyphs);
    else if (at.readUInt16BE(0) === 12) readGroups(at, glyphs);
  }
  return glyphs;
}

function readSegments(at: Buffer, glyphs: Map<number, number>): void {
  const many = at.readUInt16BE(6) / 2;
  for (let segment = 0; segment < many; segment++) {
    const end = at.readUInt16BE(14 + 2 * segment);
    const start = at.readUInt16BE(16 + 2 * many + 2 * segment);
    const delta = at.readUInt16BE(16 + 4 * many + 2 * segment);
    const rangeAt = 16 + 6 * many + 2 * segment;
    const range = at.readUInt16BE(rangeAt);
    for (let sign = start; sign <= end && sign !== 0xffff; sign++) {
      const listed = range === 0 ? sign : at.readUInt16BE(rangeAt + range + 2 * (sign - start));
      if (range === 0 || listed !== 0) glyphs.set(sign, (listed + delta) & 0xffff);
    }
  }
}

function readGroups(at: Buffer, glyphs: Map<number, number>): void {
  for (let group = 0; group < at.readUInt32BE(12); group++) {
    const entry = 16 + 12 * group;
    const start = at.readUInt32BE(entry);
    for (let sign = start; sign <= at.readUInt32BE(entry + 4); sign++)
      glyphs.set(sign, at.readUInt32BE(entry + 8) + sign - start);
  }
}

/** Builds a font file from tables, its directory first; each table is aligned to four bytes. */
function fileOf(tables: readonly (readonly [string, Buffer])[]): Buffer {
  const power = 2 ** Math.floor(Math.log2(tables.length));
  const directory = Buffer.alloc(12 + 16 * tables.length);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(16 * power, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE(16 * (tables.length - power), 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  tables.forEach(([name, table], index) => {
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    const entry = 12 + 16 * index;
    directory.write(name, entry, 'latin1');
    directory.writeUInt32BE(checksumOf(padded), entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(table.length, entry + 12);
    parts.push(padded);
    offset += padded.length;
  });
  return Buffer.concat(parts);
}

function checksumOf(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}
