import { randomUUID } from 'node:crypto';
import { bytesOfRow, ownerOf } from '../context.ts';
import { findReadable } from '../download.ts';
import { checkDeclaredType } from '../kept-type.ts';
import { declaredType } from '../media-types.ts';
import { dryRunUpload, limitsOf } from '../receiving.ts';
import { storageErrors } from '../storage-error.ts';
import type { Received } from '../stores/store.ts';
import {
  abortUpload,
  addPart,
  beginUpload,
  findUpload,
  joinUpload,
  type Part,
  partsOf,
  type UnfinishedUpload,
} from '../unfinished.ts';
import {
  bodyBytes,
  bodyXml,
  copySource,
  expiresOf,
  metadataHeaders,
  type S3Request,
  storedEncoding,
  xml,
} from './s3-ask.ts';
import { s3Errors } from './s3-error.ts';
import { childText } from './xml.ts';

const PARTS = 10_000;

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateMultipartUpload.html */
export async function createUpload(incoming: S3Request): Promise<Response> {
  const { context, request, caller, bucketId, name } = incoming;
  for await (const chunk of bodyBytes(incoming)) if (chunk.byteLength > 0) throw s3Errors.malformedXml();
  const limits = await limitsOf(context, bucketId);
  const mimetype = declaredType(request.headers.get('content-type'), context.guard !== undefined);
  checkDeclaredType(name, mimetype, limits);
  await dryRunUpload(context, caller, bucketId, name, 'upsert');
  const id = randomUUID();
  await beginUpload(context, {
    id,
    bucket_id: bucketId,
    key: name,
    owner_id: ownerOf(caller).ownerId,
    protocol: 's3',
    is_upsert: true,
    upload_length: null,
    tus_metadata: null,
    metadata: {
      mimetype,
      cacheControl: request.headers.get('cache-control') ?? undefined,
      contentEncoding: storedEncoding(request),
      expires: expiresOf(request.headers.get('expires')),
    },
    user_metadata: metadataHeaders(request.headers),
  });
  return xml('InitiateMultipartUploadResult', { Bucket: bucketId, Key: name, UploadId: id });
}

/**
 * The upload of a request, if the caller created it or holds the operator's keys.
 * @throws {S3Error} NoSuchUpload.
 */
export async function findOwnUpload(incoming: S3Request): Promise<UnfinishedUpload> {
  const upload = await findUpload(
    incoming.context,
    (incoming.query.get('uploadId') ?? '').slice(0, 2048).replaceAll('\0', ''),
    's3',
  );
  const isOurs =
    upload &&
    upload.bucket_id === incoming.bucketId &&
    upload.key === incoming.name &&
    upload.expires_at.getTime() > Date.now() &&
    (incoming.caller.role === 'service_role' || upload.owner_id === ownerOf(incoming.caller).ownerId);
  if (!isOurs) throw s3Errors.noSuchUpload();
  return upload;
}

function partNumber(incoming: S3Request): number {
  const text = incoming.query.get('partNumber') ?? '';
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number < 1 || number > PARTS) {
    throw s3Errors.invalidArgument('Part number must be an integer between 1 and 10000, inclusive');
  }
  return number;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPart.html */
export async function uploadPart(incoming: S3Request): Promise<Response> {
  const received = await receivePart(incoming, bodyBytes(incoming));
  return new Response(null, { headers: { etag: received.etag } });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPartCopy.html */
export async function uploadPartCopy(incoming: S3Request): Promise<Response> {
  const source = copySource(incoming);
  const row = await findReadable(incoming.context, incoming.caller, source.bucketId, source.name);
  const size = row.metadata?.size ?? 0;
  const rangeHeader = incoming.request.headers.get('x-amz-copy-source-range');
  const match = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(rangeHeader ?? '');
  const range = match ? { start: Number(match[1]), end: Number(match[2]) } : null;
  if ((rangeHeader !== null && !range) || (range && (range.start > range.end || range.end >= size))) {
    throw s3Errors.invalidArgument('The x-amz-copy-source-range value must be of the form bytes=first-last.');
  }
  const stream = await bytesOfRow(incoming.context, row.version, range);
  if (!stream) throw storageErrors.noSuchKey();
  const received = await receivePart(incoming, stream);
  return xml('CopyPartResult', { ETag: received.etag, LastModified: new Date().toISOString() });
}

async function receivePart(incoming: S3Request, bytes: AsyncIterable<Uint8Array>): Promise<Received> {
  const { context } = incoming;
  const number = partNumber(incoming);
  const upload = await findOwnUpload(incoming);
  const limits = await limitsOf(context, incoming.bucketId);
  if (Number(upload.in_progress_size) > limits.bytes) throw storageErrors.tooLarge();
  const version = randomUUID();
  const received = await context.store.receive(version, limited(bytes, limits.bytes));
  await received.commit();
  const isAdded = await addPart(context, upload, { version, size: received.size, etag: received.etag, number }).catch(
    async (error: unknown) => {
      await context.store.remove(version);
      throw error;
    },
  );
  if (!isAdded) {
    await context.store.remove(version);
    throw s3Errors.noSuchUpload();
  }
  context.clearDiscarded();
  return received;
}

async function* limited(bytes: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > limit) throw storageErrors.tooLarge();
    yield chunk;
  }
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html */
export async function completeUpload(incoming: S3Request): Promise<Response> {
  const { context, caller, bucketId, name } = incoming;
  const root = await bodyXml(incoming, 'CompleteMultipartUpload');
  const upload = await findOwnUpload(incoming);
  const requested = (root.children.get('Part') ?? []).map((part) => ({
    number: Number(childText(part, 'PartNumber')),
    etag: childText(part, 'ETag') ?? '',
  }));
  const parts = chosen(await partsOf(context, upload.id), requested);
  const limits = await limitsOf(context, bucketId);
  const done = await joinUpload(context, upload, parts, limits, { caller, mode: 'upsert' });
  await abortUpload(context, upload.id);
  return xml('CompleteMultipartUploadResult', {
    Location: `${bucketId}/${name}`,
    Bucket: bucketId,
    Key: name,
    ETag: done.metadata.eTag,
  });
}

/** The parts the client lists, in its order, each checked by its ETag. */
function chosen(parts: readonly Part[], requested: readonly { number: number; etag: string }[]): Part[] {
  if (requested.length === 0 || requested.length > PARTS) throw s3Errors.malformedXml();
  const byNumber = new Map(parts.map((part) => [part.part_number, part]));
  let before = 0;
  return requested.map(({ number, etag }) => {
    if (!Number.isInteger(number)) throw s3Errors.malformedXml();
    if (number <= before) throw s3Errors.invalidPartOrder();
    before = number;
    const part = byNumber.get(number);
    if (!part || part.etag.replaceAll('"', '') !== etag.replaceAll('"', '').trim()) throw s3Errors.invalidPart();
    return part;
  });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_AbortMultipartUpload.html */
export async function abort(incoming: S3Request): Promise<Response> {
  const upload = await findOwnUpload(incoming);
  await abortUpload(incoming.context, upload.id);
  return new Response(null, { status: 204 });
}
