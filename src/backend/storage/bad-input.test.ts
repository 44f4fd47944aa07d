import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BASE, openScene, type Scene } from '#tests/db/storage-wire.ts';
import { generated } from '#tests/long.ts';
import { boundaryOf, readMultipart } from './multipart.ts';
import { StorageError } from './storage-error.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const segment = fc.oneof(
  fc.constantFrom('object', 'bucket', 'public', 'sign', 'upload', 'info', 'list', 'authenticated', 'open', 'private'),
  fc.constantFrom('..', '.', '', '%2e%2e', '%00', '%zz', '%F0%9F', "';--", 'a'.repeat(300), '🙂', '__proto__'),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
);

it('answers any path, method and body with a refusal or an answer, never with a failure', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(segment, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'),
      fc.oneof(
        fc.json(),
        fc.string({ maxLength: 50 }),
        fc.constant('{"prefixes":["\\u0000"],"prefix":"\\u0000","expiresIn":1,"paths":["x"]}'),
      ),
      fc.constantFrom(
        'application/json',
        'multipart/form-data; boundary=x',
        'multipart/form-data',
        'text/plain',
        'image/png',
      ),
      fc.constantFrom('bytes=0-', 'bytes=-0', 'bytes=9999999999999999-', 'x'),
      async (segments, method, body, type, range) => {
        const hasBody = method !== 'GET' && method !== 'HEAD';
        const headers = { authorization: `Bearer ${scene.adaToken}`, 'content-type': type, range, 'x-metadata': 'e30' };
        const response = await scene.call(`${BASE}/${segments.join('/')}`, {
          method,
          headers,
          ...(hasBody ? { body } : {}),
        });
        await response.arrayBuffer();
        expect(response.status).toBeLessThan(500);
      },
    ),
    { ...generated(400) },
  );
});

it('reads any bytes as a form or refuses them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.uint8Array({ maxLength: 40 }),
          fc
            .constantFrom('--b', '\r\n--b', '\r\n', '--', '\r\n\r\n', 'content-disposition: form-data; name="a"')
            .map((text) => Buffer.from(text)),
        ),
        { maxLength: 30 },
      ),
      async (pieces) => {
        const source = (async function* () {
          yield* pieces;
        })();
        try {
          for await (const part of readMultipart(source, 'b')) for await (const chunk of part.bytes) chunk.length;
        } catch (error) {
          expect(error).toBeInstanceOf(StorageError);
        }
      },
    ),
    { ...generated(500) },
  );
});

it.each([
  ['multipart/form-data; boundary="a b"', 'a b'],
  ['multipart/form-data; charset=x; boundary=abc', 'abc'],
  ['multipart/form-data', null],
  ['text/plain; boundary=x', null],
])('finds the boundary of %s', (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary);
});
