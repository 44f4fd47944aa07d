import type { Caller, Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { Tokens } from '#base/server/tokens.ts';
import type { Links } from './links.ts';
import type { Pictures } from './pictures.ts';
import type { RenderedCache } from './rendered-cache.ts';
import { storageErrors } from './storage-error.ts';
import type { Store } from './stores/store.ts';

/**
 * Turns an uploaded file into the bytes to store. It reads the file to its end and limits its own memory.
 * @throws {AppError} if the file is rejected; its message is the response to the caller.
 */
export type Cleaner = (file: AsyncIterable<Uint8Array>) => Promise<Uint8Array>;

/** The cleaner for a bucket's files of one type (`image/png`); undefined if they are stored unchanged. */
export type CleanerOf = (bucketId: string, type: string) => Cleaner | undefined;

/** A bucket's limits: bytes per file, types (null: all), whether types are checked strictly, and cleaners by type. */
export type Limits = {
  bytes: number;
  types: string[] | null;
  isStrict: boolean;
  cleanerOf(type: string): Cleaner | undefined;
};

/**
 * Scans a file before it can be read by anybody, e.g. for viruses.
 * @throws {AppError} on a finding or if the scan fails; the file is not stored then.
 */
export type Scan = (file: AsyncIterable<Uint8Array>) => Promise<void>;

/**
 * What a request may read of a bucket. `here`: everything; `pictures`: pictures, by public and signed URLs; `nowhere`:
 * nothing, as if the bucket did not exist. `origin`: where public URLs redirect to.
 */
export type BucketAccess = { reads: 'here' | 'pictures' | 'nowhere'; origin?: string };

/**
 * Rules that are stricter than the published service's: an upload names exactly one media type, every file is served as
 * untrusted, and a signed link is valid only as long as its signer has the right.
 */
export type StorageGuard = {
  placeOf(request: Request, bucketId: string): Promise<BucketAccess>;
  /** Whether the session that signed a link is still active. */
  isSignedIn(signer: Caller): Promise<boolean>;
};

/** The dependencies of every endpoint of the service. */
export type StorageContext = {
  database: Database;
  tokens: Tokens;
  store: Store;
  links: Links;
  pictures: Pictures;
  rendered: RenderedCache;
  log: Log;
  /** Maximum bytes of an upload, in any bucket. */
  fileSizeLimit: number;
  cleanerOf: CleanerOf;
  /** Whether a bucket requires that a file's extension, type and content agree. */
  isStrict(bucketId: string): boolean;
  scan: Scan | undefined;
  /** Absent: only the published service's rules apply. */
  guard: StorageGuard | undefined;
  /** Removes the bytes of deleted rows in the background. */
  clearDiscarded(): void;
};

/**
 * Reads what the API grants without a policy: a public bucket's files, a signed link, a bucket's limits.
 * The role bypasses row-level security as on hosted backends; it is not the schema's owner.
 */
export const serviceCaller: Caller = { role: 'service_role', claims: { role: 'service_role' } };

export type ObjectMetadata = {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
  contentEncoding?: string;
  /** As in the Expires header; stored for uploads by S3. */
  expires?: string;
};

export type ObjectRow = {
  id: string;
  bucket_id: string;
  name: string;
  owner: string | null;
  owner_id: string | null;
  /** Id of the bytes; null if SQL wrote the row and nothing was uploaded under its name. */
  version: string | null;
  metadata: ObjectMetadata | null;
  user_metadata: Record<string, unknown> | null;
  created_at: Date;
  updated_at: Date;
  last_accessed_at: Date;
};

export const OBJECT_COLUMNS =
  'o.id, o.bucket_id, o.name, o.owner, o.owner_id, o.version, o.metadata, o.user_metadata, o.created_at, o.updated_at, o.last_accessed_at';

/** The bytes of a row or a range of them; null if there are none. */
export function bytesOfRow(
  context: StorageContext,
  version: string | null,
  range: { start: number; end: number } | null,
): Promise<ReadableStream<Uint8Array> | null> {
  return version === null ? Promise.resolve(null) : context.store.read(version, range);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The owner of a new row: `owner_id` is the token's subject, `owner` the same if it is a UUID. */
export function ownerOf(caller: Caller): { owner: string | null; ownerId: string | null } {
  const subject = typeof caller.claims.sub === 'string' && caller.claims.sub !== '' ? caller.claims.sub : null;
  return { owner: subject && UUID.test(subject) ? subject : null, ownerId: subject };
}

/** A property of a JSON body, as text. */
export function textOf(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') {
    throw storageErrors.invalidRequest(`body must have required property '${name}'`);
  }
  return value;
}

/** An integer of a JSON body or a query within bounds, else the default. */
export function numberOf(value: unknown, fallback: number, min: number, max: number): number {
  if (value === undefined || value === null || value === '') return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < min) {
    throw storageErrors.invalidRequest(`A number of the request must be a whole number of at least ${min}.`);
  }
  return Math.min(number, max);
}
