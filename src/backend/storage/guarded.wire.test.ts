import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openS3Scene, type S3Scene } from '#tests/db/s3-wire.ts';
import { ada, openScene, type Scene } from '#tests/db/storage-wire.ts';
import { type WayIn, waysIn } from '#tests/db/ways-in.ts';

let world: S3Scene;
let published: Scene;
let methods: WayIn[];
beforeAll(async () => {
  const guard = { accessOf: async () => ({ reads: 'here' as const }), isSignedIn: async () => true };
  world = await openS3Scene({ guard });
  published = await openScene();
  methods = waysIn(world);
});
afterAll(async () => {
  await world.close();
  await published.close();
});

/** A presigned GET of the S3 protocol by the operator's keys, which a browser can open. */
function presigned(key: string, extra: Record<string, string>): string {
  const { host, pathname } = new URL(world.endpoint);
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/local/s3/aws4_request`;
  const query = new URLSearchParams({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `operator/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': '60',
    'X-Amz-SignedHeaders': 'host',
    ...extra,
  });
  query.sort();
  const path = `${pathname}/open/${key}`;
  const canonical = ['GET', path, query, `host:${host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest();
  const signing = scope.split('/').reduce<string | Buffer>(hmac, 'AWS4operators secret');
  const signature = hmac(signing, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${digest}`).toString('hex');
  return `http://${host}${path}?${query}&X-Amz-Signature=${signature}`;
}

const typeOf = async (scene: Scene, name: string) => {
  const [row] = await scene.database
    .asService()
    .query<{ type: string }>(`select metadata ->> 'mimetype' as type from storage.objects where name = $1`, [name]);
  return row?.type;
};

