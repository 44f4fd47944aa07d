/** Tag of GPSInfo in an IFD (Exif 3.0, 4.6.3). */
const GPS_TAG = 0x8825;
const ENTRY_BYTES = 12;
const MAX_ENTRIES = 1000;
/** The main picture, its thumbnail, and the pages of a scan. */
const MAX_DIRECTORIES = 100;
const BYTES_OF_TYPE = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

type Reader = { u16(at: number): number; u32(at: number): number; isLittle: boolean };
type Directory = { at: number; count: number; next: number };

/**
 * Removes the position from every TIFF structure in a file, in place: Exif has this form in JPEG, PNG, WebP, HEIC, AVIF
 * and TIFF. No offset moves and no pixel changes; orientation, colours and other camera data stay.
 * @returns the offsets that changed.
 */
export function removeTiffPositions(file: Buffer): number[] {
  const changed: number[] = [];
  for (const mark of ['II*\0', 'MM\0*']) {
    for (let at = file.indexOf(mark, 0, 'latin1'); at >= 0; at = file.indexOf(mark, at + 4, 'latin1')) {
      if (clearPositions(file.subarray(at), mark.startsWith('I'))) changed.push(at);
    }
  }
  return changed;
}

function readerOf(tiff: Buffer, isLittle: boolean): Reader {
  return {
    isLittle,
    u16: (at) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)),
    u32: (at) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)),
  };
}

function clearPositions(tiff: Buffer, isLittle: boolean): boolean {
  if (tiff.length < 14) return false;
  const read = readerOf(tiff, isLittle);
  let isChanged = false;
  let at = read.u32(4);
  for (let visited = 0; visited < MAX_DIRECTORIES && at >= 8; visited++) {
    const directory = directoryAt(tiff, read, at);
    if (!directory) break;
    for (let index = directory.count - 1; index >= 0; index--) {
      const entry = directory.at + 2 + index * ENTRY_BYTES;
      if (read.u16(entry) !== GPS_TAG) continue;
      const gps = directoryAt(tiff, read, read.u32(entry + 8));
      if (gps && gps.at !== directory.at) clearDirectory(tiff, read, gps);
      removeEntry(tiff, read, directory, index);
      isChanged = true;
    }
    at = directory.next;
  }
  return isChanged;
}

/** The directory at an offset; null where there can be none. */
function directoryAt(tiff: Buffer, read: Reader, at: number): Directory | null {
  if (at < 8 || at + 2 > tiff.length) return null;
  const count = read.u16(at);
  const end = at + 2 + count * ENTRY_BYTES;
  if (count === 0 || count > MAX_ENTRIES || end > tiff.length) return null;
  for (let index = 0; index < count; index++) {
    const type = read.u16(at + 2 + index * ENTRY_BYTES + 2);
    if (type === 0 || type >= BYTES_OF_TYPE.length) return null;
  }
  return { at, count, next: end + 4 <= tiff.length ? read.u32(end) : 0 };
}

/** Zeroes a directory and the values stored outside of it because they are longer than an entry. */
function clearDirectory(tiff: Buffer, read: Reader, directory: Directory): void {
  for (let index = 0; index < directory.count; index++) {
    const entry = directory.at + 2 + index * ENTRY_BYTES;
    const bytes = (BYTES_OF_TYPE[read.u16(entry + 2)] ?? 0) * read.u32(entry + 4);
    const value = read.u32(entry + 8);
    if (bytes > 4 && value >= 8 && value + bytes <= tiff.length) tiff.fill(0, value, value + bytes);
  }
  tiff.fill(0, directory.at, directory.at + 2 + directory.count * ENTRY_BYTES);
}

/** Moves the following entries up, and the offset of the next directory with them. */
function removeEntry(tiff: Buffer, read: Reader, directory: Directory, index: number): void {
  const entry = directory.at + 2 + index * ENTRY_BYTES;
  const end = Math.min(directory.at + 2 + directory.count * ENTRY_BYTES + 4, tiff.length);
  tiff.copyWithin(entry, entry + ENTRY_BYTES, end);
  tiff.fill(0, end - ENTRY_BYTES, end);
  directory.count -= 1;
  if (read.isLittle) tiff.writeUInt16LE(directory.count, directory.at);
  else tiff.writeUInt16BE(directory.count, directory.at);
}
