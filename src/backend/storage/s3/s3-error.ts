import { AppError } from '#base/shared/errors.ts';
import { fromDatabase, StorageError } from '../storage-error.ts';
import { MalformedXml, writeXml } from './xml.ts';

/** An error in the S3 protocol's shape; here `status` is the real HTTP status. */
export class S3Error extends StorageError {
  constructor(status: number, code: string, message: string) {
    super(status, code, message);
    this.name = 'S3Error';
  }
}

export const s3Errors = {
  accessDenied: (message = 'Access Denied') => new S3Error(403, 'AccessDenied', message),
  wrongSignature: () =>
    new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    ),
  unknownKey: () =>
    new S3Error(403, 'InvalidAccessKeyId', 'The access key Id you provided does not exist in our records.'),
  malformedAuthorization: (message: string) => new S3Error(400, 'AuthorizationHeaderMalformed', message),
  invalidToken: () => new S3Error(400, 'InvalidToken', 'The provided token is malformed or otherwise not valid.'),
  skewed: () =>
    new S3Error(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    ),
  expired: () => new S3Error(403, 'AccessDenied', 'Request has expired'),
  invalidArgument: (message: string) => new S3Error(400, 'InvalidArgument', message),
  invalidRequest: (message: string) => new S3Error(400, 'InvalidRequest', message),
  malformedXml: () => new S3Error(400, 'MalformedXML', 'The XML you provided was not well-formed or did not validate.'),
  invalidPolicy: (message: string) => new S3Error(400, 'InvalidPolicyDocument', message),
  tooSmall: () =>
    new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed object size.'),
  methodNotAllowed: () =>
    new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.'),
  preconditionFailed: () =>
    new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold'),
  badDigest: () => new S3Error(400, 'BadDigest', 'The checksum you specified did not match what we received.'),
  wrongHash: () =>
    new S3Error(
      400,
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    ),
  incomplete: () =>
    new S3Error(400, 'IncompleteBody', 'You did not provide the number of bytes specified by the header'),
  noSuchUpload: () => new S3Error(404, 'NoSuchUpload', 'The specified upload does not exist.'),
  invalidPart: () =>
    new S3Error(400, 'InvalidPart', 'One or more of the specified parts could not be found or has another tag.'),
  invalidPartOrder: () => new S3Error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.'),
};

const STATUS: Record<string, number> = { InvalidMimeType: 415, EntityTooLarge: 400 };
const CODES: Record<string, string> = {
  ResourceNotEmpty: 'BucketNotEmpty',
  KeyAlreadyExists: 'PreconditionFailed',
  InvalidJWT: 'AccessDenied',
  DatabaseTimeout: 'SlowDown',
  NotFound: 'NoSuchKey',
};

/** Maps an error to one of the protocol; null for an internal error. */
export function toS3Error(error: unknown): S3Error | null {
  if (error instanceof S3Error) return error;
  if (error instanceof MalformedXml) return s3Errors.malformedXml();
  if (error instanceof AppError) {
    return new S3Error(400, error.status === 413 ? 'EntityTooLarge' : 'InvalidRequest', error.message);
  }
  const storageError = error instanceof StorageError ? error : fromDatabase(error);
  if (!storageError) return null;
  const code = CODES[storageError.code] ?? storageError.code;
  if (code === 'PreconditionFailed') return s3Errors.preconditionFailed();
  if (code === 'SlowDown') return new S3Error(503, code, storageError.message);
  return new S3Error(STATUS[storageError.code] ?? storageError.statusCode, code, storageError.message);
}

export function s3ErrorResponse(error: S3Error, path: string, requestId: string, isHead: boolean): Response {
  const headers: Record<string, string> = { 'content-type': 'application/xml', 'x-amz-request-id': requestId };
  if (error.statusCode === 503) headers['retry-after'] = '2';
  if (isHead) return new Response(null, { status: error.statusCode, headers });
  const body = writeXml('Error', {
    Code: error.code,
    Message: error.message,
    Resource: path,
    RequestId: requestId,
  });
  return new Response(body, { status: error.statusCode, headers });
}
