import { crc32, inflateSync } from 'node:zlib';
import { AppError } from '#base/shared/errors.ts';
import { removeTiffPositions } from './tiff-position.ts';

/** In bytes: a picture is buffered while it is searched. */
export const MAX_PICTURE_BYTES = 64 * 1024 * 1024;
/** All pictures buffered at one moment. */
const MAX_BUFFERED_BYTES = 256 * 1024 * 1024;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const XMP_KEYWORD = Buffer.from('XML:com.adobe.xmp\0');
const MAX_XMP_BYTES = 4 * 1024 * 1024;
const TEXT_CHUNKS = ['tEXt', 'zTXt', 'iTXt'];

const errors = {
  immense: () => new AppError(413, 'picture_immense', 'The object exceeded the maximum allowed size'),
  busy: () => new AppError(503, 'pictures_busy', 'Too many requests of this kind at once. Try again shortly.'),
};

let bufferedBytes = 0;

/**
 * The cleaner of uploaded pictures: removes the GPS position and leaves everything else unchanged.
 * @throws {AppError} `picture_immense`, or 503 where too many arrive at once.
 */
export async function removePositionOfFile(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of file) {
      if (size + chunk.byteLength > MAX_PICTURE_BYTES) throw errors.immense();
      if (bufferedBytes + chunk.byteLength > MAX_BUFFERED_BYTES) throw errors.busy();
      size += chunk.byteLength;
      bufferedBytes += chunk.byteLength;
      chunks.push(chunk);
    }
    return removePosition(Buffer.concat(chunks));
  } finally {
    bufferedBytes -= size;
  }
}

/** Changes the file in place and returns it: shorter only for a PNG with compressed texts that hold the position. */
export function removePosition(file: Buffer): Buffer {
  const isPng = file.subarray(0, PNG.length).equals(PNG);
  const picture = isPng ? withoutPackedPositions(file) : file;
  const changed = [...removeTiffPositions(picture), ...blankXmpPositions(picture)];
  if (isPng && changed.length > 0) mendChecksums(picture, changed);
  return picture;
}

const XMP_POSITION =
  /<exif:GPS\w{1,40}(?:\s[^<>]{0,500})?>[^<]{0,500}<\/exif:GPS\w{1,40}\s*>|\bexif:GPS\w{1,40}\s*=\s*(?:"[^"<]{0,500}"|'[^'<]{0,500}')/g;

/** XMP repeats the position as elements or attributes: blanks replace them, so that no offset moves. */
function blankXmpPositions(file: Buffer): number[] {
  const changed: number[] = [];
  let at = file.indexOf('exif:GPS', 0, 'latin1');
  while (at >= 0) {
    const from = Math.max(0, at - 1);
    const text = file.toString('latin1', from, Math.min(file.length, at + 64 * 1024));
    let end = at + 8;
    for (const match of text.matchAll(XMP_POSITION)) {
      const start = from + match.index;
      file.fill(0x20, start, start + match[0].length);
      changed.push(start);
      end = Math.max(end, start + match[0].length);
    }
    at = file.indexOf('exif:GPS', end, 'latin1');
  }
  return changed;
}

type Chunk = { at: number; end: number; type: string };

function* chunksOf(png: Buffer): Generator<Chunk> {
  let at = PNG.length;
  while (at + 12 <= png.length) {
    const end = at + 12 + png.readUInt32BE(at);
    if (end > png.length) return;
    yield { at, end, type: png.toString('latin1', at + 4, at + 8) };
    at = end;
  }
}

/**
 * PNG text chunks with a position that can't be blanked: compressed XMP, and Exif in hexadecimal as old programs wrote
 * it.
 */
function withoutPackedPositions(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (const { at, end, type } of chunksOf(png)) {
    if (!TEXT_CHUNKS.includes(type) || !mayHidePosition(type, png.subarray(at + 8, end - 4))) continue;
    parts.push(png.subarray(from, at));
    from = end;
  }
  return from === 0 ? png : Buffer.concat([...parts, png.subarray(from)]);
}

/**
 * A text chunk is keyword, NUL, and for XMP in `iTXt`: compression flag, method, language, NUL, keyword, NUL (PNG 3,
 * 11.3.3).
 */
function mayHidePosition(type: string, text: Buffer): boolean {
  if (/^Raw profile type /i.test(text.toString('latin1', 0, 32))) return true;
  const isXmp = text.subarray(0, XMP_KEYWORD.length).equals(XMP_KEYWORD);
  const isPacked = type === 'zTXt' || (type === 'iTXt' && text[XMP_KEYWORD.length] === 1);
  if (!isXmp || !isPacked) return false;
  const language = text.indexOf(0, XMP_KEYWORD.length + 2);
  const start = type === 'zTXt' ? XMP_KEYWORD.length + 1 : text.indexOf(0, language + 1) + 1;
  try {
    return inflateSync(text.subarray(start), { maxOutputLength: MAX_XMP_BYTES }).includes('exif:GPS');
  } catch {
    return true;
  }
}

function mendChecksums(png: Buffer, changed: readonly number[]): void {
  for (const { at, end } of chunksOf(png)) {
    if (changed.some((offset) => offset >= at && offset < end)) {
      png.writeUInt32BE(crc32(png.subarray(at + 4, end - 4)), end - 4);
    }
  }
}
