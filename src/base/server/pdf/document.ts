import { deflateSync } from 'node:zlib';
import { inOrder, lettersOf } from './arabic.ts';
import type { TrueType } from './true-type.ts';

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89 };

/** Draws on one page; `x` from the left edge, `y` from the top, both in points. */
export type PdfDocument = {
  /** Draws a line of text; `x` is its start, or its end where `isEnd`. In a right-to-left script both are mirrored. */
  text(words: string, x: number, y: number, options?: { size?: number; grey?: number; isEnd?: boolean }): void;
  /** A horizontal line between the margins. */
  rule(from: number, to: number, y: number): void;
  /** The document as bytes. */
  bytes(): Buffer;
};

/**
 * A one-page document (PDF 1.7, ISO 32000-1) with embedded fonts and copyable text. Each character uses the first font
 * that has it.
 */
export function openPdf(options: {
  title: string;
  language: string;
  isRightToLeft: boolean;
  fonts: readonly TrueType[];
}): PdfDocument {
  const { fonts, isRightToLeft } = options;
  const used = fonts.map(() => new Map<number, string>());
  const operations: string[] = [];
  const mirror = (x: number) => (isRightToLeft ? PAGE.width - x : x);

  /** Each character with its font and glyph; a character without a glyph becomes a question mark. */
  function set(words: string) {
    return [...inOrder(words, isRightToLeft)].map((sign) => {
      const font = fonts.findIndex((font) => font.glyphOf(sign) !== undefined);
      const shown = font < 0 ? '?' : sign;
      const fontIndex = Math.max(font, 0);
      const glyph = fonts[fontIndex]?.glyphOf(shown) ?? 0;
      used[fontIndex]?.set(glyph, lettersOf(shown));
      return { font: fontIndex, glyph, width: fonts[fontIndex]?.widthOf(glyph) ?? 0 };
    });
  }

  return {
    text: (words, x, y, { size = 10, grey = 0, isEnd = false } = {}) => {
      const signs = set(words);
      const width = (signs.reduce((sum, sign) => sum + sign.width, 0) * size) / 1000;
      const edge = mirror(x);
      // A right-to-left line starts at its right end.
      const start = isEnd === isRightToLeft ? edge : edge - width;
      const shows: string[] = [];
      for (let at = 0; at < signs.length; ) {
        const font = signs[at]?.font ?? 0;
        let hex = '';
        for (; signs[at]?.font === font; at++) hex += (signs[at]?.glyph ?? 0).toString(16).padStart(4, '0');
        shows.push(`/F${font} ${size} Tf <${hex}> Tj`);
      }
      operations.push(`BT ${grey} g ${number(start)} ${number(PAGE.height - y)} Td ${shows.join(' ')} ET`);
    },
    rule: (from, to, y) => {
      const height = number(PAGE.height - y);
      operations.push(`0.8 G 0.5 w ${number(mirror(from))} ${height} m ${number(mirror(to))} ${height} l S`);
    },
    bytes: () => fileOf(options, used, operations.join('\n')),
  };
}

const number = (value: number) => value.toFixed(2);
const textString = (words: string) => `<feff${Buffer.from(words, 'utf16le').swap16().toString('hex')}>`;

function fileOf(
  { title, language, fonts }: { title: string; language: string; fonts: readonly TrueType[] },
  used: readonly Map<number, string>[],
  content: string,
): Buffer {
  const objects: Buffer[] = [];
  const add = (...parts: (string | Buffer)[]) =>
    objects.push(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))));
  const stream = (data: Buffer, more = '') => {
    const packed = deflateSync(data);
    return [`<< /Length ${packed.length} /Filter /FlateDecode${more} >>\nstream\n`, packed, '\nendstream'] as const;
  };
  const shown = fonts.flatMap((font, fontIndex) => {
    const glyphs = used[fontIndex] ?? new Map<number, string>();
    return glyphs.size > 0 ? [{ font, fontIndex, glyphs }] : [];
  });
  const FIRST_FONT = 6;
  const resources = shown.map(({ fontIndex }, index) => `/F${fontIndex} ${FIRST_FONT + 5 * index} 0 R`).join(' ');
  add(`<< /Type /Catalog /Pages 2 0 R /Lang (${language}) /ViewerPreferences << /DisplayDocTitle true >> >>`);
  add('<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  add(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R /Resources << /Font << ${resources} >> >> >>`,
  );
  add(...stream(Buffer.from(content)));
  add(`<< /Title ${textString(title)} >>`);
  for (const [index, { font, fontIndex, glyphs }] of shown.entries()) {
    const id = FIRST_FONT + 5 * index;
    const name = `/AAAAA${String.fromCharCode(65 + fontIndex)}+Stoa${fontIndex}`;
    const { ascent, descent, box } = font.metrics;
    const widths = [...glyphs.keys()].map((glyph) => `${glyph} [${font.widthOf(glyph)}]`).join(' ');
    add(
      `<< /Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H /DescendantFonts [${id + 1} 0 R] /ToUnicode ${id + 4} 0 R >>`,
    );
    add(
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${id + 2} 0 R /W [${widths}] /CIDToGIDMap /Identity >>`,
    );
    add(
      `<< /Type /FontDescriptor /FontName ${name} /Flags 4 /FontBBox [${box.join(' ')}] /ItalicAngle 0 /Ascent ${ascent} /Descent ${descent} /CapHeight ${ascent} /StemV 80 /FontFile2 ${id + 3} 0 R >>`,
    );
    add(...stream(font.file, ` /Length1 ${font.file.length}`));
    add(...stream(Buffer.from(unicodeOf(glyphs))));
  }
  return assembled(objects);
}

/** The ToUnicode map of the glyphs (ISO 32000-1, 9.10.3), at most 100 per block. */
function unicodeOf(glyphs: ReadonlyMap<number, string>): string {
  const lines = [...glyphs].map(
    ([glyph, text]) => `<${glyph.toString(16).padStart(4, '0')}> ${textString(text).replace('<feff', '<')}`,
  );
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Stoa def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`;
}

/** The objects with their cross-reference table: the fifth object is the document information. */
function assembled(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let offset = parts[0]?.length ?? 0;
  const offsets = objects.map((object, index) => {
    const start = offset;
    const bytes = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(bytes);
    offset += bytes.length;
    return `${String(start).padStart(10, '0')} 00000 n \n`;
  });
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
