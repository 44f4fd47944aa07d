import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ada, openScene, type Scene } from '#tests/db/storage-wire.ts';
import { isLong } from '#tests/long.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const MIB = 1024 * 1024;
/** Much larger than the memory limit, so that buffering a file is detected. */
const SIZE = (isLong ? 100 : 60) * MIB;
/** Maximum bytes in memory at any moment, whatever the file size. */
const HELD = 40 * MIB;

let scene: Scene;
beforeAll(async () => {
  scene = await openScene({ fileSizeLimit: 256 * MIB });
});
afterAll(() => scene.close());

/** The peak of bytes outside the heap, sampled every 10 MiB. */
function watch() {
  collect();
  const before = process.memoryUsage().arrayBuffers;
  let passed = 0;
  let next = 10 * MIB;
  let peak = 0;
  return {
    see: (bytes: number) => {
      passed += bytes;
      if (passed < next) return;
      next += 10 * MIB;
      collect();
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    },
    get most() {
      return peak;
    },
    get passed() {
      return passed;
    },
  };
}

function body(watched: ReturnType<typeof watch>, head = '', tail = ''): ReadableStream<Uint8Array> {
  let left = SIZE;
  return new ReadableStream({
    start(controller) {
      if (head) controller.enqueue(new TextEncoder().encode(head));
    },
    pull(controller) {
      if (left === 0) {
        if (tail) controller.enqueue(new TextEncoder().encode(tail));
        controller.close();
        return;
      }
      const chunk = new Uint8Array(Math.min(left, 64 * 1024)).fill(left % 251);
      left -= chunk.byteLength;
      watched.see(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
}

async function drain(stream: AsyncIterable<Uint8Array> | null | undefined, watched: ReturnType<typeof watch>) {
  for await (const chunk of stream ?? []) watched.see(chunk.byteLength);
}

const FORM = '--b\r\nContent-Disposition: form-data; name=""; filename="f"\r\nContent-Type: text/plain\r\n\r\n';
const meta = (name: string) =>
  `bucketName ${Buffer.from('private').toString('base64')},objectName ${Buffer.from(name).toString('base64')}`;

it.each([
  ['raw bytes', `/object/private/${ada}/raw`, 'POST', { 'content-type': 'text/plain' }, '', ''],
  [
    'a form',
    `/object/private/${ada}/form`,
    'POST',
    { 'content-type': 'multipart/form-data; boundary=b' },
    FORM,
    '\r\n--b--\r\n',
  ],
  [
    'a resumable upload',
    '/upload/resumable',
    'POST',
    {
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-length': String(SIZE),
      'upload-metadata': meta(`${ada}/tus`),
    },
    '',
    '',
  ],
])(
  'a large file goes up as %s and comes down again without being gathered',
  async (what, path, method, headers, head, tail) => {
    const up = watch();
    const done = await scene.call(path, {
      method,
      headers: { authorization: `Bearer ${scene.adaToken}`, ...(headers as Record<string, string>) },
      body: body(up, head, tail),
      duplex: 'half',
    } as RequestInit & { headers: Record<string, string> });
    expect(done.status).toBeLessThan(300);
    expect(up.most).toBeLessThan(HELD);
    const name = what === 'raw bytes' ? 'raw' : what === 'a form' ? 'form' : 'tus';
    const down = watch();
    const response = await scene.call(`/object/private/${ada}/${name}`, {
      headers: { authorization: `Bearer ${scene.adaToken}` },
    });
    await drain(response.body, down);
    expect([down.passed, down.most < HELD]).toEqual([SIZE, true]);
  },
);

it('a large file goes up and comes down by the S3 protocol without being gathered', async () => {
  const client = new S3Client({
    endpoint: `${await scene.listen()}/s3`,
    region: 'local',
    forcePathStyle: true,
    credentials: { accessKeyId: 'operator', secretAccessKey: 'operators secret' },
  });
  const up = watch();
  const Body = Readable.from(body(up));
  await client.send(new PutObjectCommand({ Bucket: 'private', Key: 's3', Body, ContentLength: SIZE }));
  expect([up.passed, up.most < HELD]).toEqual([SIZE, true]);
  const down = watch();
  const object = await client.send(new GetObjectCommand({ Bucket: 'private', Key: 's3' }));
  await drain(object.Body as AsyncIterable<Uint8Array> | undefined, down);
  expect([down.passed, down.most < HELD]).toEqual([SIZE, true]);
  client.destroy();
});
