import type { StorageClient } from '@supabase/storage-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, bob, openScene, type Scene } from '#tests/db/storage-wire.ts';

let scene: Scene;
let service: Scene['service'];
let asAda: Scene['asAda'];
let asBob: Scene['asBob'];
let filesOnDisk: Scene['filesOnDisk'];

beforeAll(async () => {
  scene = await openScene();
  ({ service, asAda, asBob, filesOnDisk } = scene);
});
afterAll(() => scene.close());

// https://supabase.com/docs/reference/javascript/storage-from-list, -move, -copy, -remove
describe('folders and changes', () => {
  const base = `${ada}/tree`;
  beforeAll(async () => {
    for (const name of ['b.txt', 'a.txt', 'Beta.txt', 'sub/one.txt', 'sub/deep/two.txt', 'zoo/x.txt', '100%/y']) {
      expect((await service.from('second').upload(`${base}/${encodeURI(name)}`, name)).error === null).toBe(
        name !== '100%/y',
      );
    }
    await scene.database
      .asService()
      .query('update storage.objects set owner_id = $1 where bucket_id = $2', [ada, 'second']);
  });
  const names = async (options?: Parameters<ReturnType<StorageClient['from']>['list']>[1]) =>
    (await asAda.from('second').list(base, options)).data?.map((entry) => entry.name);

  it('lists one level, folders first and without an id', async () => {
    const listed = await asAda.from('second').list(base);
    expect(listed.data?.map((entry) => [entry.name, entry.id === null])).toEqual([
      ['sub', true],
      ['zoo', true],
      ['Beta.txt', false],
      ['a.txt', false],
      ['b.txt', false],
    ]);
    expect(listed.data?.[2]?.metadata).toMatchObject({ size: 8, mimetype: 'text/plain;charset=UTF-8' });
  });

  it('pages, sorts and searches', async () => {
    expect(await names({ limit: 2, offset: 1 })).toEqual(['zoo', 'Beta.txt']);
    expect(await names({ sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'zoo',
      'sub',
      'b.txt',
      'a.txt',
      'Beta.txt',
    ]);
    expect(await names({ search: 'B' })).toEqual(['Beta.txt', 'b.txt']);
    expect(await names({ search: '%' })).toEqual([]);
    expect((await asAda.from('second').list(`${base}/sub/`)).data?.map((entry) => entry.name)).toEqual([
      'deep',
      'one.txt',
    ]);
    expect((await asBob.from('second').list(base)).data).toEqual([]);
    expect((await asAda.from('second').list(base, { sortBy: { column: 'id; drop' } })).error).toMatchObject({
      code: 'InvalidRequest',
    });
  });

  it('moves within and between buckets, keeping the bytes', async () => {
    const onDisk = await filesOnDisk();
    const moved = await asAda.from('second').move(`${base}/a.txt`, `${base}/moved.txt`);
    expect(moved.data).toMatchObject({ message: 'Successfully moved' });
    expect(
      (await asAda.from('second').move(`${base}/moved.txt`, `${base}/a.txt`, { destinationBucket: 'private' })).error,
    ).toBeNull();
    expect(await (await asAda.from('private').download(`${base}/a.txt`)).data?.text()).toBe('a.txt');
    expect(await filesOnDisk()).toBe(onDisk);
  });

  it('copies, and the copy outlives the first', async () => {
    const copied = await asAda
      .from('private')
      .copy(`${base}/a.txt`, `${base}/copy.txt`, { destinationBucket: 'second' });
    expect(copied.data).toEqual({ path: `second/${base}/copy.txt` });
    await asAda.from('private').remove([`${base}/a.txt`]);
    await expect
      .poll(async () => (await scene.database.asService().query('select 1 from storage.discarded')).length)
      .toBe(0);
    expect(await (await asAda.from('second').download(`${base}/copy.txt`)).data?.text()).toBe('a.txt');
  });

  it('copies with other headers where it is told to', async () => {
    const done = await asAda.from('second').copy(`${base}/b.txt`, `${base}/told.txt`, {
      copyMetadata: false,
      metadata: { cacheControl: 'max-age=5', mimetype: 'text/css', contentEncoding: 'gzip' },
    });
    expect(done.error).toBeNull();
    expect((await asAda.from('second').info(`${base}/told.txt`)).data).toMatchObject({
      cacheControl: 'max-age=5',
      contentType: 'text/css',
      contentEncoding: 'gzip',
    });
    await asAda.from('second').remove([`${base}/told.txt`]);
  });

  it.each([
    [
      'a move onto a taken name',
      () => asAda.from('second').move(`${base}/b.txt`, `${base}/Beta.txt`),
      '409',
      'KeyAlreadyExists',
    ],
    [
      'a move out of the caller’s folder',
      () => asAda.from('second').move(`${base}/b.txt`, `${bob}/b.txt`),
      '403',
      'AccessDenied',
    ],
    ['a move of another’s file', () => asBob.from('second').move(`${base}/b.txt`, `${bob}/b.txt`), '404', 'NoSuchKey'],
    ['a copy of another’s file', () => asBob.from('second').copy(`${base}/b.txt`, `${bob}/b.txt`), '404', 'NoSuchKey'],
    [
      'a copy to nowhere',
      () => asAda.from('second').copy(`${base}/b.txt`, `${base}/c`, { destinationBucket: 'no' }),
      '404',
      'NoSuchBucket',
    ],
    [
      'a copy into a bucket of other types',
      () => asAda.from('second').copy(`${base}/b.txt`, `${base}/c.png`, { destinationBucket: 'pictures' }),
      '415',
      'InvalidMimeType',
    ],
    [
      'a copy called a picture on the way',
      () =>
        asAda.from('second').copy(`${base}/b.txt`, `${base}/c.png`, {
          destinationBucket: 'pictures',
          copyMetadata: false,
          metadata: { mimetype: 'image/png' },
        }),
      '415',
      'InvalidMimeType',
    ],
    [
      'a move into a bucket of smaller files',
      async () => {
        await service.from('second').upload(`${base}/large`, 'x'.repeat(1025));
        await scene.database
          .asService()
          .query('update storage.objects set owner_id = $1 where name = $2', [ada, `${base}/large`]);
        return asAda.from('second').move(`${base}/large`, `${base}/large`, { destinationBucket: 'tiny' });
      },
      '413',
      'EntityTooLarge',
    ],
    [
      'a copy into a bucket of smaller files',
      () => asAda.from('second').copy(`${base}/large`, `${base}/large`, { destinationBucket: 'tiny' }),
      '413',
      'EntityTooLarge',
    ],
    [
      'a copy onto a taken name',
      () => asAda.from('second').copy(`${base}/b.txt`, `${base}/Beta.txt`),
      '409',
      'KeyAlreadyExists',
    ],
    [
      'a copy out of the caller’s folder',
      () => asAda.from('second').copy(`${base}/b.txt`, `${bob}/b.txt`),
      '403',
      'AccessDenied',
    ],
    [
      'a copy to a name with dots',
      () => asAda.from('second').copy(`${base}/b.txt`, `${base}/../b.txt`),
      '400',
      'InvalidKey',
    ],
    [
      'an earlier version',
      () => asAda.from('second').copy(`${base}/b.txt`, `${base}/c`, { sourceVersionId: 'x' }),
      '400',
      'InvalidRequest',
    ],
    ['a list of no names', () => asAda.from('second').remove([]), '400', 'InvalidRequest'],
  ])('refuses %s', async (_, attempt, statusCode, code) => {
    expect((await attempt()).error).toMatchObject({ statusCode, code });
  });

  it('removes what the caller may and passes over the rest; the bytes go too', async () => {
    const before = await filesOnDisk();
    expect((await asBob.from('second').remove([`${base}/b.txt`])).data).toEqual([]);
    const removed = await asAda.from('second').remove([`${base}/b.txt`, `${base}/none`]);
    expect(removed.data?.map((entry) => entry.name)).toEqual([`${base}/b.txt`]);
    await expect.poll(filesOnDisk).toBe(before - 1);
  });
});
