import { randomUUID } from 'node:crypto';
import type { Caller, Database } from '#base/server/database.ts';
import { json, readJson } from '#base/server/http.ts';
import type { Log } from '#base/server/log.ts';
import { credentialsOf, type Tokens } from '#base/server/tokens.ts';
import { AppError } from '#base/shared/errors.ts';
import { createBucket, deleteBucket, emptyBucket, getBucket, listBuckets, updateBucket } from './buckets.ts';
import { copyObject, moveObject, removeObject, removeObjects } from './changes.ts';
import { type StorageContext, serviceCaller } from './context.ts';
import { findLinked, findPublic, findReadable, infoAnswer, serveObject } from './download.ts';
import { checkBucketName, checkKey } from './keys.ts';
import { createLinks } from './links.ts';
import { listObjects } from './listing.ts';
import { signMany, signOne, signUpload, uploadByLink } from './signing.ts';
import { errorAnswer, fromDatabase, StorageError, storageErrors } from './storage-error.ts';
import { openFolderStore } from './stores/folder-store.ts';
import type { Store } from './stores/store.ts';
import { upload, uploadAnswer } from './upload.ts';

export type StorageOptions = {
  database: Database;
  tokens: Tokens;
  log: Log;
  /** Where the bytes lie; made where it is missing. */
  folder: string;
  /** Bytes no upload may pass, whatever its bucket allows. */
  fileSizeLimit: number;
  /** Signed links are sealed with a key made from it. */
  secret: string;
  /** Instead of `folder`: another place for the bytes. */
  store?: Store;
};

export type StorageService = {
  /** Answers every path under `/storage/v1`. */
  fetch(request: Request): Promise<Response>;
  /** Waits for work that outlives its request. */
  close(): Promise<void>;
};

const JSON_BYTES = 1024 * 1024;
const CLEARED_AT_ONCE = 200;

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-range, content-length, content-disposition, etag, accept-ranges',
};

/**
 * The storage service, after the published API of the hosted one, for its unmodified client. Every call is decided
 * by row-level security on `storage.buckets` and `storage.objects` as the caller; only public buckets and signed
 * links are read past it.
 */
export async function createStorage(options: StorageOptions): Promise<StorageService> {
  const store = options.store ?? (await openFolderStore(options.folder));
  let clearing: Promise<void> | null = null;
  let isAskedAgain = false;

  const context: StorageContext = {
    database: options.database,
    store,
    links: createLinks(options.secret),
    log: options.log,
    fileSizeLimit: options.fileSizeLimit,
    clearDiscarded: () => {
      if (clearing) {
        isAskedAgain = true;
        return;
      }
      clearing = clearDiscarded(context)
        .catch((error: unknown) =>
          options.log.warn(
            { error: String(error) },
            'discarded files could not be removed; they stay for the next time',
          ),
        )
        .finally(() => {
          clearing = null;
          if (!isAskedAgain) return;
          isAskedAgain = false;
          context.clearDiscarded();
        });
    },
  };
  // What a process that died left undone, and what SQL removed while none ran.
  context.clearDiscarded();

  return {
    fetch: async (request) => {
      if (request.method === 'OPTIONS') return preflight(request);
      let response: Response;
      try {
        response = await route(context, options.tokens, request);
      } catch (error) {
        response = errorAnswer(explain(error, options.log));
      }
      for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value);
      return response;
    },
    close: async () => {
      while (clearing) await clearing;
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

function explain(error: unknown, log: Log): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof AppError) {
    return new StorageError(error.status, error.status === 413 ? 'EntityTooLarge' : 'InvalidRequest', error.message);
  }
  const known = fromDatabase(error);
  if (known) return known;
  const id = randomUUID();
  log.error({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }, 'storage failed');
  return storageErrors.internal(id);
}

async function clearDiscarded(context: StorageContext): Promise<void> {
  const sql = context.database.as(serviceCaller);
  for (;;) {
    const rows = await sql.query<{ version: string }>('select version from storage.discarded limit $1', [
      CLEARED_AT_ONCE,
    ]);
    if (rows.length === 0) return;
    const versions = rows.map((row) => row.version);
    await Promise.all(versions.map((version) => context.store.remove(version)));
    await sql.query('delete from storage.discarded where version = any($1::text[])', [versions]);
  }
}

type Target = { bucketId: string; name: string };

/** `{bucket}/{name…}` of a path, each part decoded once. */
function targetOf(parts: readonly string[]): Target {
  let decoded: string[];
  try {
    decoded = parts.map(decodeURIComponent);
  } catch {
    throw storageErrors.invalidKey(parts.join('/'));
  }
  return { bucketId: checkBucketName(decoded[0]), name: decoded.slice(1).join('/') };
}

function fileOf(parts: readonly string[]): Target {
  const target = targetOf(parts);
  checkKey(target.name);
  return target;
}

