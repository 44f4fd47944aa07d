import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type FormWish as FormOptions,
  openS3Scene,
  postForm,
  put,
  type S3Scene,
  signedForm,
} from '#tests/db/s3-wire.ts';
import { ada, bob } from '#tests/db/storage-wire.ts';

let world: S3Scene;
let operator: S3Client;
let asAda: S3Client;
beforeAll(async () => {
  world = await openS3Scene();
  ({ operator, asAda } = world);
});
afterAll(() => world.close());

const head = (client: S3Client, Key: string) => client.send(new HeadObjectCommand({ Bucket: 'private', Key }));
const session = () => ({ accessKey: 'stub', secret: world.scene.anonKey, token: world.scene.adaToken });
const codeIn = async (response: Response) => /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];

// https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html
describe('a form that was signed beforehand', () => {
  it('carries a file with what its fields say of it, and nothing its part says', async () => {
    const fields = {
      'Content-Type': 'text/csv',
      'Cache-Control': 'max-age=60',
      Expires: 'Wed, 21 Oct 2026 07:28:00 GMT',
      'x-amz-meta-colour': 'blue',
    };
    const form = signedForm({ key: 'forms/full.csv', fields });
    const response = await postForm(world, form, 'a,b');
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(await head(operator, 'forms/full.csv')).toMatchObject({
      ContentLength: 3,
      ContentType: 'text/csv',
      CacheControl: 'max-age=60',
      ExpiresString: 'Wed, 21 Oct 2026 07:28:00 GMT',
      Metadata: { colour: 'blue' },
      ETag: response.headers.get('etag'),
    });
    await postForm(world, signedForm({ key: 'forms/plain' }));
    expect((await head(operator, 'forms/plain')).ContentType).toBe('application/octet-stream');
  });

  it.each([
    ['200', 200, ''],
    ['201', 201, 'PostResponse'],
    ['204', 204, ''],
  ])('returns the requested status: %s', async (status, expected, named) => {
    const response = await postForm(
      world,
      signedForm({ key: 'forms/status', fields: { success_action_status: status } }),
    );
    expect([response.status, await response.text()]).toEqual([expected, expect.stringContaining(named)]);
  });

  it('has the rights of who signed it', async () => {
    const mine = await postForm(world, signedForm({ key: `${ada}/form`, signer: session() }));
    expect(mine.status).toBe(200);
    expect((await head(asAda, `${ada}/form`)).ContentLength).toBe(1);
    const theirs = await postForm(world, signedForm({ key: `${bob}/form`, signer: session() }));
    expect([theirs.status, await codeIn(theirs)]).toEqual([403, 'AccessDenied']);
  });

  it('names the file by its own name where the key says so, before the policy is checked', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the variable of S3, not ours
    const form = (name: string, key = 'forms/own/${filename}') =>
      signedForm({ key: `forms/own/${name}`, changed: { key } });
    for (const [filename, name] of [
      ['a.html', 'a.html'],
      ['C:\\photos\\$&.png', '$&.png'],
      ['folder/b.txt', 'b.txt'],
    ] as const) {
      expect((await postForm(world, form(name), 'x', 'private', filename)).status).toBe(200);
      expect((await head(operator, `forms/own/${name}`)).ContentLength).toBe(1);
    }
    const other = await postForm(world, form('a.html'), 'x', 'private', 'b.html');
    expect([other.status, await codeIn(other)]).toEqual([403, 'AccessDenied']);
  });

  it('may leave a field open, within the limits of its policy', async () => {
    const open = {
      key: 'forms/chosen/',
      conditions: [
        ['starts-with', '$x-amz-meta-note', ''],
        ['starts-with', '$key', 'forms/chosen/'],
      ],
    };
    const form = signedForm({ ...open, changed: { 'x-amz-meta-note': 'later', 'x-ignore-me': 'whatever' } });
    // The policy also names the exact key, so the chosen key must meet every condition.
    expect(await codeIn(await postForm(world, { ...form, key: 'forms/chosen/a' }))).toBe('AccessDenied');
    const free = signedForm({
      ...open,
      key: 'forms/chosen/b',
      changed: { 'x-amz-meta-note': 'later', 'x-ignore-me': 'no' },
    });
    expect((await postForm(world, free)).status).toBe(200);
    expect((await head(operator, 'forms/chosen/b')).Metadata).toEqual({ note: 'later' });
  });

  const range = (min: number, max: number): Partial<FormOptions> => ({
    conditions: [['content-length-range', min, max]],
  });
  const bytes = (count: number) => 'x'.repeat(count);
  it.each<[string, Partial<FormOptions>, string | null, number, string]>([
    ['another key', { changed: { key: 'forms/other' } }, 'x', 403, 'AccessDenied'],
    ['another signature', { changed: { 'X-Amz-Signature': '0'.repeat(64) } }, 'x', 403, 'SignatureDoesNotMatch'],
    ['a signature that is none', { changed: { 'X-Amz-Signature': 'abc' } }, 'x', 403, 'SignatureDoesNotMatch'],
    ['another policy', { changed: { Policy: btoa('{}') } }, 'x', 403, 'SignatureDoesNotMatch'],
    [
      'another algorithm',
      { changed: { 'X-Amz-Algorithm': 'AWS4-HMAC-SHA1' } },
      'x',
      400,
      'AuthorizationHeaderMalformed',
    ],
    ['another day', { changed: { 'X-Amz-Date': '20200101T000000Z' } }, 'x', 400, 'AuthorizationHeaderMalformed'],
    ['a stranger’s key', { signer: { accessKey: 'nobody', secret: 'x' } }, 'x', 403, 'InvalidAccessKeyId'],
    ['no policy', { without: ['Policy'] }, 'x', 403, 'AccessDenied'],
    ['no signature', { without: ['X-Amz-Signature'] }, 'x', 403, 'AccessDenied'],
    ['a field nobody signed', { changed: { 'Content-Type': 'text/html' } }, 'x', 403, 'AccessDenied'],
    ['the policy of another bucket', { bucket: 'open' }, 'x', 403, 'AccessDenied'],
    ['a policy that is over', { expiration: '2020-01-01T00:00:00Z' }, 'x', 403, 'AccessDenied'],
    ['a policy without an end', { expiration: 'never' }, 'x', 400, 'InvalidPolicyDocument'],
    ['an unknown condition', { conditions: [['ends-with', '$key', 'l']] }, 'x', 400, 'InvalidPolicyDocument'],
    ['a condition of two fields', { conditions: [{ key: 'a', bucket: 'b' }] }, 'x', 400, 'InvalidPolicyDocument'],
    ['too few bytes', range(2, 9), 'x', 400, 'EntityTooSmall'],
    ['too many bytes', range(0, 9), bytes(10), 400, 'EntityTooLarge'],
    [
      'more bytes than one of its ranges',
      {
        conditions: [
          ['content-length-range', 0, 99],
          ['content-length-range', 0, 3],
        ],
      },
      bytes(4),
      400,
      'EntityTooLarge',
    ],
    ['no file', {}, null, 400, 'InvalidArgument'],
    ['a key that is none', { key: 'forms/../up' }, 'x', 400, 'InvalidKey'],
  ])('is refused with %s', async (_, options, file, status, code) => {
    const response = await postForm(world, signedForm({ key: 'forms/refused', ...options }), file);
    expect([response.status, await codeIn(response)]).toEqual([status, code]);
    const rows = await world.scene.database
      .asService()
      .query(`select name from storage.objects where name in ('forms/refused', 'forms/other')`);
    expect(rows).toEqual([]);
  });

  it('is held against the bucket it goes to', async () => {
    const large = await postForm(world, signedForm({ bucket: 'tiny', key: 'a' }), bytes(1001), 'tiny');
    expect(await codeIn(large)).toBe('EntityTooLarge');
    const text = await postForm(
      world,
      signedForm({ bucket: 'pictures', key: 'a', fields: { 'Content-Type': 'text/plain' } }),
      'x',
      'pictures',
    );
    expect(await codeIn(text)).toBe('InvalidMimeType');
    const missing = await postForm(world, signedForm({ bucket: 'nowhere', key: 'a' }), 'x', 'nowhere');
    expect([missing.status, await codeIn(missing)]).toEqual([404, 'NoSuchBucket']);
  });

  it('comes by a socket, and is rejected before its file is read', async () => {
    const send = (fields: Record<string, string>, file: string) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      body.append('file', new Blob([file]), 'a');
      return fetch(`${world.endpoint}/private`, { method: 'POST', body });
    };
    const large = bytes(1_500_000);
    expect((await send(signedForm({ key: 'forms/socket' }), large)).status).toBe(200);
    expect((await head(operator, 'forms/socket')).ContentLength).toBe(1_500_000);
    const forged = await send(signedForm({ key: 'forms/a', changed: { 'X-Amz-Signature': '0'.repeat(64) } }), large);
    expect([forged.status, await codeIn(forged)]).toEqual([403, 'SignatureDoesNotMatch']);
    expect((await send(signedForm({ key: 'forms/after' }), 'x')).status).toBe(200);
  });

  it('is posted to a bucket, holds no field twice, and does not stand beside another signature', async () => {
    const twice = new FormData();
    for (const [name, value] of Object.entries(signedForm({ key: 'forms/twice' }))) twice.append(name, value);
    twice.append('KEY', 'forms/second');
    twice.append('file', new Blob(['x']), 'a');
    const send = (path: string, init: RequestInit & { headers?: Record<string, string> }) =>
      world.scene.call(path, { method: 'POST', ...init });
    expect(await codeIn(await send('/s3/private', { body: twice }))).toBe('InvalidArgument');
    expect(await codeIn(await send('/s3/private/forms/a', { body: new FormData() }))).toBe('MethodNotAllowed');
    expect(await codeIn(await send('/s3/private?delete', { body: new FormData() }))).toBe('MethodNotAllowed');
    const signed = await send('/s3/private', {
      body: new FormData(),
      headers: { authorization: 'AWS4-HMAC-SHA256 x' },
    });
    expect(await codeIn(signed)).toBe('AccessDenied');
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
it('a date of Expires is stored by every upload of the protocol, and answered by HEAD and GET', async () => {
  const Expires = new Date('2026-10-21T07:28:00Z');
  await put(asAda, `${ada}/expires`, 'x', { Expires });
  const stored = 'Wed, 21 Oct 2026 07:28:00 GMT';
  expect((await head(asAda, `${ada}/expires`)).ExpiresString).toBe(stored);
  const get = (Key: string, more = {}) => asAda.send(new GetObjectCommand({ Bucket: 'private', Key, ...more }));
  expect((await get(`${ada}/expires`)).ExpiresString).toBe(stored);
  const overridden = await get(`${ada}/expires`, { ResponseExpires: new Date(0) });
  expect(overridden.ExpiresString).toBe('Thu, 01 Jan 1970 00:00:00 GMT');
  const copy = (Key: string, more = {}) =>
    asAda.send(new CopyObjectCommand({ Bucket: 'private', Key, CopySource: `private/${ada}/expires`, ...more }));
  const parts = { Bucket: 'private', Key: `${ada}/in-parts` };
  const { UploadId } = await asAda.send(new CreateMultipartUploadCommand({ ...parts, Expires }));
  const { ETag } = await asAda.send(new UploadPartCommand({ ...parts, UploadId, PartNumber: 1, Body: 'x' }));
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await asAda.send(new CompleteMultipartUploadCommand({ ...parts, UploadId, MultipartUpload }));
  expect((await head(asAda, `${ada}/in-parts`)).ExpiresString).toBe(stored);
  await copy(`${ada}/copied`);
  await copy(`${ada}/replaced`, { MetadataDirective: 'REPLACE' });
  expect((await head(asAda, `${ada}/copied`)).ExpiresString).toBe(stored);
  expect((await head(asAda, `${ada}/replaced`)).ExpiresString).toBeUndefined();
});
