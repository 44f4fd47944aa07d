import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, openScene, type Scene } from '#tests/db/storage-wire.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const insertRow = (bucketId: string, name: string, mimetype = 'text/plain') =>
  scene.database
    .asService()
    .query('insert into storage.objects (bucket_id, name, owner_id, metadata) values ($1, $2, $3, $4)', [
      bucketId,
      name,
      ada,
      JSON.stringify({ mimetype, size: 7 }),
    ]);

describe('a row that SQL wrote, without a version', () => {
  it('is listed, described, signed, moved and removed; its bytes are not there', async () => {
    const files = scene.asAda.from('private');
    const name = `${ada}/rows/a.txt`;
    await insertRow('private', name);
    expect((await files.list(`${ada}/rows`)).data).toMatchObject([{ name: 'a.txt', metadata: { size: 7 } }]);
    expect((await files.info(name)).data).toMatchObject({ name, size: 7, version: null });
    for (const attempt of [files.download(name), files.copy(name, `${ada}/rows/b.txt`)]) {
      expect((await attempt).error).toMatchObject({ statusCode: '404' });
    }
    const link = await files.createSignedUrl(name, 60);
    expect(await (await scene.call(link.data?.signedUrl ?? '')).json()).toMatchObject({ code: 'NoSuchKey' });
    expect((await files.move(name, `${ada}/rows/c.txt`)).error).toBeNull();
    expect((await files.remove([`${ada}/rows/c.txt`])).data).toHaveLength(1);
  });

  it('takes the bytes of an upload, and gives way to a picture that cannot be rendered', async () => {
    const files = scene.asAda.from('private');
    const name = `${ada}/rows/d.txt`;
    await insertRow('private', name);
    expect((await files.upload(name, 'bytes', { upsert: true })).error).toBeNull();
    expect(await (await files.download(name)).data?.text()).toBe('bytes');
    await insertRow('open', `${ada}/rows/e.png`, 'image/png');
    const rendered = await scene.call(`/render/image/public/open/${ada}/rows/e.png?width=9`);
    expect(await rendered.json()).toMatchObject({ statusCode: '422' });
    expect((await scene.service.from('open').purgeCache(`${ada}/rows/e.png`)).error).toBeNull();
    expect((await scene.service.emptyBucket('open')).error).toBeNull();
  });
});

describe('a bucket', () => {
  it.each([
    ['20MB', 20_000_000],
    ['1.5KB', 1500],
    ['2GB', 2_000_000_000],
    ['7b', 7],
    [1024, 1024],
  ])('of %s takes %i bytes', async (fileSizeLimit, bytes) => {
    const id = randomUUID();
    await scene.service.createBucket(id, { public: false, fileSizeLimit });
    expect((await scene.service.getBucket(id)).data?.file_size_limit).toBe(bytes);
  });

  it('has the owner that was written', async () => {
    const [written, none] = [randomUUID(), randomUUID()];
    await scene.database
      .asService()
      .query('insert into storage.buckets (id, name, owner, owner_id) values ($1, $1, $3, null), ($2, $2, null, $4)', [
        written,
        none,
        ada,
        'a subject that is no uuid',
      ]);
    expect((await scene.service.getBucket(written)).data?.owner).toBe(ada);
    expect((await scene.service.getBucket(none)).data?.owner).toBe('');
    const { data } = await scene.service.listBuckets({ search: written });
    expect(data?.map((bucket) => bucket.owner)).toEqual([ada]);
  });

  it('says that it will be emptied', async () => {
    expect((await scene.service.emptyBucket('second')).data).toEqual({
      message: 'Empty bucket has been queued. Completion may take up to an hour.',
    });
  });
});

describe('a listing', () => {
  it.each([
    ['no key', false, { prefix: '' }, "headers must have required property 'authorization'"],
    ['no prefix', true, {}, "body must have required property 'prefix'"],
  ])('with %s is refused as published', async (_, hasKey, body, message) => {
    const response = await scene.call('/object/list/open', {
      method: 'POST',
      headers: hasKey ? { authorization: `Bearer ${scene.adaToken}` } : {},
      body: JSON.stringify(body),
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { statusCode: '400', error: 'Error', code: 'InvalidRequest', message },
    ]);
  });

  it('by cursor folds names with empty segments where their first slash is', async () => {
    const files = scene.asAda.from('private');
    const base = `${ada}/gaps/`;
    const upload = (name: string) =>
      scene.call(`/object/private/${base}${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${scene.adaToken}`, 'content-type': 'text/plain' },
        body: name,
      });
    for (const name of ['/first.txt', 'a//b.txt', 'a///c.txt', 'a/d.txt', 'e.txt']) {
      expect([name, (await upload(name)).status]).toEqual([name, 200]);
    }
    const pages = async (prefix: string, sortBy: { column: 'name' | 'created_at'; order: 'asc' | 'desc' }) => {
      const names: string[] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const { data } = await files.listV2({ prefix, with_delimiter: true, limit: 1, cursor, sortBy });
        names.push(
          ...[...(data?.folders ?? []), ...(data?.objects ?? [])].map((entry) => entry.name.slice(base.length)),
        );
        cursor = data?.nextCursor;
        more = data?.hasNext ?? false;
      }
      return names;
    };
    for (const column of ['name', 'created_at'] as const) {
      expect(await pages(base, { column, order: 'asc' })).toEqual(['/', 'a/', 'e.txt']);
    }
    expect(await pages(`${base}a/`, { column: 'name', order: 'desc' })).toEqual(['a/d.txt', 'a//']);
    expect(await pages(`${base}a//`, { column: 'name', order: 'asc' })).toEqual(['a///', 'a//b.txt']);
    const { data } = await files.listV2({ prefix: `${base}a/` });
    expect(data?.objects.map((entry) => entry.name.slice(base.length))).toEqual(['a///c.txt', 'a//b.txt', 'a/d.txt']);
    const read = await scene.call(`/object/authenticated/private/${base}a//b.txt`, {
      headers: { authorization: `Bearer ${scene.adaToken}` },
    });
    expect(await read.text()).toBe('a//b.txt');
  });
});

describe('a picture', () => {
  it.each(['application/octet-stream', 'text/plain', 'image/svg+xml', 'image/heic', ''])(
    'stored as %j is rendered by what it is',
    async (contentType) => {
      const name = `${ada}/typed-${encodeURIComponent(contentType).replaceAll('%', '')}`;
      const jpeg = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#336699' } })
        .jpeg()
        .toBuffer();
      await scene.call(`/object/open/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${scene.adaToken}`, 'content-type': contentType },
        body: new Uint8Array(jpeg),
      });
      const response = await scene.call(`/render/image/public/open/${name}?width=10`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      const rendered = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect(rendered).toMatchObject({ width: 10, height: 5, format: 'jpeg' });
    },
  );
});

it('the version of the service is a text', async () => {
  const response = await scene.call('/version');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await response.text()).toMatch(/^\d+\.\d+\.\d+$/);
});
