import { inflateSync } from 'node:zlib';

/** The text of a page as a reader of PDF finds it: the glyphs of each line by the table of their font. */
export function linesOf(file: Buffer): string[] {
  const text = file.toString('latin1');
  const streams = [...text.matchAll(/\/Length (\d+)[^>]*>>\nstream\n/g)].map((match) => {
    const from = (match.index ?? 0) + match[0].length;
    return inflateSync(file.subarray(from, from + Number(match[1])));
  });
  const fonts = [...text.matchAll(/\/(F\d) (\d+) 0 R/g)].map(([, name]) => name ?? '');
  const tables = streams
    .map((stream) => stream.toString('latin1'))
    .filter((stream) => stream.includes('beginbfchar'))
    .map(
      (stream) =>
        new Map([...stream.matchAll(/<([0-9a-f]{4})> <([0-9a-f]+)>/g)].map(([, glyph, sign]) => [glyph, sign])),
    );
  const content = streams[0]?.toString('latin1') ?? '';
  return content.split('\n').flatMap((line) => {
    if (!line.startsWith('BT')) return [];
    const signs = [...line.matchAll(/\/(F\d) \S+ Tf <([0-9a-f]*)> Tj/g)].flatMap(([, font = '', hex = '']) =>
      (hex.match(/.{4}/g) ?? []).map((glyph) => tables[fonts.indexOf(font)]?.get(glyph) ?? ''),
    );
    return [Buffer.from(signs.join(''), 'hex').swap16().toString('utf16le')];
  });
}
