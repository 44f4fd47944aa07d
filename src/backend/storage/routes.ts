import type { Caller } from '#base/server/database.ts';
import { json, readJson } from '#base/server/http.ts';
import { packageVersion } from '#base/server/root.ts';
import { credentialsOf } from '#base/server/tokens.ts';
import { bucketAccess, redirectToOrigin, requireReadable } from './bucket-access.ts';
import { createBucket, deleteBucket, emptyBucket, getBucket, listBuckets, updateBucket } from './buckets.ts';
import { copyObject, moveObject, removeObject, removeObjects } from './changes.ts';
import { type BucketAccess, type ObjectRow, ownerOf, type StorageContext, serviceCaller } from './context.ts';
import { findLinked, findPublic, findReadable, infoResponse, serveObject } from './download.ts';
import { currentSigner } from './grants.ts';
import { checkBucketName, checkKey } from './keys.ts';
import { listObjects } from './listing.ts';
import { listObjectsV2 } from './listing-v2.ts';
import { purgeRendered } from './purge.ts';
import { serveRendered } from './render.ts';
import { RESUMABLE_PATH, type ResumableUploads } from './resumable.ts';
import { signMany, signOne, signUpload, uploadByLink } from './signing.ts';
import { storageErrors } from './storage-error.ts';
import { readTransform, transformOfText } from './transform.ts';
import { upload, uploadResponse } from './upload.ts';

const JSON_BYTES = 1024 * 1024;

/** A request with what its route needs. */
type RouteRequest = {
  context: StorageContext;
  request: Request;
  method: string;
  query: URLSearchParams;
  /** As row-level security sees the caller; resolved only by routes that need one. */
  caller: Caller;
  bucketId: string;
  name: string;
  /** What the request may read of the bucket, for routes that read. */
  access: BucketAccess;
  body(): Promise<Record<string, unknown>>;
};

type Route = {
  methods: string;
  /** Literal segments, `:bucket`, and `*` for the rest. */
  path: string[];
  /** The value of `storage.operation()` for policies; null for routes without a caller. */
  operation: string | null;
  /** How the route reads a file: by public URL, by signed link, or as the caller. */
  reads?: 'publicly' | 'by link' | 'as caller';
  handle(incoming: RouteRequest): Promise<Response> | Response;
};

function openRoute(methods: string, path: string, handle: Route['handle']): Route {
  return { methods, path: path.split('/'), operation: null, handle };
}

function callerRoute(methods: string, path: string, operation: string, handle: Route['handle']): Route {
  return { methods, path: path.split('/'), operation: `storage.${operation}`, handle };
}

const reads = {
  publicly: (path: string, handle: Route['handle']): Route => ({
    ...openRoute('GET HEAD', path, handle),
    reads: 'publicly',
  }),
  byLink: (path: string, handle: Route['handle']): Route => ({
    ...openRoute('GET HEAD', path, handle),
    reads: 'by link',
  }),
  asCaller: (path: string, operation: string, handle: Route['handle']): Route => ({
    ...callerRoute('GET HEAD', path, operation, handle),
    reads: 'as caller',
  }),
};

async function write(incoming: RouteRequest, mode: 'create' | 'upsert' | 'replace'): Promise<Response> {
  const { context, request, bucketId, name, caller } = incoming;
  return uploadResponse(await upload(context, request, { bucketId, name, caller, mode }));
}

const readable = (incoming: RouteRequest) => () =>
  findReadable(incoming.context, incoming.caller, incoming.bucketId, incoming.name);
const publicly = (incoming: RouteRequest) => () =>
  requireReadable(incoming.access, findPublic(incoming.context, incoming.bucketId, incoming.name));
type Find = () => Promise<ObjectRow>;
const isHead = (incoming: RouteRequest) => incoming.method === 'HEAD';
const readTransformOptions = (incoming: RouteRequest) => readTransform((option) => incoming.query.get(option));

async function serveLinked(incoming: RouteRequest, isPicture: boolean): Promise<Response> {
  const { context, request, bucketId, name, query } = incoming;
  const { transform, signer } = await context.links.checkRead(`${bucketId}/${name}`, query.get('token'));
  if ((transform !== null) !== isPicture) throw storageErrors.invalidLink();
  const find = () => requireReadable(incoming.access, findLinked(context, signer, bucketId, name));
  return transform === null
    ? serveObject(context, request, find, false)
    : serveRendered(context, request, find, transformOfText(transform), false);
}

async function servePublic(incoming: RouteRequest, serve: (find: Find) => Promise<Response>): Promise<Response> {
  const find = publicly(incoming);
  return (await redirectToOrigin(incoming.access, incoming.request, find)) ?? serve(find);
}

async function infoOf(incoming: RouteRequest, find: Find): Promise<Response> {
  return infoResponse(incoming.context, await find(), isHead(incoming));
}

