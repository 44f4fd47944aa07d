import { createHash } from 'node:crypto';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { type DetailedError, Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#base/shared/errors.ts';
import { clientOf } from '#tests/db/s3-wire.ts';
import { ada, bob, openScene, type Scene } from '#tests/db/storage-wire.ts';

const SHOUT = 'text/x-shout';

/** A cleaner for one type in one bucket: it upper-cases text, rejects "silence" and enlarges "swell". */
async function loud(file: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  if (text.includes('silence')) throw new AppError(415, 'invalid', 'Nothing is to be heard.');
  if (text.includes('swell')) return Buffer.alloc(3 * 1024 * 1024);
  return Buffer.from(text.toUpperCase());
}

let scene: Scene;
let socket: string;
let s3: S3Client;
beforeAll(async () => {
  scene = await openScene({
    cleanerOf: (bucket, type) => (bucket === 'private' && type === SHOUT ? loud : undefined),
  });
  socket = await scene.listen();
  s3 = clientOf(`${socket}/s3`, 'stub', scene.anonKey, scene.adaToken);
});
afterAll(async () => {
  s3.destroy();
  await scene.close();
});

const shout = (text: string) => new Blob([text], { type: SHOUT });
const name = (last: string) => `${ada}/${last}`;

/** A stored file: its bytes and metadata. */
async function storedFile(key: string, bucket = 'private') {
  const download = await scene.service.from(bucket).download(key);
  const text = await download.data?.text();
  const [row] = await scene.database
    .asService()
    .query<{ metadata: Record<string, unknown> }>(
      'select metadata from storage.objects where bucket_id = $1 and name = $2',
      [bucket, key],
    );
  const { size, contentLength, eTag, mimetype, contentEncoding } = row?.metadata ?? {};
  return { text, size, contentLength, eTag, mimetype, contentEncoding };
}

const clean = (text: string) => ({
  text,
  size: text.length,
  contentLength: text.length,
  eTag: `"${createHash('md5').update(text).digest('hex')}"`,
  mimetype: SHOUT,
  contentEncoding: undefined,
});

/** A resumable upload in chunks of four bytes; returns the error, or null. */
function resume(key: string, text: string) {
  return new Promise<[number, string] | null>((resolve) => {
    const upload = new Upload(Buffer.from(text), {
      endpoint: `${socket}/upload/resumable`,
      uploadSize: text.length,
      chunkSize: 4,
      retryDelays: [],
      headers: { authorization: `Bearer ${scene.adaToken}`, 'x-upsert': 'true' },
      metadata: { bucketName: 'private', objectName: key, contentType: `${SHOUT}; charset=x`, cacheControl: '90' },
      onSuccess: () => resolve(null),
      onError: (error) => {
        const response = (error as DetailedError).originalResponse;
        resolve([response?.getStatus() ?? 0, response?.getBody().trim() ?? error.message]);
      },
    });
    upload.start();
  });
}

async function inParts(Key: string, pieces: string[]) {
  const target = { Bucket: 'private', Key };
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ ...target, ContentType: SHOUT }));
  const Parts = [];
  for (const [at, Body] of pieces.entries()) {
    const { ETag } = await s3.send(new UploadPartCommand({ ...target, UploadId, PartNumber: at + 1, Body }));
    Parts.push({ PartNumber: at + 1, ETag });
  }
  return s3.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }));
}

const methods: [way: string, put: (key: string, text: string) => Promise<unknown>][] = [
  ['a form of the official client', (key, text) => scene.asAda.from('private').upload(key, shout(text))],
  [
    'raw bytes of a type with letters and packing',
    (key, text) =>
      scene.call(`/object/private/${key}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${scene.adaToken}`,
          'content-type': `${SHOUT.toUpperCase()}; charset=utf-16`,
          'content-encoding': 'gzip',
        },
        body: text,
      }),
  ],
  [
    'replacing what is there',
    async (key, text) => {
      await scene.asAda.from('private').upload(key, shout('older'));
      await scene.asAda.from('private').update(key, shout(text));
    },
  ],
  [
    'a signed link',
    async (key, text) => {
      const { data } = await scene.asAda.from('private').createSignedUploadUrl(key);
      await scene.asAda.from('private').uploadToSignedUrl(key, data?.token ?? '', shout(text));
    },
  ],
  ['a resumable upload', resume],
  [
    'the S3 protocol',
    (Key, Body) => s3.send(new PutObjectCommand({ Bucket: 'private', Key, Body, ContentType: SHOUT })),
  ],
  ['parts of the S3 protocol', (key, text) => inParts(key, [text.slice(0, 3), text.slice(3)])],
  [
    'a copy that says another type',
    async (key, text) => {
      await scene.asAda.from('private').upload(`${key}.plain`, new Blob([text], { type: 'text/plain' }));
      await s3.send(
        new CopyObjectCommand({
          Bucket: 'private',
          Key: key,
          CopySource: `private/${key}.plain`,
          MetadataDirective: 'REPLACE',
          ContentType: SHOUT,
        }),
      );
    },
  ],
  [
    'a copy out of another bucket',
    async (key, text) => {
      await scene.asAda.from('second').upload(key, shout(text));
      await scene.asAda.from('second').copy(key, key, { destinationBucket: 'private' });
    },
  ],
  [
    'a move out of another bucket',
    async (key, text) => {
      await scene.asAda.from('second').upload(key, shout(text));
      await scene.asAda.from('second').move(key, key, { destinationBucket: 'private' });
    },
  ],
];

