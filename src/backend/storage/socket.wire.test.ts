import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ada, LIMIT, openScene, type Scene } from '#tests/db/storage-wire.ts';

/** Requests by a socket: bodies are streamed from the connection. */
let scene: Scene;
let port: number;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  scene = await openScene();
  port = Number(new URL(await scene.listen()).port);
});
afterAll(async () => {
  agent.destroy();
  await scene.close();
});

type Sent = { method?: string; headers?: Record<string, string>; body?: Iterable<Buffer>; breaksOff?: boolean };

function send(path: string, { method = 'POST', headers, body = [], breaksOff = false }: Sent) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const outgoing = request({
      agent,
      port,
      path: `/storage/v1${path}`,
      method,
      headers: { authorization: `Bearer ${scene.adaToken}`, ...headers },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    for (const chunk of body) outgoing.write(chunk);
    if (breaksOff) outgoing.destroy();
    else outgoing.end();
  });
}

/** Long enough for several writes, without repetition. */
const text = Buffer.from(Array.from({ length: 200_000 }, (_, index) => `${index} `).join(''));
const form = [
  Buffer.from('--b\r\nContent-Disposition: form-data; name=""; filename="f"\r\nContent-Type: text/plain\r\n\r\n'),
  text,
  Buffer.from('\r\n--b--\r\n'),
];

it.each([
  ['raw', 'text/plain', [text], {}],
  ['in chunks of no said length', 'text/plain', [text.subarray(0, 7), text.subarray(7)], {}],
  ['as a form', 'multipart/form-data; boundary=b', form, {}],
])('takes a body %s', async (what, type, body) => {
  const path = `/object/private/${ada}/${what.replaceAll(' ', '-')}`;
  expect(await send(path, { headers: { 'content-type': type }, body })).toMatchObject({ status: 200 });
  const { text: stored } = await send(path, { method: 'GET' });
  expect(Buffer.from(stored).equals(text)).toBe(true);
});

it.each<[string, string, Sent, string, string]>([
  [
    'whose said length is too much',
    `/object/private/${ada}/big`,
    { headers: { 'content-length': String(LIMIT + 1) }, body: [Buffer.alloc(LIMIT + 1)] },
    '413',
    'EntityTooLarge',
  ],
  [
    'that turns out too long',
    `/object/private/${ada}/big`,
    { headers: { 'content-type': 'text/plain' }, body: [Buffer.alloc(LIMIT, 'a'), Buffer.alloc(100_000, 'a')] },
    '413',
    'EntityTooLarge',
  ],
  [
    'for a folder of others',
    `/object/private/other/big`,
    { headers: { 'content-type': 'text/plain' }, body: [text] },
    '403',
    'AccessDenied',
  ],
])('answers a body %s with its reason, and the next call as ever', async (_, path, init, status, code) => {
  const rejected = await send(path, init);
  expect(JSON.parse(rejected.text)).toMatchObject({ statusCode: status, code });
  expect((await send('/status', { method: 'GET' })).text).toBe('{"status":"ok"}');
});

it('keeps nothing of a body that breaks off', async () => {
  const path = `/object/private/${ada}/broken`;
  await expect(
    send(path, {
      headers: { 'content-length': '1000', 'content-type': 'text/plain' },
      body: [text.subarray(0, 10)],
      breaksOff: true,
    }),
  ).rejects.toThrow();
  expect(JSON.parse((await send(path, { method: 'GET' })).text)).toMatchObject({ code: 'NoSuchKey' });
});

it('goes on after a client disconnects', async () => {
  const path = `/object/private/${ada}/raw`;
  await new Promise<void>((resolve, reject) => {
    const outgoing = request({
      port,
      path: `/storage/v1${path}`,
      headers: { authorization: `Bearer ${scene.adaToken}` },
    });
    outgoing.on('response', (response) => {
      response.on('error', () => {});
      response.once('data', () => outgoing.destroy());
      response.on('close', resolve);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve() : reject(error)));
    outgoing.end();
  });
  expect((await send(path, { method: 'GET', headers: { range: 'bytes=0-6' } })).text).toBe('0 1 2 3');
});