/** The published routes, in matching order. */
const ROUTES: readonly Route[] = [
  openRoute('GET', 'status', () => json({ status: 'ok' })),
  openRoute(
    'GET',
    'version',
    () => new Response(packageVersion(), { headers: { 'content-type': 'text/plain; charset=utf-8' } }),
  ),

  callerRoute('GET', 'bucket', 'bucket.list', (incoming) =>
    listBuckets(incoming.context, incoming.request, incoming.caller),
  ),
  callerRoute('POST', 'bucket', 'bucket.create', async (incoming) =>
    createBucket(incoming.context, incoming.caller, await incoming.body()),
  ),
  callerRoute('POST', 'bucket/:bucket/empty', 'bucket.empty', (incoming) =>
    emptyBucket(incoming.context, incoming.caller, incoming.bucketId),
  ),
  callerRoute('GET', 'bucket/:bucket', 'bucket.get', (incoming) =>
    getBucket(incoming.context, incoming.caller, incoming.bucketId),
  ),
  callerRoute('PUT', 'bucket/:bucket', 'bucket.update', async (incoming) =>
    updateBucket(incoming.context, incoming.caller, incoming.bucketId, await incoming.body()),
  ),
  callerRoute('DELETE', 'bucket/:bucket', 'bucket.delete', (incoming) =>
    deleteBucket(incoming.context, incoming.caller, incoming.bucketId),
  ),

  reads.publicly('object/public/:bucket/*', (incoming) =>
    servePublic(incoming, (find) => serveObject(incoming.context, incoming.request, find, true)),
  ),
  reads.byLink('object/sign/:bucket/*', (incoming) => serveLinked(incoming, false)),
  openRoute('PUT', 'object/upload/sign/:bucket/*', (incoming) =>
    uploadByLink(incoming.context, incoming.request, incoming.bucketId, incoming.name),
  ),
  reads.publicly('object/info/public/:bucket/*', (incoming) => infoOf(incoming, publicly(incoming))),
  reads.asCaller('object/info/authenticated/:bucket/*', 'object.info_authenticated', (incoming) =>
    infoOf(incoming, readable(incoming)),
  ),
  reads.asCaller('object/info/:bucket/*', 'object.info_authenticated', (incoming) =>
    infoOf(incoming, readable(incoming)),
  ),
  reads.asCaller('object/authenticated/:bucket/*', 'object.get_authenticated', (incoming) =>
    serveObject(incoming.context, incoming.request, readable(incoming), false),
  ),
  reads.asCaller('object/:bucket/*', 'object.get_authenticated', (incoming) =>
    serveObject(incoming.context, incoming.request, readable(incoming), false),
  ),
  callerRoute('POST', 'object/list/:bucket', 'object.list', async (incoming) =>
    listObjects(incoming.context, incoming.caller, incoming.bucketId, await incoming.body()),
  ),
  callerRoute('POST', 'object/list-v2/:bucket', 'object.list_v2', async (incoming) =>
    listObjectsV2(incoming.context, incoming.caller, incoming.bucketId, await incoming.body()),
  ),
  callerRoute('POST', 'object/move', 'object.move', async (incoming) =>
    moveObject(incoming.context, incoming.caller, await incoming.body()),
  ),
  callerRoute('POST', 'object/copy', 'object.copy', async (incoming) =>
    copyObject(incoming.context, incoming.request, incoming.caller, await incoming.body()),
  ),
  callerRoute('POST', 'object/sign/:bucket', 'object.sign_many', async (incoming) =>
    signMany(incoming.context, incoming.caller, incoming.bucketId, await incoming.body()),
  ),
  callerRoute('POST', 'object/sign/:bucket/*', 'object.sign', async (incoming) =>
    signOne(incoming.context, incoming.caller, incoming.bucketId, incoming.name, await incoming.body()),
  ),
  callerRoute('POST', 'object/upload/sign/:bucket/*', 'object.sign_upload_url', (incoming) =>
    signUpload(incoming.context, incoming.request, incoming.caller, incoming.bucketId, incoming.name),
  ),
  callerRoute('POST', 'object/:bucket/*', 'object.upload', (incoming) =>
    write(incoming, incoming.request.headers.get('x-upsert') === 'true' ? 'upsert' : 'create'),
  ),
  callerRoute('PUT', 'object/:bucket/*', 'object.upload_update', (incoming) => write(incoming, 'replace')),
  callerRoute('DELETE', 'object/:bucket', 'object.delete_many', async (incoming) =>
    removeObjects(incoming.context, incoming.caller, incoming.bucketId, await incoming.body()),
  ),
  callerRoute('DELETE', 'object/:bucket/*', 'object.delete', (incoming) =>
    removeObject(incoming.context, incoming.caller, incoming.bucketId, incoming.name),
  ),

  reads.publicly('render/image/public/:bucket/*', (incoming) =>
    servePublic(incoming, (find) =>
      serveRendered(incoming.context, incoming.request, find, readTransformOptions(incoming), true),
    ),
  ),
  reads.byLink('render/image/sign/:bucket/*', (incoming) => serveLinked(incoming, true)),
  reads.asCaller('render/image/authenticated/:bucket/*', 'render.image_authenticated', (incoming) =>
    serveRendered(incoming.context, incoming.request, readable(incoming), readTransformOptions(incoming), false),
  ),

  callerRoute('DELETE', 'cdn/:bucket', 'object.purge_cache', (incoming) =>
    purgeRendered(incoming.context, incoming.caller, incoming.bucketId),
  ),
  callerRoute('DELETE', 'cdn/:bucket/*', 'object.purge_cache', (incoming) =>
    purgeRendered(incoming.context, incoming.caller, incoming.bucketId, incoming.name),
  ),
];

