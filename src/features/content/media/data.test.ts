import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import {
  changeFile,
  filesIn,
  listFiles,
  listFolders,
  mediaQueries,
  moveTo,
  removeFiles,
  removeFolders,
  saveFolder,
  usesOf,
} from './data.ts';
import { addressOf, previewOf, uploadTypes } from './rules.ts';

/** A PNG of 2 x 1 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADElEQVR4nGNgYGAAAAAEAAH2FzhVAAAAAElFTkSuQmCC',
  'base64',
);
const encode = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

let world: World;
let app: AppWorld;
let token: string;
let db: Db;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  token = (await app.signIn('demo', 'owner@demo.test')).access_token;
  db = createClient('http://demo.localhost', app.runtime.keys.anon_key, {
    accessToken: async () => token,
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
  }) as unknown as Db;
});
afterAll(async () => {
  await app.close();
  await world.close();
});

/** Creates a resumable upload and returns its URL. */
async function createUpload(path: string, bytes: Uint8Array, metadata: object, options: Record<string, string> = {}) {
  const { type = 'image/png', ...headers } = options;
  return app.call('/storage/v1/upload/resumable', {
    method: 'POST',
    token,
    headers: {
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': encode({
        bucketName: world.demo,
        objectName: path,
        contentType: type,
        cacheControl: '60',
        metadata: JSON.stringify(metadata),
      }),
      ...headers,
    },
  });
}

function send(address: string, bytes: Uint8Array, offset: number) {
  return app.app.fetch(
    new Request(new URL(address, 'http://demo.localhost'), {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/offset+octet-stream',
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
      },
      body: Buffer.from(bytes),
    }),
  );
}

async function upload(path: string, bytes: Uint8Array, metadata: object, headers: Record<string, string> = {}) {
  const created = await createUpload(path, bytes, metadata, headers);
  if (created.status !== 201) return created;
  return send(created.headers.get('location') ?? '', bytes, 0);
}

const fileAt = async (path: string) =>
  (await listFiles(db, world.demo, { page: 1, pageSize: 100 })).rows.find((file) => file.path === path);

describe('a file on its way', () => {
  test('goes on where it was cut off, and stands in its folder with its name and size when it is whole', async () => {
    const folder = await saveFolder(db, world.demo, null, { name: 'On its way', parent_id: null });
    const path = 'public/media/cut-off.png';
    const created = await createUpload(path, PICTURE, { name: 'Cut off.png', folder_id: folder, width: 2, height: 1 });
    const address = created.headers.get('location') ?? '';
    expect((await send(address, PICTURE.subarray(0, 30), 0)).headers.get('upload-offset')).toBe('30');
    expect(await fileAt(path)).toBeUndefined();
    const response = await app.app.fetch(
      new Request(new URL(address, 'http://demo.localhost'), {
        method: 'HEAD',
        headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' },
      }),
    );
    expect(response.headers.get('upload-offset')).toBe('30');
    expect((await send(address, PICTURE.subarray(30), 30)).status).toBe(204);
    expect(await fileAt(path)).toMatchObject({
      name: 'Cut off.png',
      folder_id: folder,
      kind: 'image',
      bytes: PICTURE.length,
      width: 2,
      height: 1,
    });
  });

  test('is refused where its content is not what it says, and leaves nothing', async () => {
    const response = await upload('public/media/fake.png', Buffer.from('this is no picture'), { name: 'fake.png' });
    expect([response.status, await response.text()]).toEqual([
      415,
      expect.stringContaining('its content has another type'),
    ]);
    expect(await fileAt('public/media/fake.png')).toBeUndefined();
  });

  test('is refused before a byte is read where its type is none the specification names', async () => {
    const response = await createUpload('public/media/run.exe', PICTURE, {}, { type: 'application/x-msdownload' });
    expect(response.status).toBe(415);
  });

  test('in place of another keeps the address, and what visitors read is new', async () => {
    const path = 'public/media/replaced.png';
    await upload(path, PICTURE, { name: 'Replaced.png' });
    const before = await fileAt(path);
    const next = Buffer.concat([PICTURE, Buffer.alloc(8)]);
    expect((await upload(path, next, { name: 'Replaced.png' })).status).toBe(409);
    expect((await upload(path, next, { name: 'Replaced.png' }, { 'x-upsert': 'true' })).status).toBe(204);
    const after = await fileAt(path);
    if (!before || !after) throw new Error('The file is not in the library.');
    expect(after).toMatchObject({ id: before.id, path, name: 'Replaced.png', bytes: next.length });
    expect(addressOf(after)).toBe(addressOf(before));
    expect(previewOf(after, 320)).not.toBe(previewOf(before, 320));
    const read = await app.call(addressOf(after));
    expect([read.headers.get('cache-control'), (await read.arrayBuffer()).byteLength]).toEqual([
      'max-age=60',
      next.length,
    ]);
  });
});

