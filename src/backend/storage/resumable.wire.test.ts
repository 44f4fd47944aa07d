import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { type DetailedError, Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_ORIGIN_HEADER } from '#base/server/request-origin.ts';
import { ada, bob, LIMIT, openScene, type Scene } from '#tests/db/storage-wire.ts';
import { generated } from '#tests/long.ts';

let scene: Scene;
let endpoint: string;
let bobToken: string;

beforeAll(async () => {
  scene = await openScene();
  endpoint = `${await scene.listen()}/upload/resumable`;
  bobToken = await scene.tokens.sign({ role: 'authenticated', sub: bob }, 900);
});
afterAll(() => scene.close());

type Given = {
  bucket?: string;
  type?: string;
  token?: string;
  headers?: Record<string, string>;
  chunkSize?: number;
  endpoint?: string;
  metadata?: Record<string, string>;
  uploadUrl?: string;
};

/** One upload by the protocol's own client; returns the status and message of an error, or null. */
function send(name: string, body: Buffer, options: Given = {}) {
  return new Promise<{ error: [number, string] | null; url: string | null }>((resolve) => {
    const upload = new Upload(body, {
      endpoint: options.endpoint ?? endpoint,
      uploadUrl: options.uploadUrl,
      uploadSize: body.length,
      chunkSize: options.chunkSize ?? 300_000,
      retryDelays: [],
      headers: options.headers ?? { authorization: `Bearer ${options.token ?? scene.adaToken}` },
      metadata: {
        bucketName: options.bucket ?? 'private',
        objectName: name,
        contentType: options.type ?? 'text/plain',
        cacheControl: '90',
        ...options.metadata,
      },
      onSuccess: () => resolve({ error: null, url: upload.url }),
      onError: (error) => {
        const { originalResponse } = error as DetailedError;
        resolve({
          error: [originalResponse?.getStatus() ?? 0, originalResponse?.getBody().trim() ?? error.message],
          url: upload.url,
        });
      },
    });
    upload.start();
  });
}

const bytes = Buffer.alloc(1_000_000, 'the bytes of a film ');
const partFiles = () =>
  scene.database
    .asService()
    .query<{ id: string }>('select id from storage.s3_multipart_uploads_parts')
    .then((rows) => rows.length);
