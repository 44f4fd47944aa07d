import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, bob, LIMIT, openScene, type Scene } from '#tests/db/storage-wire.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let scene: Scene;
let adaToken: Scene['adaToken'];
let service: Scene['service'];
let asAda: Scene['asAda'];
let asBob: Scene['asBob'];
let asVisitor: Scene['asVisitor'];
let call: Scene['call'];
let filesOnDisk: Scene['filesOnDisk'];

beforeAll(async () => {
  scene = await openScene();
  ({ adaToken, service, asAda, asBob, asVisitor, call, filesOnDisk } = scene);
});
afterAll(() => scene.close());

// https://supabase.com/docs/reference/javascript/storage-createbucket and its neighbours
describe('buckets', () => {
  it('are made, read, changed, emptied and deleted with the service key', async () => {
    expect((await service.createBucket('life', { public: false, fileSizeLimit: '5MB' })).data).toEqual({
      name: 'life',
    });
    const read = await service.getBucket('life');
    expect(read.data).toMatchObject({ id: 'life', name: 'life', public: false, file_size_limit: 5_000_000 });
    expect((await service.updateBucket('life', { public: true, allowedMimeTypes: ['text/plain'] })).error).toBeNull();
    expect((await service.getBucket('life')).data).toMatchObject({ public: true, allowed_mime_types: ['text/plain'] });
    await service.from('life').upload('a.txt', 'a', { contentType: 'text/plain' });
    expect((await service.deleteBucket('life')).error).toMatchObject({ statusCode: '409', code: 'ResourceNotEmpty' });
    expect((await service.emptyBucket('life')).error).toBeNull();
    expect((await service.deleteBucket('life')).data).toEqual({ message: 'Successfully deleted' });
    expect((await service.getBucket('life')).error).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' });
  });

  it('are listed, searched and paged', async () => {
    const buckets = await service.listBuckets({ search: 'e', sortColumn: 'name', sortOrder: 'desc', limit: 2 });
    expect(buckets.data?.map((bucket) => bucket.id)).toEqual(
      ['second', 'private']
        .filter((id) => id.includes('e'))
        .concat('pictures', 'open', 'letters')
        .slice(0, 2),
    );
  });

  it.each([
    ['a taken name', () => service.createBucket('open', { public: true }), '409', 'BucketAlreadyExists'],
    ['a name with a slash', () => service.createBucket('a/b', { public: true }), '400', 'InvalidBucketName'],
    [
      'an unreadable limit',
      () => service.createBucket('x', { public: true, fileSizeLimit: 'much' }),
      '400',
      'InvalidRequest',
    ],
    [
      'earlier versions, which are not kept',
      () => service.createBucket('x', { public: true, versioningStatus: 'ENABLED' }),
      '400',
      'InvalidRequest',
    ],
    ['nobody without a policy', () => asAda.createBucket('mine', { public: true }), '403', 'AccessDenied'],
    ['an update that is not theirs', () => asAda.updateBucket('open', { public: false }), '404', 'NoSuchBucket'],
  ])('refuse %s', async (_, attempt, statusCode, code) => {
    expect((await attempt()).error).toMatchObject({ statusCode, code });
  });
});