test('the types a screen offers are those the store takes', async () => {
  const [bucket] = await world.sql.query<{ allowed_mime_types: string[] }>(
    'select allowed_mime_types from storage.buckets where id = $1',
    [world.demo],
  );
  expect([...uploadTypes].sort()).toEqual([...(bucket?.allowed_mime_types ?? [])].sort());
});

test('files are found by word and kind, in order, page by page', async () => {
  const kinds = await listFiles(db, world.demo, { kinds: ['video'], page: 1, pageSize: 10 });
  expect(kinds.rows.filter(({ kind }) => kind !== 'video')).toEqual([]);
  const all = await listFiles(db, world.demo, { sort: 'bytes', isDescending: true, page: 1, pageSize: 100 });
  const bytes = all.rows.map((file) => file.bytes);
  expect(bytes).toEqual([...bytes].sort((left, right) => right - left));
  const second = await listFiles(db, world.demo, { sort: 'bytes', isDescending: true, page: 2, pageSize: 5 });
  expect(second.rows).toEqual(all.rows.slice(5, 10));
  const result = await listFiles(db, world.demo, { search: 'LUMEN-HERO', page: 1, pageSize: 10 });
  expect([...new Set(result.rows.map(({ name }) => name))]).toEqual(['lumen-hero.svg']);
  expect((await listFiles(db, world.demo, { search: '%', page: 1, pageSize: 10 })).total).toBe(0);
});

test('a folder goes with all it holds: its files, their bytes, the folders in it', async () => {
  const outer = await saveFolder(db, world.demo, null, { name: 'To go', parent_id: null });
  const inner = await saveFolder(db, world.demo, null, { name: 'Inner', parent_id: outer });
  await upload('public/media/going.png', PICTURE, { name: 'going.png', folder_id: inner });
  await upload('public/media/moved.png', PICTURE, { name: 'moved.png' });
  const moved = await fileAt('public/media/moved.png');
  await moveTo(db, world.demo, outer, { files: [moved?.id ?? ''], folders: [] });
  const folders = await listFolders(db, world.demo);
  expect(folders.filter(({ id }) => id === outer || id === inner).map(({ name, count }) => [name, count])).toEqual([
    ['Inner', 1],
    ['To go', 1],
  ]);
  const contained = await filesIn(db, world.demo, [outer, inner]);
  await removeFiles(
    db,
    world.demo,
    contained.map(({ path }) => path),
  );
  await removeFolders(db, world.demo, [outer]);
  expect((await listFolders(db, world.demo)).filter(({ id }) => id === outer || id === inner)).toEqual([]);
  expect(await fileAt('public/media/going.png')).toBeUndefined();
  expect((await app.call(`/storage/v1/object/public/${world.demo}/public/media/moved.png`)).status).toBe(400);
});

test('what is said of a file is kept, and where it is used is told', async () => {
  const { rows } = await listFiles(db, world.demo, { search: 'lumen-hero', page: 1, pageSize: 10 });
  const [hero] = rows;
  if (!hero) throw new Error('The demo has no lumen-hero.');
  const changed = await changeFile(db, world.demo, hero.id, { name: 'Hero.svg', alt: { en: 'Sunrise', ar: 'شروق' } });
  expect(changed).toMatchObject({ name: 'Hero.svg', alt: { en: 'Sunrise', ar: 'شروق' }, path: hero.path });
  const uses = await usesOf(
    db,
    world.demo,
    rows.map(({ path }) => path),
  );
  expect(uses.map(({ kind, slug }) => [kind, slug])).toContainEqual(['page', 'home']);
});

test('the meter tells the bytes that lie in the account’s two buckets', async () => {
  const read = mediaQueries.storage(db, world.demo).queryFn as () => Promise<{ used: number; cap: number | null }>;
  const [sum] = await world.sql.query<{ bytes: number }>(
    `select sum((metadata ->> 'size')::bigint)::int as bytes from storage.objects where bucket_id in ($1::text, $1 || '-private')`,
    [world.demo],
  );
  expect(sum?.bytes).toBeGreaterThan(0);
  expect((await read()).used).toBe(sum?.bytes);
});
