import type { Caller } from '#base/server/database.ts';
import { bytesOf } from '#base/server/http.ts';
import { type StorageContext, serviceCaller } from '../context.ts';
import { checkBucketName, checkKey } from '../keys.ts';
import { storageErrors } from '../storage-error.ts';
import { s3Errors } from './s3-error.ts';
import type { Signature } from './signature.ts';
import { signedBody } from './signed-body.ts';
import { type Element, readXml, type Tree, writeXml } from './xml.ts';

/** A request of the S3 protocol with a valid signature. */
export type S3Request = {
  context: StorageContext;
  request: Request;
  query: URLSearchParams;
  caller: Caller;
  bucketId: string;
  name: string;
  region: string;
  signature: Signature;
  /** Key of the body's chunk signatures. */
  key: Buffer;
};

const XML_BYTES = 2 * 1024 * 1024;

export function bodyBytes(incoming: S3Request): AsyncGenerator<Uint8Array> {
  return signedBody(incoming.request, incoming.signature, incoming.key);
}

/** @throws {S3Error} MalformedXML, also for another root element. */
export async function bodyXml(incoming: S3Request, name: string): Promise<Element> {
  const bytes = await bytesOf(bodyBytes(incoming), 0, XML_BYTES);
  const document = readXml(new TextDecoder().decode(bytes));
  if (document.name !== name) throw s3Errors.malformedXml();
  return document.root;
}

export function xml(name: string, content: Tree): Response {
  return new Response(writeXml(name, content), { headers: { 'content-type': 'application/xml' } });
}

/** An integer of the query string. */
export function queryNumber(incoming: S3Request, name: string, fallback: number, min: number, max: number): number {
  const text = incoming.query.get(name);
  if (text === null || text === '') return fallback;
  if (!/^\d{1,9}$/.test(text) || Number(text) < min) throw s3Errors.invalidArgument(`${name} is not valid.`);
  return Math.min(Number(text), max);
}

/** @throws {StorageError} NoSuchBucket: whether a bucket exists is no secret to a caller with a valid signature. */
export async function checkBucketThere(incoming: S3Request): Promise<void> {
  const rows = await incoming.context.database
    .as(serviceCaller)
    .query('select 1 from storage.buckets where id = $1', [incoming.bucketId]);
  if (rows.length === 0) throw storageErrors.noSuchBucket();
}

/** `x-amz-meta-*`; null without any. */
export function metadataHeaders(headers: Iterable<[string, string]>): Record<string, string> | null {
  const metadata: Record<string, string> = {};
  let size = 0;
  for (const [name, value] of headers) {
    if (!name.startsWith('x-amz-meta-')) continue;
    size += name.length + value.length;
    if (size > 8192) throw s3Errors.invalidArgument('Your metadata headers exceed the maximum allowed size.');
    Object.defineProperty(metadata, name.slice('x-amz-meta-'.length), { value, enumerable: true });
  }
  return Object.keys(metadata).length > 0 ? metadata : null;
}

/** Bucket and name of `x-amz-copy-source`. */
export function copySource({ context, request }: Pick<S3Request, 'context' | 'request'>): {
  bucketId: string;
  name: string;
} {
  const source = (request.headers.get('x-amz-copy-source') ?? '').replace(/^\//, '');
  let path: string;
  try {
    path = decodeURIComponent(source);
  } catch {
    throw s3Errors.invalidArgument('x-amz-copy-source is not encoded well.');
  }
  const at = path.indexOf('/');
  if (at < 1) throw s3Errors.invalidArgument('x-amz-copy-source must name a bucket and a key.');
  if (/\?versionId=/.test(path)) throw s3Errors.invalidArgument('Buckets keep no earlier versions here.');
  return { bucketId: checkBucketName(path.slice(0, at)), name: checkKey(context, path.slice(at + 1)) };
}

/** The date of `Expires` as in the header; undefined without one. */
export function expiresOf(text: string | null | undefined): string | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : new Date(at).toUTCString();
}

/** The content encoding without `aws-chunked`, which is only a transfer encoding. */
export function storedEncoding(request: Request): string | undefined {
  const encodings = (request.headers.get('content-encoding') ?? '')
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding !== 'aws-chunked');
  return encodings.length > 0 ? encodings.join(', ') : undefined;
}
