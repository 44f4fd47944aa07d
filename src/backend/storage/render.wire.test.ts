import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, openScene, type Scene } from '#tests/db/storage-wire.ts';

let scene: Scene;
const photo = `${ada}/photo.jpg`;

beforeAll(async () => {
  scene = await openScene({ pictures: { sourcePixels: 1_000_000, sourceBytes: 500_000 } });
  const jpeg = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
  for (const bucket of ['open', 'private']) {
    const done = await scene.asAda.from(bucket).upload(photo, jpeg, { contentType: 'image/jpeg' });
    expect(done.error).toBeNull();
  }
});
afterAll(() => scene.close());

const at = (query: string, name = photo) => `/render/image/public/open/${name}?${query}`;
async function look(path: string, accept = '*/*') {
  const response = await scene.call(path, { headers: { accept } });
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width, height, format } = await sharp(bytes).metadata();
  return { response, width, height, format, size: bytes.length };
}

// https://supabase.com/docs/guides/storage/serving/image-transformations
describe('rendered pictures', () => {
  it.each([
    ['width=100', 100, 50],
    ['height=100', 200, 100],
    ['width=100&height=100', 100, 100],
    ['width=100&height=100&resize=contain', 100, 50],
    ['width=100&height=100&resize=fill', 100, 100],
    ['width=4000', 400, 200],
    ['quality=30', 400, 200],
  ])('of %s are %i by %i', async (query, width, height) => {
    expect(await look(at(query))).toMatchObject({ width, height, format: 'jpeg' });
  });

  it.each([
    ['image/avif,image/webp,*/*', 'width=50', 'webp', 'image/webp'],
    ['image/webp', 'width=50&format=origin', 'jpeg', 'image/jpeg'],
    ['*/*', 'width=50&format=webp', 'webp', 'image/webp'],
    ['*/*', 'width=50&format=avif', 'heif', 'image/avif'],
  ])('for %s with %s are %s', async (accept, query, format, type) => {
    const seen = await look(at(query), accept);
    expect([seen.format, seen.response.headers.get('content-type')]).toEqual([format, type]);
    expect(seen.response.headers.get('vary')).toContain('accept');
    expect(seen.response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('are AVIF by themselves where their bucket asks for it', async () => {
    const flag = (on: boolean) =>
      scene.database.asService().query(`update storage.buckets set avif_autodetection = $1 where id = 'open'`, [on]);
    await flag(true);
    expect((await look(at('width=60'), 'image/avif,image/webp')).format).toBe('heif');
    await flag(false);
  });

  it('are cached, have an ETag, and are removed with the file', async () => {
    const first = await look(at('width=77'));
    const etag = first.response.headers.get('etag') ?? '';
    const again = await scene.call(at('width=77'), { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    const cachedFiles = async () =>
      (await readdir(join(scene.folder, 'rendered'), { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      ).length;
    expect(await cachedFiles()).toBeGreaterThan(0);
    expect(
      (
        await scene.call(`/cdn/open/${photo}`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${scene.adaToken}` },
        })
      ).status,
    ).toBe(400);
    expect((await scene.service.from('open').purgeCache(photo)).data).toEqual({ message: 'success' });
    expect(await cachedFiles()).toBe(0);
    await scene.asAda.from('open').upload(
      `${ada}/gone.png`,
      await sharp({ create: { width: 9, height: 9, channels: 4, background: '#fff0' } })
        .png()
        .toBuffer(),
      { contentType: 'image/png' },
    );
    expect((await look(at('width=5', `${ada}/gone.png`))).format).toBe('png');
    await scene.asAda.from('open').remove([`${ada}/gone.png`]);
    await expect.poll(cachedFiles).toBe(0);
  });

  it('are sent in part, or not at all to who has them', async () => {
    const full = await scene.call(at('width=88'));
    const bytes = Buffer.from(await full.arrayBuffer());
    const etag = full.headers.get('etag') ?? '';
    expect(full.headers.get('accept-ranges')).toBe('bytes');
    const request = async (headers: Record<string, string>, method = 'GET') => {
      const response = await scene.call(at('width=88'), { headers, method });
      const body = Buffer.from(await response.arrayBuffer());
      return [response.status, response.headers.get('content-range'), body] as const;
    };
    const size = bytes.length;
    expect(await request({ range: 'bytes=4-9' })).toEqual([206, `bytes 4-9/${size}`, bytes.subarray(4, 10)]);
    expect(await request({ range: 'bytes=-3', 'if-range': etag })).toEqual([
      206,
      `bytes ${size - 3}-${size - 1}/${size}`,
      bytes.subarray(-3),
    ]);
    expect(await request({ range: 'bytes=4-9', 'if-range': '"x"' })).toEqual([200, null, bytes]);
    expect(await request({ range: 'bytes=4-9' }, 'HEAD')).toEqual([206, `bytes 4-9/${size}`, Buffer.alloc(0)]);
    expect((await request({ range: `bytes=${size}-` }))[0]).toBe(416);
    expect(await request({ 'if-none-match': `"x", W/${etag}` })).toEqual([304, null, Buffer.alloc(0)]);
  });

  it('are drawn once for all who ask at once', async () => {
    const seen = await Promise.all(Array.from({ length: 20 }, () => look(at('width=123'))));
    expect(new Set(seen.map((picture) => picture.width))).toEqual(new Set([123]));
  });

  it('of private files are for who may read them, and for who has the link', async () => {
    const mine = await scene.asAda.from('private').download(photo, { transform: { width: 40, height: 40 } });
    expect(await sharp(Buffer.from((await mine.data?.arrayBuffer()) as ArrayBuffer)).metadata()).toMatchObject({
      width: 40,
      height: 40,
    });
    const theirs = await scene.asBob.from('private').download(photo, { transform: { width: 40 } });
    expect(theirs.error).toMatchObject({ status: 400 });
    const link = await scene.asAda
      .from('private')
      .createSignedUrl(photo, 60, { transform: { width: 30, quality: 50 } });
    expect(await look(link.data?.signedUrl ?? '')).toMatchObject({ width: 30, height: 15 });
    // The size is signed into the link, which is valid only for the rendered picture.
    expect(await look(`${link.data?.signedUrl}&width=300`)).toMatchObject({ width: 30 });
    const original = await scene.call((link.data?.signedUrl ?? '').replace('/render/image/sign/', '/object/sign/'));
    expect((await original.json()).code).toBe('InvalidJWT');
  });

  it('of a drawing are the drawing, which cannot run', async () => {
    await scene.asAda
      .from('open')
      .upload(`${ada}/d.svg`, '<svg xmlns="http://www.w3.org/2000/svg"/>', { contentType: 'image/svg+xml' });
    const response = await scene.call(at('width=10', `${ada}/d.svg`));
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(await response.text()).toContain('<svg');
  });

  it.each([
    ['a width of nothing', at('width=0'), '400', 'InvalidRequest'],
    ['a width that is none', at('width=wide'), '400', 'InvalidRequest'],
    ['a quality under 20', at('width=9&quality=19'), '400', 'InvalidRequest'],
    ['an unknown way of fitting', at('width=9&resize=squeeze'), '400', 'InvalidRequest'],
    ['an unknown form', at('format=bmp'), '400', 'InvalidRequest'],
    ['a file that is not there', at('width=9', 'none.jpg'), '404', 'NoSuchKey'],
    ['a private file by the public path', `/render/image/public/private/${photo}?width=9`, '404', 'NoSuchBucket'],
    ['nobody', `/render/image/authenticated/private/${photo}?width=9`, '400', 'InvalidRequest'],
    ['a link without its token', `/render/image/sign/private/${photo}`, '400', 'InvalidJWT'],
    ['what is no picture', at('width=9', `${ada}/words.txt`), '422', 'InvalidRequest'],
    ['what only says it is one', at('width=9', `${ada}/fake.png`), '422', 'InvalidRequest'],
    ['too many pixels', at('width=9', `${ada}/wide.png`), '422', 'InvalidRequest'],
    ['too many bytes', at('width=9', `${ada}/noise.png`), '422', 'InvalidRequest'],
  ])('refuse %s', async (_, path, statusCode, code) => {
    const put = (name: string, body: Buffer | string, contentType: string) =>
      scene.asAda.from('open').upload(`${ada}/${name}`, body, { contentType, upsert: true });
    await put('words.txt', 'words', 'text/plain');
    await put('fake.png', 'words', 'image/png');
    await put(
      'wide.png',
      await sharp({ create: { width: 1001, height: 1000, channels: 3, background: '#000' } })
        .png()
        .toBuffer(),
      'image/png',
    );
    await put('noise.png', Buffer.alloc(500_001), 'image/png');
    const response = await scene.call(path);
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ statusCode, code })]);
  });
});
