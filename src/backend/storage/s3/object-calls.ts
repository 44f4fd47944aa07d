import { randomUUID } from 'node:crypto';
import type { ObjectRow } from '../context.ts';
import { copyBetween } from '../copying.ts';
import { findReadable, serveObject } from '../download.ts';
import { declaredType } from '../media-types.ts';
import { bucketAccess } from '../places.ts';
import { dryRunUpload, limitsOf, receive, storeUpload } from '../receiving.ts';
import { storageErrors } from '../storage-error.ts';
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

const REMOVED_AT_ONCE = 1000;
const OVERRIDABLE = [
  'content-type',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
];

/** The conditions of RFC 9110 that fail a request; 304 is handled by the download. */
function checkConditions(row: ObjectRow, match: string | null, unmodifiedSince: string | null): void {
  const etag = row.metadata?.eTag ?? '';
  if (match !== null && match !== '*' && !match.split(',').some((tag) => sameTag(tag, etag))) {
    throw s3Errors.preconditionFailed();
  }
  const since = Date.parse(unmodifiedSince ?? '');
  if (match === null && !Number.isNaN(since) && Math.floor(row.updated_at.getTime() / 1000) * 1000 > since) {
    throw s3Errors.preconditionFailed();
  }
}

function sameTag(left: string, right: string): boolean {
  return left.trim().replaceAll('"', '') === right.replaceAll('"', '');
}

/** GetObject and HeadObject: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html */
export async function getObject(incoming: S3Request): Promise<Response> {
  const { context, request, query } = incoming;
  if (incoming.caller.role !== 'service_role') await bucketAccess(context, request, incoming.bucketId, true);
  let readRow: ObjectRow | null = null;
  const find = async () => {
    readRow = await findReadable(context, incoming.caller, incoming.bucketId, incoming.name);
    checkConditions(readRow, request.headers.get('if-match'), request.headers.get('if-unmodified-since'));
    return readRow;
  };
  const response = await serveObject(context, request, find, false);
  const row = readRow as ObjectRow | null;
  response.headers.set('cache-control', row?.metadata?.cacheControl ?? 'no-cache');
  // Browsers don't sign by header, so active content is harmless: a tool gets the stored type.
  if (!incoming.signature.isPresigned && response.status !== 304) {
    response.headers.set('content-type', row?.metadata?.mimetype ?? 'application/octet-stream');
  }
  if (row?.metadata?.expires) response.headers.set('expires', row.metadata.expires);
  for (const name of OVERRIDABLE) {
    const value = query.get(`response-${name}`);
    // A presigned link must not make a file active.
    if (value === null || (name === 'content-type' && incoming.signature.isPresigned)) continue;
    if (name === 'content-disposition' && context.guard && !/^attachment\s*(?:;|$)/i.test(value)) continue;
    if (!/^[\x20-\x7e]{1,500}$/.test(value)) throw s3Errors.invalidArgument(`response-${name} is not valid.`);
    response.headers.set(name, value);
  }
  for (const [name, value] of Object.entries(row?.user_metadata ?? {})) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (/^[\w.-]{1,100}$/.test(name) && /^[\x20-\x7e]*$/.test(text)) response.headers.set(`x-amz-meta-${name}`, text);
  }
  return response;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectTagging.html: nothing here has tags. */
