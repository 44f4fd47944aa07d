import type { Caller, Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { Tokens } from '#base/server/tokens.ts';
import type { Links } from './links.ts';
import type { Pictures } from './pictures.ts';
import type { RenderedCache } from './rendered-cache.ts';
import { storageErrors } from './storage-error.ts';
import type { Store } from './stores/store.ts';

/**
 * Makes of a file that arrives the one that is kept. It reads the file to its end and bounds itself what it holds.
 * @throws {AppError} where nothing may be kept of it; its sentence is the caller's answer.
 */
export type Cleaner = (file: AsyncIterable<Uint8Array>) => Promise<Uint8Array>;

/** The cleaner of a bucket's files of one type (`image/png`); undefined where they are kept byte for byte. */
export type CleanerOf = (bucketId: string, type: string) => Cleaner | undefined;

/** What a bucket takes: bytes a file, and types, null where it takes all; and what it makes of a type it doesn't keep as it is. */
export type Limits = {
  bytes: number;
  types: string[] | null;
  isStrict: boolean;
  cleanerOf(type: string): Cleaner | undefined;
};

/**
 * Looks through a file before anybody can read it.
 * @throws {AppError} what it found, or that it can't look: then nothing is kept.
 */
export type Scan = (file: AsyncIterable<Uint8Array>) => Promise<void>;

/**
 * Where a request stands to a bucket. `here`: it is read; `pictures`: its pictures are, by public and signed addresses;
 * `nowhere`: as if it did not exist. `origin`: where public addresses lead instead.
 */
export type BucketAccess = { reads: 'here' | 'pictures' | 'nowhere'; origin?: string };

/**
 * Rules that go further than the published service. With them an upload names exactly one media type, every file is
 * served as a stranger's, and a signed link ends with the right of who signed it.
 */
export type StorageGuard = {
  placeOf(request: Request, bucketId: string): Promise<BucketAccess>;
  /** Whether the session in which a link was signed is still there. */
  isSignedIn(signer: Caller): Promise<boolean>;
};

/** What every endpoint of this service works with. */
export type StorageContext = {
  database: Database;
  tokens: Tokens;
  store: Store;
  links: Links;
  pictures: Pictures;
  rendered: RenderedCache;
  log: Log;
  /** Bytes no upload may pass, whatever its bucket says. */
  fileSizeLimit: number;
  cleanerOf: CleanerOf;
  /** Whether a bucket takes a file only where its name's ending, its type and its content agree. */
  isStrict(bucketId: string): boolean;
  scan: Scan | undefined;
  /** Absent: the published service's rules alone. */
  guard: StorageGuard | undefined;
  /** Removes bytes whose row is gone, soon and out of the request's way. */
  clearDiscarded(): void;
};

/**
 * For what the API itself grants and no policy decides: a public bucket's files, a signed link, a bucket's limits.
 * The role passes row-level security as on hosted backends; it is not the schema's owner.
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
  /** As a header writes it; kept of uploads by S3. */
  expires?: string;
};

export type ObjectRow = {
  id: string;
  bucket_id: string;
  name: string;
  owner: string | null;
  owner_id: string | null;
  /** Names the bytes; null where SQL wrote the row and nobody has uploaded under its name. */
  version: string | null;
  metadata: ObjectMetadata | null;
  user_metadata: Record<string, unknown> | null;
  created_at: Date;
  updated_at: Date;
  last_accessed_at: Date;
};

export const OBJECT_COLUMNS =
  'o.id, o.bucket_id, o.name, o.owner, o.owner_id, o.version, o.metadata, o.user_metadata, o.created_at, o.updated_at, o.last_accessed_at';

/** The bytes of a row, or of a part of it; null where there are none. */
export function bytesOfRow(
  context: StorageContext,
  version: string | null,
  range: { start: number; end: number } | null,
): Promise<ReadableStream<Uint8Array> | null> {
  return version === null ? Promise.resolve(null) : context.store.read(version, range);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Who a new row belongs to: `owner_id` is the token's subject, `owner` the same where it is a UUID. */
export function ownerOf(caller: Caller): { owner: string | null; ownerId: string | null } {
  const subject = typeof caller.claims.sub === 'string' && caller.claims.sub !== '' ? caller.claims.sub : null;
  return { owner: subject && UUID.test(subject) ? subject : null, ownerId: subject };
}

/** One member of a JSON body, as text. */
export function textOf(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') {
    throw storageErrors.invalidRequest(`body must have required property '${name}'`);
  }
  return value;
}

/** A whole number of a JSON body or a query within bounds, else the default. */
export function numberOf(value: unknown, fallback: number, min: number, max: number): number {
  if (value === undefined || value === null || value === '') return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < min) {
    throw storageErrors.invalidRequest(`A number of the request must be a whole number of at least ${min}.`);
  }
  return Math.min(number, max);
}