describe('a guarded service', () => {
  test.each([
    'text/plain;charset=utf-8, text/html',
    'text/html,text/plain',
    'text/plain;charset="utf-8, text/html"',
    'text/plain;',
    'text/plain; charset',
    'text',
    'image/*',
    'text/plain text/html',
    `text/plain;a=${'b'.repeat(300)}`,
  ])('takes no file by any way that says it is %s', async (type) => {
    for (const { name, send } of methods) {
      const key = `${ada}/odd-${crypto.randomUUID()}`;
      expect([name, await send(key, type, '<script>')]).toEqual([name, '415']);
      expect(await typeOf(world.scene, key)).toBeUndefined();
    }
  });

  test('nor one whose type holds NUL, where a header can’t', async () => {
    for (const name of ['a field of a form', 'a resumable upload', 'a copy']) {
      const method = methods.find((each) => each.name === name);
      expect([name, await method?.send(`${ada}/nul`, 'text/plain\0, text/html', 'x')]).toEqual([name, '415']);
    }
  });

  test('keeps essence and charset of what it takes, by every way', async () => {
    for (const { name, send } of methods) {
      const key = `${ada}/kept-${crypto.randomUUID()}`;
      expect([name, await send(key, 'Text/Plain;charset=UTF-8; foo="bar"', 'x')]).toEqual([name, null]);
      expect([name, await typeOf(world.scene, key)]).toEqual([name, 'text/plain; charset=utf-8']);
    }
  });

  const SANDBOX = "default-src 'none'; sandbox";
  test.each([
    ['text/html', 'text/html; charset=utf-8', SANDBOX, true],
    ['text/plain', 'text/plain; charset=utf-8', SANDBOX, true],
    ['text/javascript', 'text/plain; charset=utf-8', SANDBOX, true],
    ['text/css', 'text/plain; charset=utf-8', SANDBOX, true],
    ['application/xml', 'application/xml; charset=utf-8', SANDBOX, true],
    ['application/xhtml+xml', 'application/xhtml+xml; charset=utf-8', SANDBOX, true],
    ['image/x+xml', 'image/x+xml; charset=utf-8', SANDBOX, true],
    ['video/x+xml', 'video/x+xml; charset=utf-8', SANDBOX, true],
    ['application/octet-stream', 'application/octet-stream', SANDBOX, true],
    ['application/zip', 'application/zip', SANDBOX, true],
    ['image/svg+xml', 'image/svg+xml; charset=utf-8', `${SANDBOX}; style-src 'unsafe-inline'; img-src data:`, false],
    ['image/png', 'image/png', SANDBOX, false],
    ['video/mp4', 'video/mp4', SANDBOX, false],
    ['audio/mpeg', 'audio/mpeg', SANDBOX, false],
    ['application/pdf', 'application/pdf', "default-src 'none'", false],
  ])('serves %s as a stranger’s, on every way out', async (type, served, policy, isAttachment) => {
    const key = `${ada}/out-${type.replace(/\W/g, '-')}`;
    const { data } = await world.scene.asAda.from('open').upload(key, Buffer.from('x'), { contentType: type });
    expect(data).not.toBeNull();
    const { data: link } = await world.scene.asAda.from('open').createSignedUrl(key, 60);
    const bearer = { authorization: `Bearer ${world.scene.adaToken}` };
    const responses = {
      public: await world.scene.call(`/object/public/open/${key}`),
      part: await world.scene.call(`/object/public/open/${key}`, { headers: { range: 'bytes=0-0' } }),
      link: await world.scene.call(link?.signedUrl ?? ''),
      caller: await world.scene.call(`/object/authenticated/open/${key}`, { headers: bearer }),
      s3: await fetch(presigned(key, { 'response-content-disposition': 'inline' })),
    };
    for (const [way, answer] of Object.entries(responses)) {
      const { headers } = answer;
      const seen = [
        headers.get('content-type'),
        headers.get('content-security-policy'),
        headers.get('x-content-type-options'),
        headers.get('content-disposition')?.startsWith('attachment;') ?? false,
      ];
      expect([way, ...seen]).toEqual([way, served, policy, 'nosniff', isAttachment]);
      await answer.body?.cancel();
    }
  });

  test('takes no name with an empty part', async () => {
    const bearer = { authorization: `Bearer ${world.scene.adaToken}` };
    for (const [method, path] of [
      ['POST', `/object/private/${ada}//a`],
      ['GET', `/object/authenticated/private/${ada}//a`],
      ['POST', `/object/upload/sign/private/${ada}/a/`],
    ]) {
      const response = await world.scene.call(path ?? '', { method, headers: bearer });
      expect([path, (await response.json()).code]).toEqual([path, 'InvalidKey']);
    }
  });

  test('answers its version as the published service does', async () => {
    const response = await world.scene.call('/version');
    expect([response.status, await response.text()]).toEqual([200, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
  });

  test('serves what was kept before without the part that browsers would have believed', async () => {
    const key = `${ada}/old`;
    await world.scene.asAda.from('open').upload(key, Buffer.from('<script>'), { contentType: 'text/plain' });
    const sql = world.scene.database.asService();
    const header = JSON.stringify('text/plain;charset=utf-8, text/html');
    await sql.query(`update storage.objects set metadata = jsonb_set(metadata, '{mimetype}', $2) where name = $1`, [
      key,
      header,
    ]);
    const { headers } = await world.scene.call(`/object/public/open/${key}`);
    expect([headers.get('content-type'), headers.get('content-security-policy')]).toEqual([
      'text/plain; charset=utf-8',
      SANDBOX,
    ]);
  });
});

test('the published service keeps an odd type as it was said, and serves its first part alone', async () => {
  const key = `${ada}/odd`;
  const type = 'text/plain;charset=utf-8, text/html';
  expect((await published.asAda.from('open').upload(key, Buffer.from('x'), { contentType: type })).error).toBeNull();
  expect(await typeOf(published, key)).toBe(type);
  const { headers } = await published.call(`/object/public/open/${key}`);
  expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['text/plain', 'nosniff']);
});