async function callerOf(request: Request, tokens: Tokens): Promise<Caller> {
  const credentials = await credentialsOf(request, tokens);
  if (credentials.kind === 'missing') {
    throw storageErrors.invalidRequest("headers must have required property 'authorization'");
  }
  if (credentials.kind === 'invalid') throw storageErrors.invalidJwt('The access token is not valid or has expired.');
  return {
    ...credentials.caller,
    request: { method: request.method, path: new URL(request.url).pathname },
  };
}

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const body = await readJson(request, JSON_BYTES);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw storageErrors.invalidRequest('body must be object');
  }
  return body as Record<string, unknown>;
}

async function route(context: StorageContext, tokens: Tokens, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  const [resource, ...parts] = path
    .slice(path.indexOf('/storage/v1') + '/storage/v1'.length)
    .replace(/^\//, '')
    .split('/');
  if (resource === 'bucket') return await routeBucket(context, tokens, request, parts);
  if (resource === 'object') return await routeObject(context, tokens, request, parts);
  if (resource === 'status' && request.method === 'GET') return json({ status: 'ok' });
  throw storageErrors.unknownRoute();
}

async function routeBucket(
  context: StorageContext,
  tokens: Tokens,
  request: Request,
  parts: readonly string[],
): Promise<Response> {
  const caller = await callerOf(request, tokens);
  const [encoded, action] = parts;
  if (encoded === undefined || encoded === '') {
    if (request.method === 'GET') return await listBuckets(context, request, caller);
    if (request.method === 'POST') return await createBucket(context, caller, await bodyOf(request));
    throw storageErrors.unknownRoute();
  }
  const id = targetOf([encoded]).bucketId;
  if (action === 'empty' && parts.length === 2 && request.method === 'POST')
    return await emptyBucket(context, caller, id);
  if (action !== undefined) throw storageErrors.unknownRoute();
  if (request.method === 'GET') return await getBucket(context, caller, id);
  if (request.method === 'PUT') return await updateBucket(context, caller, id, await bodyOf(request));
  if (request.method === 'DELETE') return await deleteBucket(context, caller, id);
  throw storageErrors.unknownRoute();
}

async function routeObject(
  context: StorageContext,
  tokens: Tokens,
  request: Request,
  parts: readonly string[],
): Promise<Response> {
  const { method } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const [first, ...rest] = parts;

  if (first === 'public' && isRead) {
    const { bucketId, name } = fileOf(rest);
    return await serveObject(context, request, () => findPublic(context, bucketId, name), true);
  }
  if (first === 'sign' && isRead) {
    const { bucketId, name } = fileOf(rest);
    await context.links.checkRead(`${bucketId}/${name}`, new URL(request.url).searchParams.get('token'));
    return await serveObject(context, request, () => findLinked(context, bucketId, name), false);
  }
  if (first === 'upload' && rest[0] === 'sign' && method === 'PUT') {
    const { bucketId, name } = fileOf(rest.slice(1));
    return await uploadByLink(context, request, bucketId, name);
  }
  if (first === 'info' && rest[0] === 'public' && isRead) {
    const { bucketId, name } = fileOf(rest.slice(1));
    return infoAnswer(await findPublic(context, bucketId, name), method === 'HEAD');
  }

  const caller = await callerOf(request, tokens);
  if (first === 'info' && isRead) {
    const { bucketId, name } = fileOf(rest[0] === 'authenticated' ? rest.slice(1) : rest);
    return infoAnswer(await findReadable(context, caller, bucketId, name), method === 'HEAD');
  }
  if (isRead) {
    const { bucketId, name } = fileOf(first === 'authenticated' ? rest : parts);
    return await serveObject(context, request, () => findReadable(context, caller, bucketId, name), false);
  }
  if (method === 'POST') {
    if (first === 'list' && rest.length === 1) {
      return await listObjects(context, caller, targetOf(rest).bucketId, await bodyOf(request));
    }
    if (first === 'move' && rest.length === 0) return await moveObject(context, caller, await bodyOf(request));
    if (first === 'copy' && rest.length === 0) return await copyObject(context, request, caller, await bodyOf(request));
    if (first === 'sign' && rest.length === 1) {
      return await signMany(context, caller, targetOf(rest).bucketId, await bodyOf(request));
    }
    if (first === 'sign') {
      const { bucketId, name } = fileOf(rest);
      return await signOne(context, caller, bucketId, name, await bodyOf(request));
    }
    if (first === 'upload' && rest[0] === 'sign') {
      const { bucketId, name } = fileOf(rest.slice(1));
      return await signUpload(context, request, caller, bucketId, name);
    }
  }
  if (method === 'POST' || method === 'PUT') {
    const { bucketId, name } = fileOf(parts);
    const mode = method === 'PUT' ? 'replace' : request.headers.get('x-upsert') === 'true' ? 'upsert' : 'create';
    return uploadAnswer(await upload(context, request, { bucketId, name, caller, mode }));
  }
  if (method === 'DELETE') {
    const target = targetOf(parts);
    if (parts.length === 1) return await removeObjects(context, caller, target.bucketId, await bodyOf(request));
    return await removeObject(context, caller, target.bucketId, target.name);
  }
  throw storageErrors.unknownRoute();
}
