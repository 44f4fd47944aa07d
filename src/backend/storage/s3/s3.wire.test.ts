import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketAclCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, openS3Scene, put, refusal, type S3Scene, textOf } from '#tests/db/s3-wire.ts';
import { ada, bob } from '#tests/db/storage-wire.ts';

let opened: S3Scene;
let scene: S3Scene['scene'];
let endpoint: string;
let operator: S3Client;
let asAda: S3Client;
let asBob: S3Client;
beforeAll(async () => {
  opened = await openS3Scene();
  ({ scene, endpoint, operator, asAda, asBob } = opened);
});
afterAll(() => opened.close());

// https://supabase.com/docs/guides/storage/s3/compatibility
describe('buckets', () => {
  it('are created, listed, described and deleted', async () => {
    await operator.send(new CreateBucketCommand({ Bucket: 'by-tool', ACL: 'public-read' }));
    expect((await operator.send(new HeadBucketCommand({ Bucket: 'by-tool' }))).$metadata.httpStatusCode).toBe(200);
    const { Buckets } = await operator.send(new ListBucketsCommand({}));
    expect(Buckets?.map((bucket) => bucket.Name)).toContain('by-tool');
    expect((await scene.service.getBucket('by-tool')).data).toMatchObject({ public: true });
    const location = await operator.send(new GetBucketLocationCommand({ Bucket: 'by-tool' }));
    expect(location.LocationConstraint).toBe('local');
    expect((await operator.send(new GetBucketVersioningCommand({ Bucket: 'by-tool' }))).Status).toBe('Suspended');
    await operator.send(new DeleteBucketCommand({ Bucket: 'by-tool' }));
    expect(await refusal(operator.send(new HeadBucketCommand({ Bucket: 'by-tool' })))).toMatchObject({ status: 404 });
  });

  it.each([
    ['a taken name', () => operator.send(new CreateBucketCommand({ Bucket: 'private' })), 'BucketAlreadyExists', 409],
    [
      'a bucket that is not empty',
      () => operator.send(new DeleteBucketCommand({ Bucket: 'second' })),
      'BucketNotEmpty',
      409,
    ],
    ['who has no policy', () => asAda.send(new CreateBucketCommand({ Bucket: 'mine' })), 'AccessDenied', 403],
    [
      'a bucket that is not there',
      () => asAda.send(new ListObjectsV2Command({ Bucket: 'nowhere' })),
      'NoSuchBucket',
      404,
    ],
    [
      'what the protocol has and we have not',
      () => operator.send(new GetBucketAclCommand({ Bucket: 'private' })),
      'MethodNotAllowed',
      405,
    ],
  ])('refuse %s', async (_, attempt, name, status) => {
    await operator.send(new PutObjectCommand({ Bucket: 'second', Key: 'x', Body: 'x' }));
    expect(await refusal(attempt())).toEqual({ name, status });
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html and its neighbours
describe('objects', () => {
  it('are put with their headers, read whole and in part, and known to the other API', async () => {
    const done = await put(asAda, `${ada}/a b(1)&c.txt`, 'hello there', {
      ContentType: 'text/css',
      CacheControl: 'max-age=77',
      Metadata: { colour: 'blue' },
    });
    expect(done.ETag).toMatch(/^"[\da-f]{32}"$/);
    const head = await asAda.send(new HeadObjectCommand({ Bucket: 'private', Key: `${ada}/a b(1)&c.txt` }));
    expect(head).toMatchObject({
      ContentLength: 11,
      ContentType: 'text/css',
      CacheControl: 'max-age=77',
      Metadata: { colour: 'blue' },
      ETag: done.ETag,
    });
    expect(await textOf(asAda, `${ada}/a b(1)&c.txt`, { Range: 'bytes=6-' })).toBe('there');
    const info = await scene.asAda.from('private').info(`${ada}/a b(1)&c.txt`);
    expect(info.data).toMatchObject({ size: 11, contentType: 'text/css', metadata: { colour: 'blue' } });
    const tags = await asAda.send(new GetObjectTaggingCommand({ Bucket: 'private', Key: `${ada}/a b(1)&c.txt` }));
    expect(tags.TagSet).toEqual([]);
  });

  it('come as a stream whose chunks carry a checksum', async () => {
    const body = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(10_000, 'a')));
    await asAda.send(
      new PutObjectCommand({ Bucket: 'private', Key: `${ada}/streamed`, Body: body, ContentLength: 200_000 }),
    );
    expect((await textOf(asAda, `${ada}/streamed`))?.length).toBe(200_000);
  });

  it('are copied under another name', async () => {
    await put(asAda, `${ada}/from`, 'copied', { Metadata: { kept: 'yes' } });
    const copy = (Key: string, more = {}) =>
      asAda.send(new CopyObjectCommand({ Bucket: 'second', Key, CopySource: `private/${ada}/from`, ...more }));
    expect((await copy(`${ada}/to`)).CopyObjectResult?.ETag).toMatch(/^"/);
    const replaced = { MetadataDirective: 'REPLACE' as const, ContentType: 'text/csv', Metadata: { new: 'one' } };
    await copy(`${ada}/to2`, replaced);
    const head = (Key: string) => asAda.send(new HeadObjectCommand({ Bucket: 'second', Key }));
    expect((await head(`${ada}/to`)).Metadata).toEqual({ kept: 'yes' });
    expect(await head(`${ada}/to2`)).toMatchObject({ ContentType: 'text/csv', Metadata: { new: 'one' } });
    expect(await refusal(copy(`${ada}/to3`, { CopySourceIfMatch: '"other"' }))).toEqual({
      name: 'PreconditionFailed',
      status: 412,
    });
  });

  it('are deleted one by one and many at once; what may not go is named', async () => {
    await put(asAda, `${ada}/d1`, '1');
    await put(asAda, `${ada}/d2`, '2');
    await asAda.send(new DeleteObjectCommand({ Bucket: 'private', Key: `${ada}/d1` }));
    expect(await refusal(textOf(asAda, `${ada}/d1`))).toEqual({ name: 'NoSuchKey', status: 404 });
    const many = { Bucket: 'private', Delete: { Objects: [{ Key: `${ada}/d2` }, { Key: `${ada}/none<&>` }] } };
    const done = await asAda.send(new DeleteObjectsCommand(many));
    expect(done.Deleted?.map((object) => object.Key)).toEqual([`${ada}/d2`, `${ada}/none<&>`]);
    expect(await refusal(textOf(asAda, `${ada}/d2`))).toEqual({ name: 'NoSuchKey', status: 404 });
  });

  it.each([
    ['another’s folder', () => put(asAda, `${bob}/x`, 'x'), 'AccessDenied', 403],
    ['another’s file', () => textOf(asBob, `${ada}/from`), 'NoSuchKey', 404],
    [
      'a bucket’s size',
      () => asAda.send(new PutObjectCommand({ Bucket: 'tiny', Key: `${ada}/x`, Body: 'x'.repeat(1025) })),
      'EntityTooLarge',
      400,
    ],
    [
      'a bucket’s types',
      () =>
        asAda.send(new PutObjectCommand({ Bucket: 'pictures', Key: `${ada}/x`, Body: 'x', ContentType: 'text/html' })),
      'InvalidMimeType',
      415,
    ],
    [
      'a taken name where it must be new',
      () => put(asAda, `${ada}/from`, 'x', { IfNoneMatch: '*' }),
      'PreconditionFailed',
      412,
    ],
    [
      'another version than expected',
      () => textOf(asAda, `${ada}/from`, { IfMatch: '"other"' }),
      'PreconditionFailed',
      412,
    ],
    ['a range outside the file', () => textOf(asAda, `${ada}/from`, { Range: 'bytes=99-' }), 'InvalidRange', 416],
    ['a key with foreign signs', () => put(asAda, `${ada}/🙂`, 'x'), 'InvalidKey', 400],
    [
      'a digest that is another’s',
      () => put(asAda, `${ada}/x`, 'x', { ContentMD5: Buffer.alloc(16).toString('base64') }),
      'BadDigest',
      400,
    ],
    [
      'a checksum that is another’s',
      () => put(asAda, `${ada}/x`, 'x', { ChecksumSHA256: Buffer.alloc(32).toString('base64') }),
      'BadDigest',
      400,
    ],
    [
      'a copy onto itself',
      () =>
        asAda.send(new CopyObjectCommand({ Bucket: 'private', Key: `${ada}/from`, CopySource: `private/${ada}/from` })),
      'InvalidRequest',
      400,
    ],
    [
      'an unknown upload',
      () => asAda.send(new ListPartsCommand({ Bucket: 'private', Key: 'x', UploadId: 'none' })),
      'NoSuchUpload',
      404,
    ],
  ])('refuse %s', async (_, attempt, name, status) => {
    expect(await refusal(attempt())).toEqual({ name, status });
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
describe('listing', () => {
  const base = `${ada}/list/`;
  const keys = ['a.txt', 'b/1.txt', 'b/2.txt', 'b/deep/3.txt', 'c.txt', 'd/4.txt', 'e.txt'];
  beforeAll(async () => {
    for (const key of keys) await put(asAda, base + key, key);
  });

  it('folds folders and pages over them', async () => {
    const seen: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await asAda.send(
        new ListObjectsV2Command({ Bucket: 'private', Prefix: base, Delimiter: '/', MaxKeys: 2, ContinuationToken }),
      );
      seen.push(
        ...[
          ...(page.Contents ?? []).map((object) => object.Key ?? ''),
          ...(page.CommonPrefixes ?? []).map((prefix) => prefix.Prefix ?? ''),
        ].sort(),
      );
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    expect(seen).toEqual(['a.txt', 'b/', 'c.txt', 'd/', 'e.txt'].map((key) => base + key));
  });

  it('is flat without a delimiter, begins after a key, and knows the older form', async () => {
    const flat = await asAda.send(
      new ListObjectsV2Command({ Bucket: 'private', Prefix: base, StartAfter: `${base}b/2.txt` }),
    );
    expect(flat.Contents?.map((object) => object.Key?.slice(base.length))).toEqual([
      'b/deep/3.txt',
      'c.txt',
      'd/4.txt',
      'e.txt',
    ]);
    expect(flat.Contents?.[0]).toMatchObject({ Size: 12, ETag: expect.stringMatching(/^"/) });
    const older = await asAda.send(
      new ListObjectsCommand({ Bucket: 'private', Prefix: base, Delimiter: '/', MaxKeys: 2 }),
    );
    expect([older.IsTruncated, older.NextMarker]).toEqual([true, `${base}b/`]);
    const rest = await asAda.send(
      new ListObjectsCommand({ Bucket: 'private', Prefix: base, Delimiter: '/', Marker: older.NextMarker }),
    );
    expect(rest.Contents?.map((object) => object.Key?.slice(base.length))).toEqual(['c.txt', 'e.txt']);
  });

  it('shows nobody what is another’s', async () => {
    expect((await asBob.send(new ListObjectsV2Command({ Bucket: 'private' }))).Contents ?? []).toEqual([]);
  });
});

// https://supabase.com/docs/guides/storage/s3/authentication
describe('keys', () => {
  it.each([
    ['an unknown key', () => clientOf(endpoint, 'nobody', 'secret'), 'InvalidAccessKeyId', 403],
    ['a wrong secret', () => clientOf(endpoint, 'operator', 'guess'), 'SignatureDoesNotMatch', 403],
    ['a session that is none', () => clientOf(endpoint, 'stub', scene.anonKey, 'x.y.z'), 'InvalidToken', 400],
    [
      'a session signed with a guess',
      () => clientOf(endpoint, 'stub', 'guess', scene.adaToken),
      'SignatureDoesNotMatch',
      403,
    ],
    ['another project', () => clientOf(endpoint, 'other', scene.anonKey, scene.adaToken), 'InvalidAccessKeyId', 403],
  ])('refuse %s', async (_, makeRequest, name, status) => {
    const client = makeRequest();
    expect(await refusal(client.send(new ListBucketsCommand({})))).toEqual({ name, status });
    client.destroy();
  });

  it('are wanted', async () => {
    const response = await fetch(`${endpoint}/private`);
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining('<Code>AccessDenied</Code>'),
    ]);
  });
});