/** The path below `/storage/v1`, without the leading slash. */
export function pathOf(url: URL): string {
  const prefix = '/storage/v1';
  return url.pathname.slice(url.pathname.indexOf(prefix) + prefix.length).replace(/^\//, '');
}

export async function route(context: StorageContext, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const parts = pathOf(url).split('/');
  if (parts.at(-1) === '' && parts.length === 2) parts.pop();
  const matched = ROUTES.find(
    (candidate) => candidate.methods.split(' ').includes(request.method) && isAt(candidate.path, parts),
  );
  if (!matched) throw storageErrors.unknownRoute();
  const bucketIndex = matched.path.indexOf(':bucket');
  const caller = matched.operation === null ? serviceCaller : await callerOf(context, request, matched.operation);
  const target = bucketIndex < 0 ? { bucketId: '', name: '' } : targetOf(parts.slice(bucketIndex));
  if (matched.path.at(-1) === '*') checkKey(context, target.name);
  const isService = matched.reads === 'as caller' && caller.role === 'service_role';
  const reading =
    matched.reads && !isService
      ? await bucketAccess(context, request, target.bucketId, matched.reads === 'as caller')
      : ({ reads: 'here' } as const);
  return matched.handle({
    context,
    request,
    method: request.method,
    query: url.searchParams,
    caller,
    ...target,
    access: reading,
    body: () => bodyOf(request),
  });
}

function isAt(path: readonly string[], parts: readonly string[]): boolean {
  const isOpenEnded = path.at(-1) === '*';
  if (isOpenEnded ? parts.length < path.length - 1 : parts.length !== path.length) return false;
  return path.every((part, index) => part === '*' || part === ':bucket' || part === parts[index]);
}

/** `{bucket}/{name…}` of a path, each segment decoded once. */
function targetOf(parts: readonly string[]): { bucketId: string; name: string } {
  let decoded: string[];
  try {
    decoded = parts.map(decodeURIComponent);
  } catch {
    throw storageErrors.invalidKey(parts.join('/'));
  }
  return { bucketId: checkBucketName(decoded[0]), name: decoded.slice(1).join('/') };
}

/** The caller as policies see it: role, claims and operation. */
async function callerOf(context: StorageContext, request: Request, operation: string): Promise<Caller> {
  const credentials = await credentialsOf(request, context.tokens);
  if (credentials.kind === 'missing') {
    throw storageErrors.invalidInput("headers must have required property 'authorization'");
  }
  if (credentials.kind === 'invalid') throw storageErrors.invalidJwt('The access token is not valid or has expired.');
  return withOperation(credentials.caller, request, operation);
}

/** Sets the operation that policies read by `storage.operation()`. */
export function withOperation(caller: Caller, request: Request, operation: string): Caller {
  const { method, url } = request;
  return {
    ...caller,
    request: { method, path: new URL(url).pathname },
    settings: { 'storage.operation': operation },
  };
}

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const body = await readJson(request, JSON_BYTES);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw storageErrors.invalidRequest('body must be object');
  }
  return body as Record<string, unknown>;
}

const TUS_OPERATIONS: Record<string, string> = { POST: 'create', PATCH: 'part', HEAD: 'get', DELETE: 'delete' };

/** `/upload/resumable` by an access token, `/upload/resumable/sign` by the token of a signed link. */
export function routeResumable(
  context: StorageContext,
  uploads: ResumableUploads,
  request: Request,
): Promise<Response> {
  const path = `/${pathOf(new URL(request.url))}`;
  const isSigned = path === `${RESUMABLE_PATH}/sign` || path.startsWith(`${RESUMABLE_PATH}/sign/`);
  return uploads.fetch(request, async (bucketId, name) => {
    if (isSigned) {
      const grant = await context.links.checkUpload(`${bucketId}/${name}`, request.headers.get('x-signature'));
      const caller = await currentSigner(context, grant.signer, 'storage.tus.upload.create');
      return { caller, ownerId: grant.ownerId, isUpsert: grant.upsert };
    }
    const operation = `storage.tus.upload.${TUS_OPERATIONS[request.method] ?? 'get'}`;
    const caller = await callerOf(context, request, operation);
    return { caller, ownerId: ownerOf(caller).ownerId };
  });
}