// https://supabase.com/docs/reference/javascript/storage-from-upload
describe('uploads', () => {
  const bytes = Buffer.from('hello');
  it.each([
    ['a string', 'hello', 'text/plain;charset=UTF-8'],
    ['a buffer', bytes, 'application/pdf'],
    ['a blob, as a form', new Blob(['hello'], { type: 'text/css' }), 'text/css'],
    ['a stream', new Blob(['hello']).stream(), 'text/csv'],
  ])('take %s', async (what, body, contentType) => {
    const name = `${ada}/uploads/${what.replaceAll(/\W/g, '-')}`;
    const done = await asAda
      .from('private')
      .upload(name, body, { contentType, cacheControl: '60', metadata: { of: what } });
    expect(done.error).toBeNull();
    expect(done.data).toMatchObject({ path: name, fullPath: `private/${name}` });
    const info = await asAda.from('private').info(name);
    expect(info.data).toMatchObject({
      id: done.data?.id,
      size: 5,
      contentType,
      cacheControl: 'max-age=60',
      metadata: { of: what },
    });
    expect(await (await asAda.from('private').download(name)).data?.text()).toBe('hello');
  });

  it('keep a form whose file holds the boundary in pieces, across chunks', async () => {
    const tricky = `x\r\n--bound\r\n-\r\n${'y'.repeat(70_000)}\r\n--boundar`;
    const form = `--boundary\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n7\r\n--boundary\r\nContent-Disposition: form-data; name=""; filename="t"\r\nContent-Type: text/plain\r\n\r\n${tricky}\r\n--boundary--\r\n`;
    const pieces = form.match(/[\s\S]{1,7}/g) ?? [];
    const done = await call(`/object/private/${ada}/tricky`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adaToken}`, 'content-type': 'multipart/form-data; boundary=boundary' },
      body: new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit & { headers: Record<string, string> });
    expect(done.status).toBe(200);
    expect(await (await asAda.from('private').download(`${ada}/tricky`)).data?.text()).toBe(tricky);
  });

  it('replace with upsert and update, and remove the bytes that were there', async () => {
    const name = `${ada}/again.txt`;
    const first = await asAda.from('private').upload(name, 'one');
    const before = await filesOnDisk();
    expect((await asAda.from('private').upload(name, 'two')).error).toMatchObject({
      statusCode: '409',
      code: 'KeyAlreadyExists',
    });
    const second = await asAda.from('private').upload(name, 'two', { upsert: true });
    expect(second.data?.id).toBe(first.data?.id);
    expect((await asAda.from('private').update(name, 'three')).error).toBeNull();
    expect(await (await asAda.from('private').download(name)).data?.text()).toBe('three');
    await expect.poll(filesOnDisk).toBe(before);
    expect(await readdir(join(scene.folder, 'incoming'))).toEqual([]);
  });

  it('let a caller add what they may not read', async () => {
    expect((await asVisitor.from('letters').upload('note.txt', 'dear owner')).error).toBeNull();
    expect((await asVisitor.from('letters').download('note.txt')).error).toMatchObject({
      statusCode: '404',
      code: 'NoSuchKey',
    });
    expect((await asVisitor.from('letters').list()).data).toEqual([]);
    expect(await (await service.from('letters').download('note.txt')).data?.text()).toBe('dear owner');
  });

  it.each([
    ['another folder', () => asAda.from('private').upload(`${bob}/x.txt`, 'x'), '403', 'AccessDenied'],
    [
      'an upsert on another’s file',
      () => asBob.from('private').upload(`${ada}/again.txt`, 'x', { upsert: true }),
      '403',
      'AccessDenied',
    ],
    ['an update of another’s file', () => asBob.from('private').update(`${ada}/again.txt`, 'x'), '404', 'NoSuchKey'],
    ['an update of nothing', () => asAda.from('private').update(`${ada}/none.txt`, 'x'), '404', 'NoSuchKey'],
    ['a visitor', () => asVisitor.from('private').upload('x.txt', 'x'), '403', 'AccessDenied'],
    ['an unknown bucket', () => asAda.from('nowhere').upload('x.txt', 'x'), '404', 'NoSuchBucket'],
    ['a bucket’s size', () => asAda.from('tiny').upload(`${ada}/x`, Buffer.alloc(1025)), '413', 'EntityTooLarge'],
    [
      'a streamed size',
      () => asAda.from('tiny').upload(`${ada}/x`, new Blob([Buffer.alloc(4000)]).stream()),
      '413',
      'EntityTooLarge',
    ],
    [
      'the server’s size',
      () => asAda.from('private').upload(`${ada}/x`, Buffer.alloc(LIMIT + 1)),
      '413',
      'EntityTooLarge',
    ],
    [
      'a type off the list',
      () => asAda.from('pictures').upload(`${ada}/x`, 'x', { contentType: 'text/html' }),
      '415',
      'InvalidMimeType',
    ],
    [
      'a script called a picture',
      () => asAda.from('pictures').upload(`${ada}/x.jpg`, '<script>alert(1)</script>', { contentType: 'image/jpeg' }),
      '415',
      'InvalidMimeType',
    ],
    [
      'a program called a picture',
      () =>
        asAda
          .from('pictures')
          .upload(`${ada}/x.png`, Buffer.from('7f454c4602010100', 'hex'), { contentType: 'image/png' }),
      '415',
      'InvalidMimeType',
    ],
    ['a key with dots', () => asAda.from('private').upload(`${ada}/a/.../..%2f..%2fx`, 'x'), '400', 'InvalidKey'],
    ['a key with a hash', () => asAda.from('private').upload(`${ada}/%23x`, 'x'), '400', 'InvalidKey'],
    ['a key with NUL', () => asAda.from('private').upload(`${ada}/%00x`, 'x'), '400', 'InvalidKey'],
    ['an emoji', () => asAda.from('private').upload(`${ada}/🙂`, 'x'), '400', 'InvalidKey'],
    [
      'a key over 1024 bytes',
      () => asAda.from('private').upload(`${ada}/${'k'.repeat(1024)}`, 'x'),
      '400',
      'InvalidKey',
    ],
    [
      'broken metadata',
      () => asAda.from('private').upload(`${ada}/m`, 'x', { headers: { 'x-metadata': 'bm90IGpzb24=' } }),
      '400',
      'InvalidRequest',
    ],
  ])('refuse %s and leave nothing behind', async (_, attempt, statusCode, code) => {
    expect((await attempt()).error).toMatchObject({ statusCode, code });
    expect(await readdir(join(scene.folder, 'incoming'))).toEqual([]);
  });

  it('that break off leave nothing behind', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(5000));
        controller.error(new Error('gone'));
      },
    });
    const { error } = await asAda.from('private').upload(`${ada}/broken`, body);
    expect(error).toMatchObject({ statusCode: '400', message: 'The upload was cut off.' });
    expect(await readdir(join(scene.folder, 'incoming'))).toEqual([]);
  });

  it('accept a real picture if pictures are required', async () => {
    expect((await asAda.from('pictures').upload(`${ada}/p.png`, PNG, { contentType: 'image/png' })).error).toBeNull();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    expect(
      (await asAda.from('pictures').upload(`${ada}/p.svg`, svg, { contentType: 'image/svg+xml' })).error,
    ).toBeNull();
  });
});

describe('a drawing', () => {
  it('is sent in fewer bytes to whoever takes them so, and as it is in parts and to everybody else', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h9v9z"/>'.repeat(200)}</svg>`;
    const { error } = await asAda.from('pictures').upload(`${ada}/d.svg`, svg, { contentType: 'image/svg+xml' });
    expect(error).toBeNull();
    const get = (headers: Record<string, string>) => call(`/object/public/pictures/${ada}/d.svg`, { headers });
    const small = await get({ 'accept-encoding': 'gzip, br' });
    expect([small.headers.get('content-encoding'), small.headers.get('vary')]).toEqual(['br', 'accept-encoding']);
    const etag = small.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/);
    const bytes = Buffer.from(await small.arrayBuffer());
    expect(bytes.length).toBe(Number(small.headers.get('content-length')));
    expect(brotliDecompressSync(bytes).toString()).toBe(svg);
    const plain = await get({ 'accept-encoding': 'gzip' });
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, svg]);
    const part = await get({ 'accept-encoding': 'br', range: 'bytes=0-3' });
    expect([part.status, part.headers.get('content-encoding'), await part.text()]).toEqual([206, null, '<svg']);
    expect((await get({ 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(304);
  });
});

describe('the wire', () => {
  it('handles a preflight and allows any origin', async () => {
    const response = await call('/object/private/x', {
      method: 'OPTIONS',
      headers: { origin: 'http://a.test', 'access-control-request-headers': 'authorization,x-upsert' },
    });
    expect([response.status, response.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'authorization,x-upsert',
    ]);
    expect((await call('/nothing')).headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each([
    ['POST', '/object/list/open', '{'],
    ['POST', '/object/list/open', '[]'],
    ['POST', '/object/move', '{"bucketId":"open"}'],
    ['POST', '/bucket', '{"id":{"a":1}}'],
    ['DELETE', '/object/open', '{"prefixes":[1]}'],
    ['POST', '/object/list/open', '{"limit":-1}'],
    ['POST', '/object/sign/open', '{"expiresIn":"x","paths":["a"]}'],
  ])('rejects malformed %s %s %s', async (method, path, body) => {
    const response = await call(path, {
      method,
      body,
      headers: { authorization: `Bearer ${adaToken}`, 'content-type': 'application/json' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ statusCode: '400', message: expect.any(String) });
  });

  it.each([
    ['GET', '/nothing'],
    ['PATCH', '/bucket/open'],
    ['POST', '/object'],
    ['GET', '/render/image/public/a/b'],
  ])('knows no %s %s', async (method, path) => {
    const response = await call(path, { method, headers: { authorization: `Bearer ${adaToken}` } });
    expect([400, 404]).toContain(response.status);
  });
});
