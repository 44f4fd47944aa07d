import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openS3Scene, type S3Scene } from '#tests/db/s3-wire.ts';
import { ada } from '#tests/db/storage-wire.ts';
import { type WayIn, waysIn } from '#tests/db/ways-in.ts';
import { openFolderStore } from './stores/folder-store.ts';
import type { Store } from './stores/store.ts';

let folder: string;
let world: S3Scene;
let methods: WayIn[];
/** The current error of a write to the disk; null while there is space. */
let diskError: 'ENOSPC' | 'EDQUOT' | null = null;
let isLinkDenied = false;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-full-disk-'));
  world = await openS3Scene({ store: fillable(await openFolderStore(folder)) });
  methods = waysIn(world);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** A store on a disk that fills up after some bytes, with the system's error. */
function fillable(store: Store): Store {
  const full = () => Object.assign(new Error(`${diskError}: no space left on device, write`), { code: diskError });
  return {
    ...store,
    receive: (version, bytes) => store.receive(version, untilFull(bytes)),
    join: async (parts, to) => {
      if (diskError) throw full();
      return store.join(parts, to);
    },
    copy: async (from, to) => {
      if (isLinkDenied) throw full();
      return store.copy(from, to);
    },
  };
  async function* untilFull(bytes: AsyncIterable<Uint8Array>) {
    for await (const chunk of bytes) {
      if (diskError && Buffer.from(chunk).includes('too much')) throw full();
      yield chunk;
    }
  }
}

const files = async () => (await readdir(folder, { recursive: true })).filter((name) => name.includes('-'));
const objects = () => world.scene.database.asService().query<{ name: string }>('select name from storage.objects');

test.each(['ENOSPC', 'EDQUOT'] as const)(
  'a disk that answers %s is 507 by every way in, and nothing is left',
  async (code) => {
    for (const { name, send } of methods) {
      const isCopy = name.includes('copy');
      const key = `${ada}/full-${crypto.randomUUID()}`;
      diskError = code;
      isLinkDenied = isCopy;
      const [filesBefore, objectsBefore] = [await files(), await objects()];
      expect([name, await send(key, 'text/plain', isCopy ? 'little' : 'too much')]).toEqual([name, '507']);
      await world.scene.database.asService().query('delete from storage.s3_multipart_uploads');
      diskError = null;
      isLinkDenied = false;
      // Discarded files are cleared in the background: what is there before may still go, and nothing may stay that was not.
      const left = async () => (await files()).filter((file) => !filesBefore.includes(file));
      if (!isCopy) await expect.poll(left).toEqual([]);
      if (!isCopy) expect(await objects()).toEqual(objectsBefore);
      expect((await objects()).map((row) => row.name)).not.toContain(key);
      expect([name, await send(key, 'text/plain', 'too much')]).toEqual([name, null]);
    }
  },
);