const call = (url: string, method: string, headers: Record<string, string> = {}, body?: Uint8Array<ArrayBuffer>) =>
  fetch(new URL(url, endpoint).href, {
    method,
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${scene.adaToken}`, ...headers },
    body,
  });

const FIRST = 300_000;
/** Starts an upload and leaves it unfinished; returns its URL. */
async function begin(name: string): Promise<string> {
  const uploadMetadata = { bucketName: 'private', objectName: name, contentType: 'text/plain' };
  const created = await call(
    endpoint,
    'POST',
    {
      'upload-length': String(bytes.length),
      'upload-metadata': Object.entries(uploadMetadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
      'content-type': 'application/offset+octet-stream',
    },
    new Uint8Array(bytes.subarray(0, FIRST)),
  );
  return new URL(created.headers.get('location') ?? '', endpoint).href;
}

// https://supabase.com/docs/guides/storage/uploads/resumable-uploads
describe('resumable uploads', () => {
  it('become an object with its metadata, and leave no parts behind', async () => {
    const { error } = await send(`${ada}/film.txt`, bytes, { metadata: { metadata: '{"of":"ada"}' } });
    expect(error).toBeNull();
    const info = await scene.asAda.from('private').info(`${ada}/film.txt`);
    expect(info.data).toMatchObject({
      size: bytes.length,
      contentType: 'text/plain',
      cacheControl: 'max-age=90',
      metadata: { of: 'ada' },
    });
    const down = await scene.asAda.from('private').download(`${ada}/film.txt`);
    expect(bytes.equals(Buffer.from((await down.data?.arrayBuffer()) as ArrayBuffer))).toBe(true);
    expect(await partFiles()).toBe(0);
  });

  it('go on where they stopped, also after a restart of the process', async () => {
    const url = await begin(`${ada}/again.txt`);
    await scene.restart();
    const head = await call(url, 'HEAD');
    expect([head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
      String(FIRST),
      String(bytes.length),
    ]);
    expect((await send(`${ada}/again.txt`, bytes, { uploadUrl: url })).error).toBeNull();
    const down = await scene.asAda.from('private').download(`${ada}/again.txt`);
    expect(bytes.equals(Buffer.from((await down.data?.arrayBuffer()) as ArrayBuffer))).toBe(true);
    const after = await call(url ?? '', 'HEAD');
    expect(after.headers.get('upload-offset')).toBe(String(bytes.length));
  });

  it('are found at the whole address the client knows, also behind a proxy', async () => {
    const metadata = (name: string) =>
      `bucketName ${Buffer.from('private').toString('base64')},objectName ${Buffer.from(`${ada}/${name}`).toString('base64')}`;
    const create = (name: string, headers: Record<string, string> = {}) =>
      call(endpoint, 'POST', { 'upload-length': '3', 'upload-metadata': metadata(name), ...headers });
    const direct = (await create('direct.txt')).headers.get('location') ?? '';
    expect(direct.startsWith(`${endpoint}/`)).toBe(true);
    expect((await call(direct, 'HEAD')).headers.get('upload-offset')).toBe('0');
    // Our server overwrites this header.
    const proxied = (await create('proxied.txt', { [CLIENT_ORIGIN_HEADER]: 'https://school.example' })).headers.get(
      'location',
    );
    expect(proxied).toMatch(/^https:\/\/school\.example\/storage\/v1\/upload\/resumable\/[\w-]+$/);
  });

  it('keep what came before a connection broke', async () => {
    const url = await begin(`${ada}/broken.txt`);
    const before = Number((await call(url ?? '', 'HEAD')).headers.get('upload-offset'));
    const arrived = async () => {
      const folder = join(scene.folder, 'incoming');
      const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    };
    let sent = 0;
    const broken = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sent < 640_000) {
          controller.enqueue(new Uint8Array(64_000));
          sent += 64_000;
          return;
        }
        await expect.poll(arrived).toBeGreaterThan(0);
        controller.error(new Error('gone'));
      },
    });
    await scene
      .call(new URL(url ?? '', 'http://files.test').href, {
        method: 'PATCH',
        headers: {
          'tus-resumable': '1.0.0',
          authorization: `Bearer ${scene.adaToken}`,
          'upload-offset': String(before),
          'content-type': 'application/offset+octet-stream',
        },
        body: broken,
        duplex: 'half',
      } as RequestInit & { headers: Record<string, string> })
      .catch(() => null);
    await expect
      .poll(async () => Number((await call(url ?? '', 'HEAD')).headers.get('upload-offset')))
      .toBeGreaterThan(before);
  });

  it('are ended by their owner, and their bytes go', async () => {
    const url = await begin(`${ada}/ended.txt`);
    expect((await call(url ?? '', 'DELETE', { authorization: `Bearer ${bobToken}` })).status).toBe(403);
    expect((await call(url ?? '', 'DELETE')).status).toBe(204);
    expect((await call(url ?? '', 'HEAD')).status).toBe(404);
  });

  it('by a signed link belong to who made it', async () => {
    const name = `${ada}/by-link.txt`;
    const link = await scene.asAda.from('private').createSignedUploadUrl(name);
    const signed = { endpoint: `${endpoint}/sign`, headers: { 'x-signature': link.data?.token ?? '' } };
    expect((await send(name, bytes, signed)).error).toBeNull();
    expect((await scene.asAda.from('private').info(name)).data?.size).toBe(bytes.length);
    expect((await send(`${ada}/other.txt`, bytes, signed)).error?.[0]).toBe(400);
    expect((await send(name, bytes, { ...signed, headers: { 'x-signature': 'x.y.z' } })).error?.[0]).toBe(400);
  });

  it('replace an existing file if upsert is set', async () => {
    const upsert = { headers: { authorization: `Bearer ${scene.adaToken}`, 'x-upsert': 'true' } };
    expect((await send(`${ada}/film.txt`, Buffer.from('new'), upsert)).error).toBeNull();
    expect(await (await scene.asAda.from('private').download(`${ada}/film.txt`)).data?.text()).toBe('new');
  });

  it('may be empty, and may begin with their bytes', async () => {
    expect((await send(`${ada}/empty.txt`, Buffer.alloc(0))).error).toBeNull();
    const named = (name: string) =>
      `${name} ${Buffer.from(name === 'bucketName' ? 'private' : `${ada}/once`).toString('base64')}`;
    const created = await call(
      endpoint,
      'POST',
      {
        'upload-length': '5',
        'upload-metadata': `${named('bucketName')},${named('objectName')}`,
        'content-type': 'application/offset+octet-stream',
      },
      new TextEncoder().encode('hello'),
    );
    expect([created.status, created.headers.get('upload-offset')]).toEqual([201, '5']);
    expect(await (await scene.asAda.from('private').download(`${ada}/once`)).data?.text()).toBe('hello');
  });

  it('are forgotten after their time', async () => {
    const url = await begin(`${ada}/late.txt`);
    await scene.database
      .asService()
      .query(
        `update storage.s3_multipart_uploads set created_at = now() - interval '25 hours', expires_at = now() - interval '1 hour' where key = $1`,
        [`${ada}/late.txt`],
      );
    expect((await call(url ?? '', 'HEAD')).status).toBe(410);
    await send(`${ada}/next.txt`, Buffer.from('x'));
    expect((await call(url ?? '', 'HEAD')).status).toBe(404);
  });

  it('return the server’s capabilities to any origin', async () => {
    const response = await fetch(endpoint, {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'tus-resumable,upload-length' },
    });
    expect(response.headers.get('tus-version')).toBe('1.0.0');
    expect(response.headers.get('tus-extension')?.split(',')).toContain('creation-with-upload');
    expect(response.headers.get('tus-max-size')).toBe(String(LIMIT));
    expect(response.headers.get('access-control-allow-headers')).toBe('tus-resumable,upload-length');
  });

  it.each<[string, () => Promise<{ error: [number, string] | null }>, number, string]>([
    ['another’s folder', () => send(`${bob}/x`, bytes), 403, 'new row violates row-level security policy'],
    [
      'nobody',
      () => send(`${ada}/x`, bytes, { headers: {} }),
      400,
      "headers must have required property 'authorization'",
    ],
    [
      'a wrong token',
      () => send(`${ada}/x`, bytes, { token: 'x.y.z' }),
      403,
      'The access token is not valid or has expired.',
    ],
    ['an unknown bucket', () => send(`${ada}/x`, bytes, { bucket: 'nowhere' }), 404, 'Bucket not found'],
    ['a name with dots', () => send(`${ada}/../x`, bytes), 400, `Invalid key: ${ada}/../x`],
    ['a bucket’s size', () => send(`${ada}/x`, bytes, { bucket: 'tiny' }), 413, 'Maximum size exceeded'],
    [
      'a bucket’s types',
      () => send(`${ada}/x`, bytes, { bucket: 'pictures' }),
      415,
      'mime type text/plain is not supported',
    ],
    [
      'a script called a picture',
      () => send(`${ada}/x.png`, bytes, { bucket: 'pictures', type: 'image/png' }),
      415,
      'The file says it is image/png, but its content is something else.',
    ],
    ['a taken name', () => send(`${ada}/film.txt`, bytes), 409, 'The resource already exists'],
    [
      'broken metadata',
      () => send(`${ada}/x`, bytes, { metadata: { metadata: '{' } }),
      400,
      'The metadata is not a JSON object.',
    ],
  ])('refuse %s', async (_, attempt, status, sentence) => {
    expect((await attempt()).error).toEqual([status, sentence]);
  });

  it('whose last byte is rejected are not complete', async () => {
    const { url } = await send(`${ada}/y.png`, bytes, { bucket: 'pictures', type: 'image/png' });
    expect((await call(url ?? '', 'HEAD')).status).toBe(404);
  });
});

it('answers any header with a refusal or an answer, never with a failure', async () => {
  const value = fc.oneof(
    fc.constantFrom('1', '0', '-1', '1e9', '99999999999999999999', 'partial', 'final;/a /b', '', 'NaN', '1.5'),
    fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
    fc
      .base64String({ maxLength: 40 })
      .map((text) => `bucketName ${Buffer.from('private').toString('base64')},objectName ${text}`),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('POST', 'PATCH', 'HEAD', 'DELETE', 'GET'),
      fc.constantFrom(
        '',
        '/',
        '/sign',
        '/x',
        `/${Buffer.from(`private/${ada}/x/y`).toString('base64url')}`,
        '/%zz',
        '/%00',
      ),
      fc.dictionary(
        fc.constantFrom(
          'upload-length',
          'upload-offset',
          'upload-metadata',
          'upload-defer-length',
          'upload-concat',
          'content-type',
          'x-signature',
          'x-upsert',
        ),
        value,
      ),
      async (method, path, tusHeaders) => {
        const headers = new Headers({ authorization: `Bearer ${scene.adaToken}`, 'tus-resumable': '1.0.0' });
        for (const [name, text] of Object.entries(tusHeaders)) headers.set(name, text);
        const response = await scene.call(`/upload/resumable${path}`, {
          method,
          headers: Object.fromEntries(headers),
          ...(method === 'POST' || method === 'PATCH' ? { body: 'bytes' } : {}),
        });
        await response.text();
        expect(response.status).toBeLessThan(500);
      },
    ),
    { ...generated(300) },
  );
});