export async function objectTagging(incoming: S3Request): Promise<Response> {
  await findReadable(incoming.context, incoming.caller, incoming.bucketId, incoming.name);
  return xml('Tagging', { TagSet: {} });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
export async function putObject(incoming: S3Request): Promise<Response> {
  const { context, request, caller, bucketId, name } = incoming;
  const { headers } = request;
  const limits = await limitsOf(context, bucketId);
  const announced = Number(headers.get('x-amz-decoded-content-length') ?? headers.get('content-length') ?? 0);
  if (announced > limits.bytes) throw storageErrors.tooLarge();
  const mode = headers.get('if-none-match') === '*' ? ('create' as const) : ('upsert' as const);
  await dryRunUpload(context, caller, bucketId, name, mode);
  const version = randomUUID();
  const declared = declaredType(headers.get('content-type'), context.guard !== undefined);
  const userMetadata = metadataHeaders(headers);
  const received = await receive(context, version, { name, declared, bytes: bodyBytes(incoming) }, limits);
  const done = await storeUpload(
    context,
    { bucketId, name, caller, mode },
    {
      version,
      received,
      cacheControl: headers.get('cache-control') ?? undefined,
      contentEncoding: storedEncoding(request),
      expires: expiresOf(headers.get('expires')),
      userMetadata,
    },
  );
  return new Response(null, { headers: { etag: done.metadata.eTag } });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html */
export async function copyObject(incoming: S3Request): Promise<Response> {
  const { context, request, caller, bucketId, name } = incoming;
  const { headers } = request;
  const source = copySource(incoming);
  const replaces = headers.get('x-amz-metadata-directive') === 'REPLACE';
  if (!replaces && source.bucketId === bucketId && source.name === name) {
    throw s3Errors.invalidRequest(
      'This copy request is illegal because it is trying to copy an object to itself without changing its metadata.',
    );
  }
  const done = await copyBetween(
    context,
    caller,
    { fromBucket: source.bucketId, from: source.name, toBucket: bucketId, to: name },
    {
      mode: 'upsert',
      override: replaces
        ? {
            cacheControl: headers.get('cache-control') ?? undefined,
            mimetype: headers.get('content-type') ?? undefined,
            contentEncoding: storedEncoding(request),
            expires: expiresOf(headers.get('expires')) ?? '',
            userMetadata: metadataHeaders(headers),
          }
        : null,
      mayCopy: (row) => checkCopyConditions(row, headers),
    },
  );
  return xml('CopyObjectResult', { ETag: done.metadata.eTag, LastModified: done.metadata.lastModified });
}

function checkCopyConditions(row: ObjectRow, headers: Headers): void {
  checkConditions(row, headers.get('x-amz-copy-source-if-match'), headers.get('x-amz-copy-source-if-unmodified-since'));
  const noneMatch = headers.get('x-amz-copy-source-if-none-match');
  if (noneMatch !== null && sameTag(noneMatch, row.metadata?.eTag ?? '')) throw s3Errors.preconditionFailed();
  const since = Date.parse(headers.get('x-amz-copy-source-if-modified-since') ?? '');
  if (noneMatch === null && !Number.isNaN(since) && row.updated_at.getTime() <= since) {
    throw s3Errors.preconditionFailed();
  }
}

/** Deletes `names`; returns those that exist but could not be deleted. */
async function remove(incoming: S3Request, names: readonly string[]): Promise<Set<string>> {
  const remaining = await incoming.context.database.as(incoming.caller).transaction(async (sql) => {
    await sql.query('delete from storage.objects where bucket_id = $1 and name = any($2::text[])', [
      incoming.bucketId,
      names,
    ]);
    return sql.query<{ name: string }>(
      'select name from storage.objects where bucket_id = $1 and name = any($2::text[])',
      [incoming.bucketId, names],
    );
  });
  incoming.context.clearDiscarded();
  return new Set(remaining.map((row) => row.name));
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html */
export async function deleteObject(incoming: S3Request): Promise<Response> {
  if ((await remove(incoming, [incoming.name])).size > 0) throw s3Errors.accessDenied();
  return new Response(null, { status: 204 });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
export async function deleteObjects(incoming: S3Request): Promise<Response> {
  const root = await bodyXml(incoming, 'Delete');
  const names = (root.children.get('Object') ?? []).map((object) => childText(object, 'Key') ?? '');
  if (names.length === 0 || names.length > REMOVED_AT_ONCE || names.some((name) => name === '' || name.length > 1024)) {
    throw s3Errors.malformedXml();
  }
  const denied = await remove(incoming, names);
  const isQuiet = childText(root, 'Quiet') === 'true';
  return xml('DeleteResult', {
    Deleted: isQuiet ? [] : names.filter((name) => !denied.has(name)).map((Key) => ({ Key })),
    Error: names
      .filter((name) => denied.has(name))
      .map((Key) => ({ Key, Code: 'AccessDenied', Message: 'Access Denied' })),
  });
}
