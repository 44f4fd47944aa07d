import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, BASE, openScene, type Scene } from '#tests/db/storage-wire.ts';
import { generated } from '#tests/long.ts';
import { S3Error } from './s3-error.ts';
import { readSignature, sha256, signingKey } from './signature.ts';
import { signedBody } from './signed-body.ts';
import { MalformedXml, readXml, writeXml } from './xml.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const word = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
  fc.constantFrom('', '=', ',', ';', '/', '%zz'),
);

/** Any request, signed with the operator's keys. */
function signed(method: string, path: string, query: string, body: string): Request {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/local/s3/aws4_request`;
  const url = new URL(`${BASE}/s3${path}${query ? `?${query}` : ''}`);
  const payload = sha256(body);
  const headers = { host: url.host, 'x-amz-content-sha256': payload, 'x-amz-date': time };
  const names = Object.keys(headers).join(';');
  const strict = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const canonical = [
    method,
    url.pathname
      .split('/')
      .map((part) => strict(decodeURIComponent(part)))
      .join('/'),
    url.search
      .slice(1)
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return `${strict(decodeURIComponent(name))}=${strict(decodeURIComponent(value.join('=')))}`;
      })
      .sort()
      .join('&'),
    ...Object.entries(headers).map(([name, value]) => `${name}:${value}`),
    '',
    names,
    payload,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const signature = createHmac('sha256', signingKey('operators secret', scope)).update(toSign).digest('hex');
  return new Request(url, {
    method,
    headers: {
      ...headers,
      authorization: `AWS4-HMAC-SHA256 Credential=operator/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    },
    ...(method === 'GET' || method === 'HEAD' || body === '' ? {} : { body }),
  });
}

it('answers whoever signs, whatever they ask, with a refusal or an answer', async () => {
  const part = fc.constantFrom(
    'private',
    'open',
    'nowhere',
    ada,
    'x',
    '..%2Fy',
    '%00',
    '%F0%9F%99%82',
    'a'.repeat(300),
    '',
  );
  const query = fc.constantFrom(
    'uploads',
    'uploadId=x',
    'uploadId=%00',
    'partNumber=1',
    'partNumber=0',
    'partNumber=99999',
    'list-type=2',
    'max-keys=0',
    'max-keys=-1',
    'max-keys=x',
    'delimiter=%2F',
    'delimiter=%00',
    'prefix=%F0',
    'continuation-token=x',
    'continuation-token=bDph',
    'encoding-type=url',
    'encoding-type=x',
    'location',
    'versioning',
    'delete',
    'tagging',
    'acl',
    'marker=a',
    'start-after=%00',
    'key-marker=x',
    'upload-id-marker=x',
    'response-content-type=x%0D%0Ay',
  );
  const body = fc.oneof(
    fc.constantFrom(
      '',
      'x',
      '<Delete/>',
      '<Delete><Object><Key>x</Key></Object></Delete>',
      '<Delete><Object><Key>&#0;</Key></Object></Delete>',
      '<CompleteMultipartUpload><Part><PartNumber>x</PartNumber></Part></CompleteMultipartUpload>',
      '<!DOCTYPE x [<!ENTITY a "b">]><Delete>&a;</Delete>',
    ),
    fc.string({ maxLength: 60 }),
  );
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH'),
      fc.array(part, { maxLength: 4 }),
      fc.array(query, { maxLength: 3 }),
      body,
      async (method, parts, queries, text) => {
        let request: Request;
        try {
          const body = method === 'GET' || method === 'HEAD' ? '' : text.toWellFormed();
          request = signed(method, parts.map((part) => `/${part}`).join(''), queries.join('&'), body);
        } catch {
          // Some URLs can't be signed at all.
          return;
        }
        const response = await scene.call(request.url, {
          method,
          headers: Object.fromEntries(request.headers),
          ...(request.body ? { body: await request.text() } : {}),
        });
        const xml = await response.text();
        expect(response.status).toBeLessThan(500);
        if (!xml.includes('SignatureDoesNotMatch')) accepted++;
      },
    ),
    { ...generated(500) },
  );
  // Otherwise no request passed the signature check.
  expect(accepted).toBeGreaterThan(generated(500).numRuns / 2);
});