describe('a bucket that cleans a type of file', () => {
  it.each(methods)('keeps what comes by %s clean, and says of it what is kept', async (method, put) => {
    const key = name(`${method.replaceAll(' ', '-')}.txt`);
    await put(key, 'hello there');
    const expected = clean('HELLO THERE');
    const stored = await storedFile(key);
    expect({ ...stored, mimetype: String(stored.mimetype).toLowerCase() }).toEqual(expected);
  });

  it('keeps other types and other buckets byte for byte', async () => {
    await scene.asAda.from('private').upload(name('plain.txt'), new Blob(['hello'], { type: 'text/plain' }));
    await scene.asAda.from('second').upload(name('loud.txt'), shout('hello'));
    expect((await storedFile(name('plain.txt'))).text).toBe('hello');
    expect((await storedFile(name('loud.txt'), 'second')).text).toBe('hello');
  });

  it('returns the ETag of the stored file by the S3 protocol', async () => {
    const { ETag } = await s3.send(
      new PutObjectCommand({ Bucket: 'private', Key: name('tag.txt'), Body: 'tag', ContentType: SHOUT }),
    );
    expect([ETag, (await inParts(name('tags.txt'), ['ta', 'gs'])).ETag]).toEqual([
      clean('TAG').eTag,
      clean('TAGS').eTag,
    ]);
  });

  it('refuses what can’t be cleaned with its sentence; what was there stays, and nothing is left behind', async () => {
    const key = name('refused.txt');
    await scene.asAda.from('private').upload(key, shout('first'));
    // Bytes of earlier tests are discarded by now.
    await scene.restart();
    const before = await scene.filesOnDisk();
    const expected = { statusCode: '415', message: 'Nothing is to be heard.' };
    expect((await scene.asAda.from('private').update(key, shout('silence'))).error).toMatchObject(expected);
    expect(await resume(key, 'silence')).toEqual([415, expected.message]);
    const put = new PutObjectCommand({ Bucket: 'private', Key: key, Body: 'silence', ContentType: SHOUT });
    await expect(s3.send(put)).rejects.toMatchObject({ message: expected.message, $metadata: { httpStatusCode: 415 } });
    await expect(inParts(key, ['sil', 'ence'])).rejects.toMatchObject({ message: expected.message });
    await scene.asAda.from('second').upload(name('quiet.txt'), shout('silence'));
    const away = { destinationBucket: 'private' };
    expect((await scene.asAda.from('second').move(name('quiet.txt'), name('moved.txt'), away)).error).toMatchObject(
      expected,
    );
    expect((await scene.asAda.from('second').copy(name('quiet.txt'), name('loud.txt'), away)).error).toMatchObject(
      expected,
    );
    expect((await storedFile(key)).text).toBe('FIRST');
    expect((await storedFile(name('quiet.txt'), 'second')).text).toBe('silence');
    expect((await storedFile(name('loud.txt'))).text).toBeUndefined();
    await scene.service.from('second').remove([name('quiet.txt')]);
    await scene.database.asService().query(`delete from storage.s3_multipart_uploads`);
    await scene.restart();
    await expect.poll(() => scene.filesOnDisk()).toBe(before);
  });

  it('holds the bucket’s size against what is kept', async () => {
    const { error } = await scene.asAda.from('private').upload(name('swell.txt'), shout('swell'));
    expect(error).toMatchObject({ statusCode: '413' });
  });

  it('does no work for a caller who may not write there', async () => {
    await scene.asAda.from('second').upload(name('mine.txt'), shout('silence'));
    const destination = { destinationBucket: 'private' };
    const moved = await scene.asAda.from('second').move(name('mine.txt'), `${bob}/mine.txt`, destination);
    const copied = await scene.asAda.from('second').copy(name('mine.txt'), `${bob}/mine.txt`, destination);
    // Rejected before the content is read.
    expect([moved.error, copied.error]).toMatchObject([{ statusCode: '403' }, { statusCode: '403' }]);
  });
});
