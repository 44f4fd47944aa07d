import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ada, openScene, type Scene } from '#tests/db/storage-wire.ts';
import { openBucketStore } from './bucket-store.ts';
import type { Store } from './store.ts';

/** One service stores its bytes in the other one, by the S3 protocol. */
let behind: Scene;
let scene: Scene;
let store: Store;

const MIB = 1024 * 1024;

beforeAll(async () => {
  behind = await openScene({ fileSizeLimit: 64 * MIB });
  await behind.service.createBucket('bytes', { public: false });
  store = await openBucketStore({
    bucket: 'bytes',
    endpoint: `${await behind.listen()}/s3`,
    region: 'local',
    accessKeyId: 'operator',
    secretAccessKey: 'operators secret',
  });
  scene = await openScene({ fileSizeLimit: 64 * MIB, store });
});
afterAll(async () => {
  await scene.close();
  await behind.close();
});

const storedKeys = async () => {
  const rows = await behind.database
    .asService()
    .query<{ name: string }>(`select name from storage.objects where bucket_id = 'bytes' order by name`);
  return rows.map((row) => row.name.split('/')[1]);
};

function pieces(bytes: Buffer): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) {
        controller.close();
        return;
      }
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + 300_000)));
      at += 300_000;
    },
  });
}

async function bytesOf(version: string, range: { start: number; end: number } | null = null): Promise<Buffer | null> {
  const stream = await store.read(version, range);
  return stream && Buffer.from(await new Response(stream).arrayBuffer());
}

it('a file is written, read in full and in part, and deleted', async () => {
  const name = `${ada}/a.txt`;
  await scene.asAda.from('private').upload(name, 'kept elsewhere', { contentType: 'text/plain' });
  expect(await storedKeys()).toHaveLength(1);
  expect(await (await scene.asAda.from('private').download(name)).data?.text()).toBe('kept elsewhere');
  const part = await scene.call(`/object/private/${name}`, {
    headers: { authorization: `Bearer ${scene.adaToken}`, range: 'bytes=5-8' },
  });
  expect([part.status, await part.text()]).toEqual([206, 'else']);
  await scene.asAda.from('private').copy(name, `${ada}/b.txt`);
  await scene.asAda.from('private').remove([name]);
  await expect.poll(async () => (await storedKeys()).length).toBe(1);
  expect(await (await scene.asAda.from('private').download(`${ada}/b.txt`)).data?.text()).toBe('kept elsewhere');
});

it('a large file goes in parts, and a refused one leaves none', async () => {
  const bytes = Buffer.alloc(18 * MIB, 'large ');
  const version = randomUUID();
  const received = await store.receive(version, pieces(bytes));
  expect(received.size).toBe(bytes.length);
  expect(await bytesOf(version)).toBeNull();
  await received.commit();
  expect(bytes.equals((await bytesOf(version)) as Buffer)).toBe(true);
  expect((await bytesOf(version, { start: 6, end: 10 }))?.toString()).toBe('large');
  const dropped = await store.receive(randomUUID(), pieces(bytes));
  await dropped.discard();
  const left = await behind.database.asService().query('select 1 from storage.s3_multipart_uploads');
  expect(left).toEqual([]);
  await store.remove(version);
  expect(await bytesOf(version)).toBeNull();
});

it.each([
  ['large parts inside the endpoint', [6 * MIB, 5 * MIB, 1000]],
  ['small parts through this process', [1000, 2000, 0, 3000]],
  ['no part at all', []],
])('joins %s', async (_, sizes) => {
  const parts = [];
  const chunks: Buffer[] = [];
  for (const [index, size] of sizes.entries()) {
    const bytes = Buffer.alloc(size, `part ${index} `);
    const version = randomUUID();
    await (await store.receive(version, pieces(bytes))).commit();
    parts.push({ version, size });
    chunks.push(bytes);
  }
  const to = randomUUID();
  expect(await store.join(parts, to)).toBe(true);
  expect(Buffer.concat(chunks).equals((await bytesOf(to)) ?? Buffer.alloc(0))).toBe(true);
});

it('reports missing bytes', async () => {
  expect(await store.copy(randomUUID(), randomUUID())).toBe(false);
  expect(await store.join([{ version: randomUUID(), size: 6 * MIB }], randomUUID())).toBe(false);
  expect(await store.join([{ version: randomUUID(), size: 10 }], randomUUID())).toBe(false);
  await expect(store.remove(randomUUID())).resolves.toBeUndefined();
});

it('refuses to begin where there is no such bucket', async () => {
  const attempt = openBucketStore({
    bucket: 'nowhere',
    endpoint: `${await behind.listen()}/s3`,
    region: 'local',
    accessKeyId: 'operator',
    secretAccessKey: 'operators secret',
  });
  await expect(attempt).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } });
});

it.each([
  ['small', 1_000],
  ['large', 18 * MIB],
])('a %s file can be scanned before it is committed, and then committed or discarded', async (_, size) => {
  const bytes = Buffer.alloc(size, 'looked at ');
  const before = await storedKeys();
  for (const isKept of [true, false]) {
    const version = randomUUID();
    const received = await store.receive(version, pieces(bytes));
    const seen: Uint8Array[] = [];
    for await (const chunk of received.bytes()) seen.push(chunk);
    expect(Buffer.concat(seen).equals(bytes)).toBe(true);
    await (isKept ? received.commit() : received.discard());
    expect((await bytesOf(version))?.equals(bytes) ?? false).toBe(isKept);
    await store.remove(version);
  }
  await expect.poll(storedKeys).toEqual(before);
});
