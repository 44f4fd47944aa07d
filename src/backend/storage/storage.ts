import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '#base/server/database.ts';
import { withCharset } from '#base/server/http.ts';
import type { Log } from '#base/server/log.ts';
import type { Tokens } from '#base/server/tokens.ts';
import { AppError } from '#base/shared/errors.ts';
import { cleanStored } from './clean-stored.ts';
import { type CleanerOf, type Scan, type StorageContext, type StorageGuard, serviceCaller } from './context.ts';
import { createLinks } from './links.ts';
import { createPictures, PICTURE_LIMITS, type PictureLimits } from './pictures.ts';
import { openRenderedCache } from './rendered-cache.ts';
import { createResumableUploads, RESUMABLE_PATH } from './resumable.ts';
import { pathOf, route, routeResumable } from './routes.ts';
import { handleS3, type S3Protocol } from './s3/s3.ts';
import { errorResponse, fromDatabase, recordError, StorageError, storageErrors } from './storage-error.ts';
import { openFolderStore } from './stores/folder-store.ts';
import type { Store } from './stores/store.ts';

export type StorageOptions = {
  database: Database;
  tokens: Tokens;
  log: Log;
  /** Folder of the files and of the rendered pictures; created if missing. */
  folder: string;
  /** FILE_SIZE_LIMIT: maximum bytes of an upload, in any bucket. */
  fileSizeLimit: number;
  /** Signed links are signed with a key derived from it. */
  secret: string;
  /** Former secrets: links they signed are valid until they expire. */
  formerSecrets?: readonly string[];
  /** STORAGE_BACKEND=s3: stores the bytes elsewhere than in `folder`. */
  store?: Store;
  /** The S3 protocol at /s3; absent: disabled. */
  s3?: S3Protocol;
  /** Cleaners for files that come by upload, in parts, by copy or move; absent: files are stored unchanged. */
  cleanerOf?: CleanerOf;
  /** Buckets that require extension, type and content of a file to agree; absent: none. */
  isStrict?: (bucketId: string) => boolean;
  /** Scans every incoming file; absent: no scan. */
  scan?: Scan;
  /** Rules that are stricter than the published service's; absent: none. */
  guard?: StorageGuard;
  /** IMAGE_TRANSFORMATION_*: limits of rendering. */
  pictures?: Partial<PictureLimits>;
};

export type StorageService = {
  /** Handles every path under `/storage/v1`. */
  fetch(request: Request): Promise<Response>;
  /** Cleans a file that was stored before its bucket had a cleaner; true if something changed. */
  cleanStored(objectId: string): Promise<boolean>;
  /** Waits for background work. */
  close(): Promise<void>;
};

const CLEAR_BATCH_SIZE = 200;

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'content-range, content-length, content-disposition, etag, accept-ranges, last-modified, location, tus-version, tus-resumable, tus-max-size, tus-extension, tus-complete, upload-offset, upload-length, upload-metadata, upload-defer-length, upload-expires',
};

/**
 * The storage service, after the published API of the hosted one, for its unmodified client, for resumable uploads
 * (TUS) and for S3 tools. Row-level security on `storage.buckets` and `storage.objects` decides every request with the
 * caller's rights; only public buckets and signed links bypass it.
 */
export async function createStorage(options: StorageOptions): Promise<StorageService> {
  const store = options.store ?? (await openFolderStore(options.folder));
  const limits = { ...PICTURE_LIMITS, ...options.pictures };
  const rendered = openRenderedCache(join(options.folder, 'rendered'), limits.cacheBytes);
  const clearing = createClearing(() => clearDiscarded(context), options.log);
  const context: StorageContext = {
    database: options.database,
    tokens: options.tokens,
    store,
    links: createLinks(options.secret, options.guard !== undefined, options.formerSecrets),
    pictures: createPictures(rendered, limits),
    rendered,
    log: options.log,
    fileSizeLimit: options.fileSizeLimit,
    cleanerOf: options.cleanerOf ?? (() => undefined),
    isStrict: options.isStrict ?? (() => false),
    scan: options.scan,
    guard: options.guard,
    clearDiscarded: () => clearing.request(),
  };
  const resumable = createResumableUploads(context);
  // Bytes that a crashed process left behind, and those whose rows SQL deleted while none ran.
  context.clearDiscarded();

  async function handleRequest(request: Request): Promise<Response> {
    const path = `/${pathOf(new URL(request.url))}`;
    const isResumable = path === RESUMABLE_PATH || path.startsWith(`${RESUMABLE_PATH}/`);
    if (request.method === 'OPTIONS') {
      return isResumable
        ? resumablePreflight(await routeResumable(context, resumable, request), request)
        : preflight(request);
    }
    if (options.s3 && (path === '/s3' || path.startsWith('/s3/'))) return handleS3(context, options.s3, request);
    return isResumable ? routeResumable(context, resumable, request) : route(context, request);
  }

  return {
    fetch: async (request) => {
      const response = await handleRequest(request).catch((error: unknown) => {
        recordError(request, error);
        return errorResponse(explain(error, options.log));
      });
      for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value);
      if (options.guard) withCharset(response.headers);
      return response;
    },
    cleanStored: (objectId) => cleanStored(context, objectId),
    close: async () => {
      await clearing.settled();
      await rendered.close();
      await store.close();
    },
  };
}

function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers')?.slice(0, 2000) ?? '*',
      'access-control-max-age': '86400',
      vary: 'access-control-request-headers',
    },
  });
}

/** A TUS client asks for versions, extensions and the maximum size. */
function resumablePreflight(tusResponse: Response, request: Request): Response {
  const response = preflight(request);
  for (const name of ['tus-resumable', 'tus-version', 'tus-extension', 'tus-max-size']) {
    const value = tusResponse.headers.get(name);
    if (value !== null) response.headers.set(name, value);
  }
  return response;
}

function explain(error: unknown, log: Log): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof AppError) {
    return new StorageError(error.status, error.status === 413 ? 'EntityTooLarge' : 'InvalidRequest', error.message);
  }
  const storageError = fromDatabase(error);
  if (storageError) return storageError;
  const id = randomUUID();
  log.error({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }, 'storage failed');
  return storageErrors.internal(id);
}

/** Clears in the background, once more where it was requested meanwhile. */
function createClearing(clear: () => Promise<void>, log: Log) {
  let running: Promise<void> | null = null;
  let isRequestedAgain = false;

  function request(): void {
    if (running) {
      isRequestedAgain = true;
      return;
    }
    running = clear()
      .catch((error: unknown) =>
        log.warn({ error: String(error) }, 'discarded files could not be removed; they stay for the next time'),
      )
      .finally(() => {
        running = null;
        if (!isRequestedAgain) return;
        isRequestedAgain = false;
        request();
      });
  }

  return {
    request,
    settled: async (): Promise<void> => {
      while (running) await running;
    },
  };
}

async function clearDiscarded(context: StorageContext): Promise<void> {
  const sql = context.database.as(serviceCaller);
  for (;;) {
    const rows = await sql.query<{ version: string }>('select version from storage.discarded limit $1', [
      CLEAR_BATCH_SIZE,
    ]);
    if (rows.length === 0) return;
    const versions = rows.map((row) => row.version);
    await Promise.all(versions.flatMap((version) => [context.store.remove(version), context.rendered.forget(version)]));
    await sql.query('delete from storage.discarded where version = any($1::text[])', [versions]);
  }
}
