import { randomUUID } from 'node:crypto';
import type { Caller } from '#base/server/database.ts';
import { bytesOfRequest } from '#base/server/raw-body.ts';
import type { StorageContext } from '../context.ts';
import { checkKey } from '../keys.ts';
import { declaredType } from '../media-types.ts';
import { readMultipart, textOfPart } from '../multipart.ts';
import { dryRunUpload, limitsOf, receive, storeUpload } from '../receive.ts';
import { withOperation } from '../routes.ts';
import { storageErrors } from '../storage-error.ts';
import { checkPolicy, type LengthRange } from './post-policy.ts';
import { s3Errors } from './s3-error.ts';
import { expiresOf, metadataHeaders, xml } from './s3-request.ts';
import { ALGORITHM, hmac, isSame, readCredential, type Signer, signingKey } from './signature.ts';

const FIELD_BYTES = 20 * 1024;
/** Maximum bytes a form adds around its file. */
const FORM_BYTES = 256 * 1024;

export type PostForm = {
  context: StorageContext;
  request: Request;
  boundary: string;
  bucketId: string;
  /** The signer; `verify` gets the secrets that belong to it. */
  callerOf(signer: Signer, verify: (secrets: readonly string[]) => Buffer): Promise<{ caller: Caller }>;
};

/**
 * An upload by a presigned form (POST policy). Its fields come first and are checked against the signed policy before
 * the file is read; from there on it is an upload like any other.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html
 */
export async function postForm(form: PostForm): Promise<Response> {
  const fields = new Map<string, string>();
  for await (const part of readMultipart(bytesOfRequest(form.request), form.boundary)) {
    const name = part.name.toLowerCase();
    // Fields after the file are ignored, as in S3.
    if (name === 'file') return takeFile(form, expandFilename(fields, part.filename ?? ''), part.bytes);
    if (fields.has(name)) throw s3Errors.invalidArgument('The form holds a field twice.');
    fields.set(name, await textOfPart(part, FIELD_BYTES));
  }
  throw s3Errors.invalidArgument('The form carries no file.');
}

/**
 * `${filename}` in a field stands for the name of the file, without a path. It is expanded before the policy is
 * checked, as in S3.
 */
function expandFilename(fields: ReadonlyMap<string, string>, filename: string): Map<string, string> {
  const name = filename.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1);
  return new Map([...fields].map(([field, value]) => [field, value.replaceAll(/\$\{filename\}/g, () => name)]));
}

async function takeFile(
  form: PostForm,
  fields: ReadonlyMap<string, string>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Response> {
  const { context, request, bucketId } = form;
  const { caller, range } = await permitted(form, fields);
  const name = checkKey(context, fields.get('key') ?? '');
  const limits = await limitsOf(context, bucketId);
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > Math.min(limits.bytes, range.max) + FORM_BYTES) throw storageErrors.tooLarge();
  const target = {
    bucketId,
    name,
    caller: withOperation(caller, request, 'storage.s3.upload'),
    mode: 'upsert' as const,
  };
  await dryRunUpload(context, target.caller, bucketId, name, target.mode);
  const version = randomUUID();
  // The type of the file part is not signed.
  const declared = declaredType(fields.get('content-type'), context.guard !== undefined);
  const userMetadata = metadataHeaders(fields);
  const received = await receive(context, version, { name, declared, bytes: within(bytes, range) }, limits);
  const { metadata } = await storeUpload(context, target, {
    version,
    received,
    cacheControl: fields.get('cache-control'),
    contentEncoding: fields.get('content-encoding'),
    expires: expiresOf(fields.get('expires')),
    userMetadata,
  });
  return formResponse(fields, { Location: `${bucketId}/${name}`, Bucket: bucketId, Key: name, ETag: metadata.eTag });
}

/** @throws {S3Error} if the signature is invalid or its policy does not allow this form. */
async function permitted(
  { bucketId, callerOf }: PostForm,
  fields: ReadonlyMap<string, string>,
): Promise<{ caller: Caller; range: LengthRange }> {
  const policy = fields.get('policy');
  const value = fields.get('x-amz-signature');
  const credential = fields.get('x-amz-credential');
  const time = fields.get('x-amz-date');
  if (!policy || !value || !credential || !time) throw s3Errors.accessDenied('Missing signature');
  if ((fields.get('x-amz-algorithm') ?? ALGORITHM) !== ALGORITHM) {
    throw s3Errors.malformedAuthorization(`X-Amz-Algorithm only supports ${ALGORITHM}`);
  }
  const { accessKey, scope } = readCredential(credential, time);
  const sessionToken = fields.get('x-amz-security-token') ?? null;
  const { caller } = await callerOf({ accessKey, sessionToken }, (secrets) => {
    for (const secret of secrets) {
      const key = signingKey(secret, scope);
      if (isSame(hmac(key, policy), value)) return key;
    }
    throw s3Errors.wrongSignature();
  });
  return { caller, range: checkPolicy(policy, fields, bucketId) };
}

async function* within(bytes: AsyncIterable<Uint8Array>, range: LengthRange): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > range.max) throw storageErrors.tooLarge();
    yield chunk;
  }
  if (size < range.min) throw s3Errors.tooSmall();
}

/** 200 as the published service responds, unless the form requests one of the other two. */
function formResponse(fields: ReadonlyMap<string, string>, done: Record<string, string> & { ETag: string }): Response {
  const status = fields.get('success_action_status');
  const headers = { etag: done.ETag };
  if (status === '204') return new Response(null, { status: 204, headers });
  if (status !== '201') return new Response(null, { headers });
  const response = xml('PostResponse', done);
  return new Response(response.body, { status: 201, headers: { ...Object.fromEntries(response.headers), ...headers } });
}
