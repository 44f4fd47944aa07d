import { randomUUID } from 'node:crypto';
import type { Caller } from '#base/server/database.ts';
import { type StorageContext, serviceCaller } from '../context.ts';
import { checkBucketName, checkKey } from '../keys.ts';
import { boundaryOf } from '../multipart.ts';
import { pathOf, withOperation } from '../routes.ts';
import { recordError } from '../storage-error.ts';
import * as buckets from './bucket-calls.ts';
import * as listing from './listing-calls.ts';
import * as multipart from './multipart-calls.ts';
import * as objects from './object-calls.ts';
import { postForm } from './post-form.ts';
import type { S3Request } from './s3-ask.ts';
import { S3Error, s3ErrorResponse, s3Errors, toS3Error } from './s3-error.ts';
import { isSigned, readSignature, type Signer, verifySignature } from './signature.ts';

/** Configuration of the S3 protocol; source: the hosted service's page on S3 authentication. */
export type S3Protocol = {
  /** STORAGE_S3_REGION: used in responses; signatures of any region are accepted. */
  region: string;
  /** TENANT_ID: the access key for requests with a session token. */
  tenantId: string;
  /** The secret key for requests with a session token: it is public, the token authenticates. */
  anonKey: string;
  /** S3_PROTOCOL_ACCESS_KEY_ID and S3_PROTOCOL_ACCESS_KEY_SECRET: a key pair that bypasses row-level security. */
  accessKeyId?: string;
  accessKeySecret?: string;
};

type Call = { operation: string; handle(incoming: S3Request): Promise<Response> };

const SUBRESOURCES = ['uploads', 'uploadId', 'location', 'versioning', 'delete', 'tagging'];
/** Unsupported sub-resources of S3: such a request must not be mistaken for one of the bucket or the object. */
const FOREIGN = [
  'acl',
  'policy',
  'policyStatus',
  'lifecycle',
  'cors',
  'website',
  'logging',
  'notification',
  'replication',
  'encryption',
  'versions',
  'versionId',
  'retention',
  'legal-hold',
  'object-lock',
  'torrent',
  'restore',
  'select',
  'attributes',
  'inventory',
  'metrics',
  'analytics',
  'accelerate',
  'requestPayment',
  'ownershipControls',
  'publicAccessBlock',
  'intelligent-tiering',
];

const CALLS: Record<string, Call> = {
  'GET /': { operation: 's3.bucket.list', handle: buckets.listBuckets },
  'PUT /bucket': { operation: 's3.bucket.create', handle: buckets.createBucket },
  'HEAD /bucket': { operation: 's3.bucket.head', handle: buckets.headBucket },
  'DELETE /bucket': { operation: 's3.bucket.delete', handle: buckets.deleteBucket },
  'GET /bucket?location': { operation: 's3.bucket.get_location', handle: buckets.bucketLocation },
  'GET /bucket?versioning': { operation: 's3.bucket.get_versioning', handle: buckets.bucketVersioning },
  'GET /bucket': { operation: 's3.object.list', handle: listing.listObjects },
  'GET /bucket?uploads': { operation: 's3.upload.list_multipart', handle: listing.listMultipartUploads },
  'POST /bucket?delete': { operation: 's3.object.delete_many', handle: objects.deleteObjects },
  'GET /object': { operation: 's3.object.get', handle: objects.getObject },
  'HEAD /object': { operation: 's3.object.info', handle: objects.getObject },
  'GET /object?tagging': { operation: 's3.object.get_tagging', handle: objects.objectTagging },
  'PUT /object': { operation: 's3.upload', handle: objects.putObject },
  'DELETE /object': { operation: 's3.object.delete', handle: objects.deleteObject },
  'POST /object?uploads': { operation: 's3.upload.create_multipart', handle: multipart.createUpload },
  'PUT /object?uploadId': { operation: 's3.upload.part', handle: multipart.uploadPart },
  'POST /object?uploadId': { operation: 's3.upload.complete_multipart', handle: multipart.completeUpload },
  'DELETE /object?uploadId': { operation: 's3.upload.abort_multipart', handle: multipart.abort },
  'GET /object?uploadId': { operation: 's3.upload.list_parts', handle: listing.listParts },
};