it('reads any signature or rejects it', () => {
  fc.assert(
    fc.property(word, word, word, word, fc.boolean(), (first, two, three, four, isQuery) => {
      const headers = new Headers();
      const query = new URLSearchParams();
      if (isQuery) {
        for (const [name, value] of Object.entries({
          Credential: first,
          Date: two,
          Expires: three,
          SignedHeaders: four,
        }))
          query.set(`X-Amz-${name}`, value);
        query.set('X-Amz-Signature', 'x');
        query.set('X-Amz-Algorithm', 'AWS4-HMAC-SHA256');
      } else {
        headers.set('authorization', `AWS4-HMAC-SHA256 Credential=${first},SignedHeaders=${two}, Signature=${three}`);
        headers.set('x-amz-date', four.trim());
        headers.set('x-amz-content-sha256', 'UNSIGNED-PAYLOAD');
      }
      const request = new Request(`${BASE}/s3/x?${query}`, { headers });
      try {
        readSignature(request, new URL(request.url));
      } catch (error) {
        expect(error).toBeInstanceOf(S3Error);
      }
    }),
    { ...generated(500) },
  );
});

it('reads any bytes as a body in chunks or refuses them', async () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc
      .constantFrom(
        '5\r\nhello\r\n',
        '0\r\n',
        '\r\n',
        'ffffffffffff\r\n',
        ';chunk-signature=',
        'x-amz-checksum-crc32:AAAA\r\n',
        '5;chunk-signature=x\r\n',
      )
      .map((text) => Buffer.from(text)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 12 }),
      fc.constantFrom(
        'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
        'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
        'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
        'STREAMING-X',
        'x',
        'a'.repeat(64),
      ),
      async (pieces, payload) => {
        const request = new Request(BASE, {
          method: 'PUT',
          body: new Blob(pieces.map((piece) => new Uint8Array(piece))),
          headers: { 'x-amz-trailer': 'x-amz-checksum-crc32' },
        });
        const signature = {
          accessKey: 'x',
          scope: 'x/x/x/x',
          signedHeaders: ['host'],
          value: '0'.repeat(64),
          time: 'x',
          sessionToken: null,
          isPresigned: false,
          payload,
        };
        try {
          for await (const chunk of signedBody(request, signature, Buffer.from('key'))) chunk.byteLength;
        } catch (error) {
          expect(error).toBeInstanceOf(S3Error);
        }
      },
    ),
    { ...generated(500) },
  );
});

describe('XML', () => {
  it('of any source is read or rejected', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<a>',
        '</a>',
        '<a/>',
        '<a b="c">',
        '&amp;',
        '&#x41;',
        '&#xFFFFFF;',
        '&x;',
        '<!--',
        '-->',
        '<![CDATA[',
        '<?xml version="1.0"?>',
        '<!DOCTYPE a>',
        '<__proto__>',
        '</__proto__>',
      ),
      fc.string({ maxLength: 10 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        try {
          readXml(pieces.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedXml);
        }
      }),
      { ...generated(1000) },
    );
  });

  it('of ours reads back as it was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const clean = text.toWellFormed().replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
        expect(readXml(writeXml('Root', { Key: text.toWellFormed() })).root.children.get('Key')?.[0]?.text).toBe(clean);
      }),
    );
  });

  it.each([
    ['nested without end', '<a>'.repeat(100)],
    ['multiplied', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['without end', `<a>${'<b/>'.repeat(50_000)}</a>`],
    ['twice', '<a/><a/>'],
    ['of nothing', ''],
  ])('%s is refused', (_, text) => {
    expect(() => readXml(text)).toThrow(MalformedXml);
  });
});
