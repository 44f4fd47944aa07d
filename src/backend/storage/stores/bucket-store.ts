import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { Received, Store, StoredPart } from './store.ts';

/** An S3 endpoint, by the variables of the published service. */
export type BucketStoreOptions = {
  /** GLOBAL_S3_BUCKET */
  bucket: string;
  /** GLOBAL_S3_ENDPOINT; absent: Amazon's. */
  endpoint?: string;
  /** GLOBAL_S3_FORCE_PATH_STYLE: the bucket is in the path instead of the host name. */
  forcePathStyle?: boolean;
  /** REGION */
  region: string;
  /** AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; absent: the machine's own credentials. */
  accessKeyId?: string;
  secretAccessKey?: string;
};

/** S3's minimum part size; each running upload buffers one part in memory. */
const PART_BYTES = 8 * 1024 * 1024;
const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;
const VERSION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Stores bytes in one bucket of an S3 endpoint, by version.
 * @throws if the bucket can't be reached.
 */
export async function openBucketStore(options: BucketStoreOptions): Promise<Store> {
  const { accessKeyId, secretAccessKey } = options;
  const client = new S3Client({
    region: options.region,
    endpoint: options.endpoint,
    forcePathStyle: options.forcePathStyle ?? options.endpoint !== undefined,
    // Not every endpoint supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  });
  const bucket: Bucket = { client, name: options.bucket };
  await client.send(new HeadBucketCommand({ Bucket: bucket.name }));

  return {
    receive: (version, bytes) => receive(bucket, version, bytes),
    read: (version, range) => read(bucket, version, range),
    copy: async (from, to) => {
      const named = { Bucket: bucket.name, Key: keyOf(to), CopySource: `${bucket.name}/${keyOf(from)}` };
      return (await client.send(new CopyObjectCommand(named)).catch(absent)) !== null;
    },
    join: async (parts, to) => {
      try {
        await join(bucket, parts, to);
        return true;
      } catch (error) {
        if (error instanceof Gone) return false;
        return absent(error as S3ServiceException) !== null;
      }
    },
    remove: (version) => remove(bucket, version),
    close: async () => client.destroy(),
  };
}

type Bucket = { client: S3Client; name: string };

function keyOf(version: string): string {
  if (!VERSION.test(version)) throw new Error('A version is a UUID of ours.');
  return `${version.slice(-2)}/${version}`;
}

type MultipartUpload = {
  put(bytes: Uint8Array): Promise<void>;
  copy(key: string): Promise<void>;
  complete(): Promise<void>;
  abort(): Promise<void>;
};

async function begin({ client, name: Bucket }: Bucket, Key: string): Promise<MultipartUpload> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const parts: CompletedPart[] = [];
  const named = { Bucket, Key, UploadId };
  return {
    put: async (Body) => {
      const PartNumber = parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...named, PartNumber, Body }));
      parts.push({ PartNumber, ETag });
    },
    copy: async (from) => {
      const PartNumber = parts.length + 1;
      const CopySource = `${Bucket}/${from}`;
      const done = await client.send(new UploadPartCopyCommand({ ...named, PartNumber, CopySource }));
      parts.push({ PartNumber, ETag: done.CopyPartResult?.ETag });
    },
    complete: async () => {
      await client.send(new CompleteMultipartUploadCommand({ ...named, MultipartUpload: { Parts: parts } }));
    },
    abort: async () => {
      await client.send(new AbortMultipartUploadCommand(named));
    },
  };
}

/** A small file stays in memory until it is committed; a larger one is uploaded in parts. */
async function receive(bucket: Bucket, version: string, bytes: AsyncIterable<Uint8Array>): Promise<Received> {
  const Key = keyOf(version);
  const hash = createHash('md5');
  let size = 0;
  let upload: MultipartUpload | null = null;
  let chunks: Uint8Array[] = [];
  let gatheredBytes = 0;
  const take = (): Buffer => {
    const bytes = Buffer.concat(chunks);
    chunks = [];
    gatheredBytes = 0;
    return bytes;
  };
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      size += chunk.byteLength;
      chunks.push(chunk);
      gatheredBytes += chunk.byteLength;
      if (gatheredBytes < PART_BYTES) continue;
      upload ??= await begin(bucket, Key);
      await upload.put(take());
    }
    if (upload && gatheredBytes > 0) await upload.put(take());
  } catch (error) {
    await upload?.abort().catch(() => {});
    throw error;
  }
  const current = upload;
  let isComplete = false;
  return {
    size,
    etag: `"${hash.digest('hex')}"`,
    commit: async () => {
      if (isComplete) return;
      if (current) await current.complete();
      else await bucket.client.send(new PutObjectCommand({ Bucket: bucket.name, Key, Body: take() }));
    },
    discard: async () => {
      if (isComplete) await remove(bucket, version);
      else await current?.abort();
      chunks = [];
    },
    // Parts can't be read before they are joined: the object's version is not known to anybody yet.
    bytes: async function* () {
      if (!current) return yield* chunks;
      if (!isComplete) await current.complete();
      isComplete = true;
      const stream = await read(bucket, version, null);
      if (stream) yield* stream;
    },
  };
}

async function remove({ client, name: Bucket }: Bucket, version: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(version) })).catch(absent);
}

async function read(
  { client, name: Bucket }: Bucket,
  version: string,
  range: { start: number; end: number } | null,
): Promise<ReadableStream<Uint8Array> | null> {
  const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
  const output = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(version), Range })).catch(absent);
  return (output?.Body?.transformToWebStream() as ReadableStream<Uint8Array> | undefined) ?? null;
}

async function* bytesOf(bucket: Bucket, parts: readonly StoredPart[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    const stream = part.size === 0 ? null : await read(bucket, part.version, null);
    if (!stream && part.size > 0) throw new Gone();
    if (stream) yield* stream;
  }
}

/** Copies inside the endpoint if its rules allow it, else through this process. */
async function join(bucket: Bucket, parts: readonly StoredPart[], to: string): Promise<void> {
  const canCopy =
    parts.length > 0 &&
    parts.length <= MAX_PARTS &&
    parts.every((part, index) => part.size >= MIN_PART_BYTES || (index === parts.length - 1 && part.size > 0));
  if (!canCopy) {
    const received = await receive(bucket, to, bytesOf(bucket, parts));
    await received.commit();
    return;
  }
  const upload = await begin(bucket, keyOf(to));
  try {
    for (const part of parts) await upload.copy(keyOf(part.version));
    await upload.complete();
  } catch (error) {
    await upload.abort().catch(() => {});
    throw error;
  }
}

class Gone extends Error {}

/** Null if the object does not exist; rethrows any other error. */
function absent(error: S3ServiceException): null {
  if (error.name === 'NoSuchKey' || error.name === 'NotFound' || error.$metadata?.httpStatusCode === 404) return null;
  throw error;
}
