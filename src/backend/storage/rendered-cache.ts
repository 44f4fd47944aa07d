import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** Rendered pictures on disk, by version. Losing them only costs time. */
export type RenderedCache = {
  read(version: string, key: string): Promise<{ size: number; bytes: ReadableStream<Uint8Array> } | null>;
  write(version: string, key: string, bytes: Uint8Array): Promise<void>;
  /** Removes all renderings of a version. */
  forget(version: string): Promise<void>;
  close(): Promise<void>;
};

/** Bytes written between two checks of the folder's size. */
const SWEPT_AFTER = 64 * 1024 * 1024;

type Entry = { path: string; size: number; usedAt: number };

/** `folder/ab/<version>/<key>`, about `limit` bytes; the oldest are evicted first. */
export function openRenderedCache(folder: string, limit: number): RenderedCache {
  let sinceSweep = 0;
  let sweeping: Promise<void> | null = null;
  const shelfOf = (version: string) => join(folder, version.slice(-2), version);

  async function sweep(): Promise<void> {
    const entries = await entriesOf(folder);
    let total = entries.reduce((sum, entry) => sum + entry.size, 0);
    entries.sort((left, right) => left.usedAt - right.usedAt);
    for (const entry of entries) {
      if (total <= limit) return;
      await rm(entry.path, { force: true });
      total -= entry.size;
    }
  }

  return {
    read: async (version, key) => {
      const file = await open(join(shelfOf(version), key), 'r').catch(() => null);
      if (!file) return null;
      const { size } = await file.stat();
      const now = new Date();
      await file.utimes(now, now).catch(() => {});
      return { size, bytes: Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array> };
    },
    write: async (version, key, bytes) => {
      const shelf = shelfOf(version);
      await mkdir(shelf, { recursive: true, mode: 0o700 });
      const temporaryFile = join(shelf, `${randomUUID()}.new`);
      try {
        await writeFile(temporaryFile, bytes, { mode: 0o600 });
        await rename(temporaryFile, join(shelf, key));
      } catch (error) {
        await rm(temporaryFile, { force: true });
        throw error;
      }
      sinceSweep += bytes.byteLength;
      if (sinceSweep < Math.min(SWEPT_AFTER, limit) || sweeping) return;
      sinceSweep = 0;
      sweeping = sweep()
        .catch(() => {})
        .finally(() => {
          sweeping = null;
        });
    },
    forget: (version) => rm(shelfOf(version), { recursive: true, force: true }),
    close: async () => {
      await sweeping;
    },
  };
}

async function entriesOf(folder: string): Promise<Entry[]> {
  const items = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const entries: Entry[] = [];
  for (const item of items) {
    if (!item.isFile()) continue;
    const path = join(item.parentPath, item.name);
    const stats = await stat(path).catch(() => null);
    if (stats) entries.push({ path, size: stats.size, usedAt: stats.mtimeMs });
  }
  return entries;
}
