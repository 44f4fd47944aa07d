import { json } from '#base/server/http.ts';
import { recordRequestFacts } from '#base/server/security-events.ts';

/**
 * An error in the published shape of the storage API: the body carries the meaning (`statusCode` as text, `code`,
 * the older `error`, `message`), while the HTTP status is 400 for every client error and 500 for an internal one.
 * Source: the error codes page of the hosted service and its error handler.
 */
export class StorageError extends Error {
  readonly statusCode: number;
  readonly code: string;
  readonly error: string;
  readonly httpStatus: number;
  readonly headers: Record<string, string>;

  constructor(
    statusCode: number,
    code: string,
    message: string,
    extra: { error?: string; httpStatus?: number; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = 'StorageError';
    this.statusCode = statusCode;
    this.code = code;
    this.error = extra.error ?? code;
    this.httpStatus = extra.httpStatus ?? (statusCode >= 500 ? statusCode : 400);
    this.headers = extra.headers ?? {};
  }
}

export function errorResponse(error: StorageError): Response {
  return json(
    { statusCode: String(error.statusCode), error: error.error, code: error.code, message: error.message },
    error.httpStatus,
    error.headers,
  );
}

/** Reports an error to the security log, whatever its response looks like. */
export function recordError(request: Request, error: unknown): void {
  if (error instanceof StorageError && error.code === 'VirusFound')
    recordRequestFacts(request, { rejection: 'virus_found' });
}

export const storageErrors = {
  noSuchBucket: () => new StorageError(404, 'NoSuchBucket', 'Bucket not found', { error: 'Bucket not found' }),
  noSuchKey: () => new StorageError(404, 'NoSuchKey', 'Object not found', { error: 'not_found' }),
  unknownRoute: () => new StorageError(404, 'NotFound', 'There is nothing at this address.', { httpStatus: 404 }),
  invalidJwt: (message: string) => new StorageError(403, 'InvalidJWT', message, { error: 'Unauthorized' }),
  accessDenied: (message: string) => new StorageError(403, 'AccessDenied', message, { error: 'Unauthorized' }),
  duplicateKey: () => new StorageError(409, 'KeyAlreadyExists', 'The resource already exists', { error: 'Duplicate' }),
  duplicateBucket: () =>
    new StorageError(409, 'BucketAlreadyExists', 'The resource already exists', { error: 'Duplicate' }),
  notEmpty: () => new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty'),
  tooLarge: () =>
    new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', {
      error: 'Payload too large',
    }),
  invalidMimeType: (mime: string) =>
    new StorageError(415, 'InvalidMimeType', `mime type ${mime} is not supported`, { error: 'invalid_mime_type' }),
  malformedMimeType: () =>
    new StorageError(415, 'InvalidMimeType', 'The content type is not one media type with its parameters.', {
      error: 'invalid_mime_type',
    }),
  disguised: (declared: string, detected: string) =>
    new StorageError(415, 'InvalidMimeType', `The file says it is ${declared}, but its content is ${detected}.`, {
      error: 'invalid_mime_type',
    }),
  invalidKey: (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key.slice(0, 200)}`),
  invalidBucketName: () =>
    new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', { error: 'Invalid Input' }),
  invalidRequest: (message: string) => new StorageError(400, 'InvalidRequest', message),
  /** An error the published service raises while it validates the request: its `error` is this word. */
  invalidInput: (message: string) => new StorageError(400, 'InvalidRequest', message, { error: 'Error' }),
  noSuchUpload: () => new StorageError(404, 'NoSuchUpload', 'Upload not found', { error: 'not_found' }),
  noContent: () => new StorageError(400, 'InvalidRequest', 'No content provided'),
  invalidLink: () => new StorageError(400, 'InvalidJWT', 'The link is not valid for this file.'),
  expiredLink: () => new StorageError(400, 'InvalidJWT', '"exp" claim timestamp check failed'),
  invalidRange: (size: number) =>
    new StorageError(416, 'InvalidRange', 'The requested range lies outside the file.', {
      error: 'invalid_range',
      httpStatus: 416,
      headers: { 'content-range': `bytes */${size}` },
    }),
  busy: () =>
    new StorageError(503, 'SlowDown', 'The database cannot be reached at the moment. Try again shortly.', {
      headers: { 'retry-after': '2' },
    }),
  slowDown: () =>
    new StorageError(503, 'SlowDown', 'Too many requests of this kind at once. Try again shortly.', {
      headers: { 'retry-after': '2' },
    }),
  fullDisk: () =>
    new StorageError(
      507,
      'InsufficientStorage',
      'The disk of the server is full, and nothing was kept. Try again later.',
      {
        error: 'Insufficient Storage',
      },
    ),
  tooManyRenders: (seconds: number) =>
    new StorageError(429, 'TooManyRequests', 'Too many pictures were rendered for you just now. Try again shortly.', {
      error: 'Too many requests',
      httpStatus: 429,
      headers: { 'retry-after': String(seconds) },
    }),
  internal: (id: string) => new StorageError(500, 'InternalError', `Internal server error (${id})`),
};

/** Maps errors of PostgreSQL and of the disk to errors of this API; null for unexpected ones. */
export function fromDatabase(error: unknown): StorageError | null {
  const { code, detail, message } = error as { code?: unknown; detail?: unknown; message?: string };
  const constraint = (error as { constraint?: unknown }).constraint;
  switch (code) {
    case '42501':
      return storageErrors.accessDenied('new row violates row-level security policy');
    // A database trigger raises its own code and message.
    case 'P0001':
      return typeof detail === 'string' && /^[a-z][a-z0-9_]{2,60}$/.test(detail)
        ? new StorageError(409, detail, message ?? '')
        : null;
    case '23505':
      return constraint === 'buckets_pkey' || constraint === 'buckets_name_key'
        ? storageErrors.duplicateBucket()
        : storageErrors.duplicateKey();
    // A bucket that still holds objects: 23001 since PostgreSQL 18, 23503 before.
    case '23001':
    case '23503':
      return storageErrors.notEmpty();
    case '23514':
      return unusableValue();
    case 'ENOSPC':
    case 'EDQUOT':
    case '53100':
      return storageErrors.fullDisk();
    case '57014':
      return new StorageError(544, 'DatabaseTimeout', 'The connection to the database timed out');
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case '57P01':
    case '57P03':
    case '53300':
      return storageErrors.busy();
    default:
      // Class 22: a client's value is invalid for its type, such as a text with NUL.
      return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code) ? unusableValue() : null;
  }
}

function unusableValue(): StorageError {
  return storageErrors.invalidRequest('A value of the request cannot be stored.');
}
