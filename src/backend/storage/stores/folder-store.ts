import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseChunks } from '#base/server/raw-body.ts';
import type { Received, Store } from './store.ts';

const VERSION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** An incoming file older than this was left by a crashed process. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;
const CHUNK_BYTES = 256 * 1024;
/** Read buffer that holds most files entirely. Larger buffers are expensive: for small files they trigger garbage collection. */
const FIRST_CHUNK_BYTES = 32 * 1024;
const WRITTEN_AT_ONCE = 512 * 1024;
/** Written bytes are flushed to disk as the rest arrives, so that the final fsync is short. */
const SYNCED_AT_ONCE = 16 * 1024 * 1024;

/** Files in `folder`: `objects/ab/<version>`, and `incoming/` for uploads in progress. */
export async function openFolderStore(folder: string): Promise<Store> {
  const incoming = join(folder, 'incoming');
  const objects = join(folder, 'objects');
  const placeOf = (version: string) => placeIn(objects, version);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await mkdir(objects, { recursive: true, mode: 0o700 });
  await removeAbandoned(incoming);

  return {
    receive: (version, bytes) => receive(incoming, placeOf(version), bytes),
    join: async (parts, to) => {
      const joined = await receive(incoming, placeOf(to), bytesOf(parts.map(({ version }) => placeOf(version)))).catch(
        absent,
      );
      await joined?.commit();
      return joined !== null;
    },
    read: async (version, range) => {
      const file = await open(placeOf(version).file, 'r').catch(absent);
      if (!file) return null;
      return streamOf(file, range);
    },
    copy: async (from, to) => {
      const target = placeOf(to);
      await mkdir(target.folder, { recursive: true, mode: 0o700 });
      // A version never changes, so a hard link is a copy.
      return (await link(placeOf(from).file, target.file).then(() => true, absent)) ?? false;
    },
    remove: (version) => rm(placeOf(version).file, { force: true }),
    close: async () => {},
  };
}

type Place = { folder: string; file: string };

function placeIn(objects: string, version: string): Place {
  if (!VERSION.test(version)) throw new Error('A version is a UUID of ours.');
  const shelf = join(objects, version.slice(-2));
  return { folder: shelf, file: join(shelf, version) };
}

async function receive(incoming: string, target: Place, bytes: AsyncIterable<Uint8Array>): Promise<Received> {
  const path = join(incoming, randomUUID());
  const { size, md5 } = await writeNew(path, bytes);
  return {
    size,
    etag: `"${md5}"`,
    commit: async () => {
      try {
        await mkdir(target.folder, { recursive: true, mode: 0o700 });
        await rename(path, target.file);
        await syncFolder(target.folder);
      } catch (error) {
        await Promise.all([rm(path, { force: true }), rm(target.file, { force: true })]);
        throw error;
      }
    },
    discard: () => rm(path, { force: true }),
    bytes: async function* () {
      const arrived = await open(path, 'r');
      yield* arrived.createReadStream({ highWaterMark: CHUNK_BYTES });
    },
  };
}

/** Writes a new file to the disk; removes it again where its bytes fail. */
async function writeNew(path: string, bytes: AsyncIterable<Uint8Array>): Promise<{ size: number; md5: string }> {
  const hash = createHash('md5');
  let size = 0;
  let chunks: Uint8Array[] = [];
  let gatheredBytes = 0;
  let writing: Promise<unknown> = Promise.resolve();
  let syncing: Promise<unknown> = Promise.resolve();
  let synced = 0;
  const file = await open(path, 'wx', 0o600);
  // Writes one chunk while the next arrives and is hashed.
  const write = async () => {
    await writing;
    writing = writeAll(file, chunks, gatheredBytes);
    writing.catch(() => {});
    chunks = [];
    gatheredBytes = 0;
    if (size - synced < SYNCED_AT_ONCE) return;
    synced = size;
    syncing = Promise.all([syncing, writing]).then(() => file.datasync());
    syncing.catch(() => {});
  };
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      size += chunk.byteLength;
      chunks.push(chunk);
      gatheredBytes += chunk.byteLength;
      if (gatheredBytes >= WRITTEN_AT_ONCE) await write();
    }
    if (chunks.length > 0) await write();
    await writing;
    await syncing;
    await file.sync();
  } catch (error) {
    await Promise.allSettled([writing, syncing]);
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  await file.close();
  return { size, md5: hash.digest('hex') };
}

async function* bytesOf(places: readonly Place[]): AsyncGenerator<Buffer> {
  for (const place of places) {
    const file = await open(place.file, 'r');
    // Closes the file as well.
    yield* file.createReadStream({ highWaterMark: CHUNK_BYTES });
  }
}

/** A write to a nearly full disk may be short and fail only on the next one. */
async function writeAll(file: FileHandle, chunks: Uint8Array[], bytes: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks);
  if (bytesWritten < bytes) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
  releaseChunks(chunks);
}

/** A web stream of a file. Node's own adapter copies every chunk once more. */
function streamOf(file: FileHandle, range: { start: number; end: number } | null): ReadableStream<Uint8Array> {
  const start = range?.start ?? 0;
  const end = range ? range.end + 1 : Number.POSITIVE_INFINITY;
  let at = start;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const buffer = Buffer.allocUnsafeSlow(Math.min(at === start ? FIRST_CHUNK_BYTES : CHUNK_BYTES, end - at));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
        at += bytesRead;
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
        // A short read is the end of the file: versions never grow.
        if (bytesRead === buffer.length && at < end) return;
        await file.close();
        controller.close();
      } catch (error) {
        await file.close().catch(() => {});
        throw error;
      }
    },
    cancel: () => file.close(),
  });
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Flushes the directory: the new name must survive a power failure, not only the bytes. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const stats = await stat(path).catch(absent);
    if (stats && Date.now() - stats.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}
