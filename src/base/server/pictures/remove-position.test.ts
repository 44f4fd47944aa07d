import { crc32 } from 'node:zlib';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { removePosition, removePositionOfFile } from './remove-position.ts';

const XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" exif:GPSLatitude="48,12.5077N" dc:format="image/jpeg"><exif:GPSLongitude>16,22.1903E</exif:GPSLongitude></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'tiff'] as const;

/** A photo with a GPS position, once in Exif and once in XMP. */
function photograph(format: (typeof FORMATS)[number]): Promise<Buffer> {
  return sharp({ create: { width: 12, height: 8, channels: 3, background: '#a52' } })
    .withMetadata({
      orientation: 6,
      exif: {
        IFD0: { Make: 'Camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 30461/1000', GPSLongitude: '16/1 22/1 11417/1000' },
      },
    })
    .withXmp(XMP)
    .toFormat(format)
    .toBuffer();
}

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) => Buffer.concat([u16(value >>> 16), u16(value & 65535)]);
const box = (type: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(content.length + 8), Buffer.from(type), content]);
};
const fullBox = (type: string, version: number, ...parts: Buffer[]) => box(type, u32(version * 0x1000000), ...parts);

/** A HEIC file as a phone writes it (ISO 23008-12): one picture, with Exif and XMP as separate items. */
async function heic(): Promise<{ file: Buffer; picture: Buffer }> {
  const { exif = Buffer.alloc(0) } = await sharp(await photograph('jpeg')).metadata();
  const picture = Buffer.from('the coded picture, of which nothing may change: II*\0MM\0*');
  const items = [picture, Buffer.concat([u32(6), exif]), Buffer.from(XMP)];
  const entry = (id: number, type: string, name = '') =>
    fullBox('infe', 2, u16(id), u16(0), Buffer.from(`${type}\0${name}`));
  const meta = (start: number) => {
    let at = start;
    const entries = items.map((item, index) => {
      const entry = Buffer.concat([u16(index + 1), u16(0), u16(1), u32(at), u32(item.length)]);
      at += item.length;
      return entry;
    });
    return fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, u16(1)),
      fullBox('iinf', 0, u16(3), entry(1, 'hvc1'), entry(2, 'Exif'), entry(3, 'mime', 'application/rdf+xml\0')),
      fullBox('iloc', 0, Buffer.from([0x44, 0x00]), u16(3), ...entries),
    );
  };
  const kind = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'));
  const start = kind.length + meta(0).length + 8;
  return { file: Buffer.concat([kind, meta(start), box('mdat', ...items)]), picture };
}

/** The seconds of both coordinates, in either byte order. */
function hasPosition(file: Buffer): boolean {
  const seconds = [30461, 11417].flatMap((value) => {
    const both = [Buffer.alloc(8), Buffer.alloc(8)] as const;
    both[0].writeUInt32LE(value);
    both[0].writeUInt32LE(1000, 4);
    both[1].writeUInt32BE(value);
    both[1].writeUInt32BE(1000, 4);
    return both;
  });
  return seconds.some((value) => file.includes(value)) || /12\.5077|22\.1903/.test(file.toString('latin1'));
}

describe('the place where a picture was taken', () => {
  test.each(FORMATS)('goes from %s, and nothing else does', async (format) => {
    const original = await photograph(format);
    expect(hasPosition(original)).toBe(true);
    const cleaned = removePosition(Buffer.from(original));
    expect(hasPosition(cleaned)).toBe(false);
    const [before, after] = [await sharp(original).metadata(), await sharp(cleaned).metadata()];
    expect([format, before.orientation, after.orientation]).toEqual([
      format,
      ...Array(2).fill(format === 'avif' ? undefined : 6),
    ]);
    expect(cleaned.includes('Camera')).toBe(original.includes('Camera'));
    expect(cleaned.includes('dc:format')).toBe(original.includes('dc:format'));
    // Compressed text chunks of a PNG can't be blanked.
    if (format !== 'png') expect(cleaned.length).toBe(original.length);
    expect(/GPS(?:Lat|Long)/.test(after.xmpAsString ?? '')).toBe(false);
    const pixels = (file: Buffer) => sharp(file).raw().toBuffer();
    expect((await pixels(cleaned)).equals(await pixels(original))).toBe(true);
    expect(removePosition(Buffer.from(cleaned)).equals(cleaned)).toBe(true);
  });

  test('goes from HEIC, and nothing else does', async () => {
    const { file: original, picture } = await heic();
    expect((await fileTypeFromBuffer(original))?.mime).toBe('image/heic');
    expect(hasPosition(original)).toBe(true);
    const cleaned = removePosition(Buffer.from(original));
    expect(hasPosition(cleaned)).toBe(false);
    expect(cleaned.length).toBe(original.length);
    // Boxes and pixels are unchanged: only Exif and XMP differ.
    const isIn = cleaned.indexOf(picture) + picture.length;
    expect(isIn).toBeGreaterThan(picture.length);
    expect(cleaned.subarray(0, isIn).equals(original.subarray(0, isIn))).toBe(true);
    expect(cleaned.includes('Camera') && cleaned.includes('dc:format="image/jpeg"')).toBe(true);
    expect(removePosition(Buffer.from(cleaned)).equals(cleaned)).toBe(true);
  });

  test('goes from a PNG with what old programs wrote beside it; every checksum is right', async () => {
    const original = await photograph('png');
    const words = Buffer.from('zTXtRaw profile type exif\0\0packed');
    const chunk = Buffer.concat([Buffer.alloc(4), words, Buffer.alloc(4)]);
    chunk.writeUInt32BE(words.length - 4);
    chunk.writeUInt32BE(crc32(words), chunk.length - 4);
    const cleaned = removePosition(Buffer.concat([original.subarray(0, 33), chunk, original.subarray(33)]));
    expect(cleaned.includes('Raw profile')).toBe(false);
    for (let at = 8; at < cleaned.length; at += 12 + cleaned.readUInt32BE(at)) {
      const end = at + 8 + cleaned.readUInt32BE(at);
      expect(cleaned.readUInt32BE(end)).toBe(crc32(cleaned.subarray(at + 4, end)));
    }
    expect(hasPosition(cleaned)).toBe(false);
  });

  test.each([
    ['a picture without any', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')],
    ['a header and no directory', Buffer.from('49492a00ffffffff00000000', 'hex')],
    ['a directory that ends nowhere', Buffer.from('49492a0008000000ffff2588040001000000', 'hex')],
    ['a position that names itself', Buffer.from('49492a000800000001002588040001000000080000000800000000', 'hex')],
    ['half a PNG', Buffer.from('89504e470d0a1a0a000000ff65584966', 'hex')],
    ['nothing', Buffer.alloc(0)],
  ])('%s is kept without a failure', (_, file) => {
    expect(removePosition(Buffer.from(file)).length).toBe(file.length);
  });

  test('a picture that is too large for the buffer is rejected', async () => {
    async function* endless() {
      for (;;) yield Buffer.alloc(8 * 1024 * 1024);
    }
    await expect(removePositionOfFile(endless())).rejects.toMatchObject({ status: 413, code: 'picture_immense' });
  });
});
