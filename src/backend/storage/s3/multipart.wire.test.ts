import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openS3Scene, put, refusal, type S3Scene, textOf } from '#tests/db/s3-wire.ts';
import { ada, bob, LIMIT } from '#tests/db/storage-wire.ts';

let opened: S3Scene;
let scene: S3Scene['scene'];
let asAda: S3Client;
let asBob: S3Client;
beforeAll(async () => {
  opened = await openS3Scene();
  ({ scene, asAda, asBob } = opened);
});
afterAll(() => opened.close());

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html
describe('uploads in parts', () => {
  const Bucket = 'private';
  const begin = async (client: S3Client, Key: string) =>
    (await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'text/plain' }))).UploadId ?? '';

  it('become one file of the parts that are named', async () => {
    const Key = `${ada}/parts.txt`;
    await put(asAda, `${ada}/source`, '0123456789');
    const UploadId = await begin(asAda, Key);
    const part = async (PartNumber: number, Body: string) =>
      (await asAda.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))).ETag;
    await part(1, 'wrong');
    const first = await part(1, 'one ');
    const third = await part(3, 'three');
    await part(7, 'left out');
    const copied = await asAda.send(
      new UploadPartCopyCommand({
        Bucket,
        Key,
        UploadId,
        PartNumber: 2,
        CopySource: `${Bucket}/${ada}/source`,
        CopySourceRange: 'bytes=2-3',
      }),
    );
    const listed = await asAda.send(new ListPartsCommand({ Bucket, Key, UploadId, MaxParts: 2 }));
    expect([listed.Parts?.map((part) => [part.PartNumber, part.Size]), listed.IsTruncated]).toEqual([
      [
        [1, 4],
        [2, 2],
      ],
      true,
    ]);
    const open = await asAda.send(new ListMultipartUploadsCommand({ Bucket }));
    expect(open.Uploads?.map((upload) => upload.UploadId)).toEqual([UploadId]);
    expect((await asBob.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []).toEqual([]);
    const Parts = [
      { PartNumber: 1, ETag: first },
      { PartNumber: 2, ETag: copied.CopyPartResult?.ETag },
      { PartNumber: 3, ETag: third },
    ];
    const complete = (parts: typeof Parts) =>
      asAda.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: parts } }));
    expect(await refusal(complete([...Parts].reverse()))).toEqual({ name: 'InvalidPartOrder', status: 400 });
    expect(await refusal(complete([{ PartNumber: 1, ETag: '"x"' }]))).toEqual({ name: 'InvalidPart', status: 400 });
    const done = await complete(Parts);
    expect(done.ETag).toMatch(/^"[\da-f]{32}-3"$/);
    expect(await textOf(asAda, Key)).toBe('one 23three');
    expect(await refusal(complete(Parts))).toEqual({ name: 'NoSuchUpload', status: 404 });
  });

  it('leave nothing when they are aborted', async () => {
    const Key = `${ada}/given-up`;
    // Bytes of earlier calls are discarded in the background.
    const discarded = () => scene.database.asService().query('select 1 from storage.discarded');
    await expect.poll(discarded, { timeout: 10_000 }).toEqual([]);
    const before = await scene.filesOnDisk();
    const UploadId = await begin(asAda, Key);
    await asAda.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'x' }));
    expect(await scene.filesOnDisk()).toBe(before + 1);
    await asAda.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    await expect.poll(scene.filesOnDisk).toBe(before);
  });

  it.each([
    ['another’s folder', () => begin(asAda, `${bob}/x`), 'AccessDenied', 403],
    [
      'another’s upload',
      async () => {
        const UploadId = await begin(asAda, `${ada}/theirs`);
        return asBob.send(new UploadPartCommand({ Bucket, Key: `${ada}/theirs`, UploadId, PartNumber: 1, Body: 'x' }));
      },
      'NoSuchUpload',
      404,
    ],
    [
      'more than a file may have',
      async () => {
        const UploadId = await begin(asAda, `${ada}/big`);
        return asAda.send(
          new UploadPartCommand({
            Bucket,
            Key: `${ada}/big`,
            UploadId,
            PartNumber: 1,
            Body: new Uint8Array(LIMIT + 1),
          }),
        );
      },
      'EntityTooLarge',
      400,
    ],
  ])('refuse %s', async (_, attempt, name, status) => {
    expect(await refusal(attempt())).toEqual({ name, status });
  });
});