/** Everything under `/storage/v1/s3`: verifies the signature, then handles the operation. */
export async function handleS3(context: StorageContext, protocol: S3Protocol, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const requestId = randomUUID();
  try {
    const response = await handleRequest(context, protocol, request, url);
    response.headers.set('x-amz-request-id', requestId);
    return response;
  } catch (error) {
    recordError(request, error);
    const s3Error = toS3Error(error);
    if (!s3Error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      context.log.error({ id: requestId, error: text }, 'a call of the S3 protocol failed');
    }
    return s3ErrorResponse(
      s3Error ?? new S3Error(500, 'InternalError', 'We encountered an internal error. Please try again.'),
      url.pathname,
      requestId,
      request.method === 'HEAD',
    );
  }
}

async function handleRequest(
  context: StorageContext,
  protocol: S3Protocol,
  request: Request,
  url: URL,
): Promise<Response> {
  const boundary = request.method === 'POST' ? boundaryOf(request.headers.get('content-type') ?? '') : null;
  if (boundary !== null && !isSigned(request, url)) return handleForm(context, protocol, request, url, boundary);
  const signature = readSignature(request, url);
  const verify = (secrets: readonly string[]) => verifySignature(signature, request, url, secrets);
  const { caller, key } = await callerOf(context, protocol, signature, verify);
  const [, bucketPart = '', ...nameParts] = pathOf(url).split('/');
  const bucketId = bucketPart === '' ? '' : checkBucketName(decoded(bucketPart));
  const name = nameParts.map(decoded).join('/');
  if (FOREIGN.some((name) => url.searchParams.has(name))) throw s3Errors.methodNotAllowed();
  const sub = SUBRESOURCES.find((name) => url.searchParams.has(name));
  const level = bucketId === '' ? '/' : name === '' ? '/bucket' : '/object';
  const call = CALLS[`${request.method} ${level}${sub === undefined ? '' : `?${sub}`}`];
  if (!call) throw s3Errors.methodNotAllowed();
  if (name !== '') checkKey(context, name);
  const copies = request.method === 'PUT' && level === '/object' && request.headers.has('x-amz-copy-source');
  const [chosen, operation] = !copies
    ? [call.handle, call.operation]
    : sub === 'uploadId'
      ? [multipart.uploadPartCopy, 's3.upload.part_copy']
      : [objects.copyObject, 's3.object.copy'];
  return chosen({
    context,
    request,
    query: url.searchParams,
    caller: withOperation(caller, request, `storage.${operation}`),
    bucketId,
    name,
    region: protocol.region,
    signature,
    key,
  });
}

/** A form is posted to a bucket, with its signature in the fields. */
function handleForm(
  context: StorageContext,
  protocol: S3Protocol,
  request: Request,
  url: URL,
  boundary: string,
): Promise<Response> {
  const [, bucketPart = '', ...more] = pathOf(url).split('/');
  if (url.search !== '' || more.some((part) => part !== '')) throw s3Errors.methodNotAllowed();
  const bucketId = checkBucketName(decoded(bucketPart));
  return postForm({
    context,
    request,
    boundary,
    bucketId,
    callerOf: (signer, verify) => callerOf(context, protocol, signer, verify),
  });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw s3Errors.invalidRequest('The address is not encoded well.');
  }
}

/** Authenticates the signer: the holder of the operator's key pair, or a session, whose rights the policies decide. */
async function callerOf(
  context: StorageContext,
  protocol: S3Protocol,
  signer: Signer,
  verify: (secrets: readonly string[]) => Buffer,
): Promise<{ caller: Caller; key: Buffer }> {
  if (signer.sessionToken !== null) {
    if (signer.accessKey !== protocol.tenantId) throw s3Errors.unknownKey();
    const key = verify([protocol.anonKey, protocol.tenantId]);
    const claims = await context.tokens.verify(signer.sessionToken);
    if (!claims) throw s3Errors.invalidToken();
    return { caller: { role: claims.role, claims }, key };
  }
  const { accessKeyId, accessKeySecret } = protocol;
  if (!accessKeyId || !accessKeySecret || signer.accessKey !== accessKeyId) throw s3Errors.unknownKey();
  return { caller: serviceCaller, key: verify([accessKeySecret]) };
}
