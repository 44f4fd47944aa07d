import type { Caller } from '#base/server/database.ts';
import { json, readJson } from '#base/server/http.ts';
import { packageVersion } from '#base/server/root.ts';
import { credentialsOf } from '#base/server/tokens.ts';
import { createBucket, deleteBucket, emptyBucket, getBucket, listBuckets, updateBucket } from './buckets.ts';
import { copyObject, moveObject, removeObject, removeObjects } from './changes.ts';
import { type ObjectRow, ownerOf, type Place, type StorageContext, serviceCaller } from './context.ts';
import { findLinked, findPublic, findReadable, infoAnswer, serveObject } from './download.ts';
import { signerNow } from './grants.ts';
import { checkBucketName, checkKey } from './keys.ts';
import { listObjects } from './listing.ts';
import { listObjectsV2 } from './listing-v2.ts';
import { ledElsewhere, onlyReadable, placeOf } from './places.ts';
import { purgeRendered } from './purge.ts';
import { serveRendered } from './render.ts';
import { RESUMABLE_PATH, type ResumableUploads } from './resumable.ts';
import { signMany, signOne, signUpload, uploadByLink } from './signing.ts';
import { storageErrors } from './storage-error.ts';
import { readTransform, transformOfText } from './transform.ts';
import { upload, uploadAnswer } from './upload.ts';

const JSON_BYTES = 1024 * 1024;

/** One call, read as far as its route needs it. */
type Ask = {
  context: StorageContext;
  request: Request;
  method: string;
  query: URLSearchParams;
  /** As row-level security sees them; asked for only by routes that need somebody. */
  caller: Caller;
  bucketId: string;
  name: string;
  /** Where the request stands to the bucket, for routes that read from it. */
  place: Place;
  body(): Promise<Record<string, unknown>>;
};

type Route = {
  methods: string;
  /** Literal parts, `:bucket`, and `*` for the rest. */
  path: string[];
  /** As policies read it by `storage.operation()`; null where nobody needs to be known. */
  operation: string | null;
  /** Reads a file: by its public address, by a signed link, or as the caller. */
  reads?: 'publicly' | 'by link' | 'as caller';
  answer(ask: Ask): Promise<Response> | Response;
};

function open(methods: string, path: string, answer: Route['answer']): Route {
  return { methods, path: path.split('/'), operation: null, answer };
}

function asked(methods: string, path: string, operation: string, answer: Route['answer']): Route {
  return { methods, path: path.split('/'), operation: `storage.${operation}`, answer };
}

const reads = {
  publicly: (path: string, answer: Route['answer']): Route => ({
    ...open('GET HEAD', path, answer),
    reads: 'publicly',
  }),
  byLink: (path: string, answer: Route['answer']): Route => ({ ...open('GET HEAD', path, answer), reads: 'by link' }),
  asCaller: (path: string, operation: string, answer: Route['answer']): Route => ({
    ...asked('GET HEAD', path, operation, answer),
    reads: 'as caller',
  }),
};

async function write(ask: Ask, mode: 'create' | 'upsert' | 'replace'): Promise<Response> {
  const { context, request, bucketId, name, caller } = ask;
  return uploadAnswer(await upload(context, request, { bucketId, name, caller, mode }));
}

const readable = (ask: Ask) => () => findReadable(ask.context, ask.caller, ask.bucketId, ask.name);
const publicly = (ask: Ask) => () => onlyReadable(ask.place, findPublic(ask.context, ask.bucketId, ask.name));
type Find = () => Promise<ObjectRow>;
const isHead = (ask: Ask) => ask.method === 'HEAD';
const readWish = (ask: Ask) => readTransform((option) => ask.query.get(option));

async function serveLinked(ask: Ask, isPicture: boolean): Promise<Response> {
  const { context, request, bucketId, name, query } = ask;
  const { transform, signer } = await context.links.checkRead(`${bucketId}/${name}`, query.get('token'));
  if ((transform !== null) !== isPicture) throw storageErrors.invalidLink();
  const find = () => onlyReadable(ask.place, findLinked(context, signer, bucketId, name));
  return transform === null
    ? serveObject(context, request, find, false)
    : serveRendered(context, request, find, transformOfText(transform), false);
}

async function servePublic(ask: Ask, serve: (find: Find) => Promise<Response>): Promise<Response> {
  const find = publicly(ask);
  return (await ledElsewhere(ask.place, ask.request, find)) ?? serve(find);
}

/** What is installed is nobody's business in a guarded service. */
function versionAnswer(context: StorageContext): Response {
  if (context.guard) throw storageErrors.unknownRoute();
  return new Response(packageVersion(), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

async function informed(ask: Ask, find: Find): Promise<Response> {
  return infoAnswer(ask.context, await find(), isHead(ask));
}

/** The published addresses, in the order in which they are tried. */
const ROUTES: readonly Route[] = [
  open('GET', 'status', () => json({ status: 'ok' })),
  open('GET', 'version', ({ context }) => versionAnswer(context)),

  asked('GET', 'bucket', 'bucket.list', (ask) => listBuckets(ask.context, ask.request, ask.caller)),
  asked('POST', 'bucket', 'bucket.create', async (ask) => createBucket(ask.context, ask.caller, await ask.body())),
  asked('POST', 'bucket/:bucket/empty', 'bucket.empty', (ask) => emptyBucket(ask.context, ask.caller, ask.bucketId)),
  asked('GET', 'bucket/:bucket', 'bucket.get', (ask) => getBucket(ask.context, ask.caller, ask.bucketId)),
  asked('PUT', 'bucket/:bucket', 'bucket.update', async (ask) =>
    updateBucket(ask.context, ask.caller, ask.bucketId, await ask.body()),
  ),
  asked('DELETE', 'bucket/:bucket', 'bucket.delete', (ask) => deleteBucket(ask.context, ask.caller, ask.bucketId)),

  reads.publicly('object/public/:bucket/*', (ask) =>
    servePublic(ask, (find) => serveObject(ask.context, ask.request, find, true)),
  ),
  reads.byLink('object/sign/:bucket/*', (ask) => serveLinked(ask, false)),
  open('PUT', 'object/upload/sign/:bucket/*', (ask) => uploadByLink(ask.context, ask.request, ask.bucketId, ask.name)),
  reads.publicly('object/info/public/:bucket/*', (ask) => informed(ask, publicly(ask))),
  reads.asCaller('object/info/authenticated/:bucket/*', 'object.info_authenticated', (ask) =>
    informed(ask, readable(ask)),
  ),
  reads.asCaller('object/info/:bucket/*', 'object.info_authenticated', (ask) => informed(ask, readable(ask))),
  reads.asCaller('object/authenticated/:bucket/*', 'object.get_authenticated', (ask) =>
    serveObject(ask.context, ask.request, readable(ask), false),
  ),
  reads.asCaller('object/:bucket/*', 'object.get_authenticated', (ask) =>
    serveObject(ask.context, ask.request, readable(ask), false),
  ),
  asked('POST', 'object/list/:bucket', 'object.list', async (ask) =>
    listObjects(ask.context, ask.caller, ask.bucketId, await ask.body()),
  ),
  asked('POST', 'object/list-v2/:bucket', 'object.list_v2', async (ask) =>
    listObjectsV2(ask.context, ask.caller, ask.bucketId, await ask.body()),
  ),
  asked('POST', 'object/move', 'object.move', async (ask) => moveObject(ask.context, ask.caller, await ask.body())),
  asked('POST', 'object/copy', 'object.copy', async (ask) =>
    copyObject(ask.context, ask.request, ask.caller, await ask.body()),
  ),
  asked('POST', 'object/sign/:bucket', 'object.sign_many', async (ask) =>
    signMany(ask.context, ask.caller, ask.bucketId, await ask.body()),
  ),
  asked('POST', 'object/sign/:bucket/*', 'object.sign', async (ask) =>
    signOne(ask.context, ask.caller, ask.bucketId, ask.name, await ask.body()),
  ),
  asked('POST', 'object/upload/sign/:bucket/*', 'object.sign_upload_url', (ask) =>
    signUpload(ask.context, ask.request, ask.caller, ask.bucketId, ask.name),
  ),
  asked('POST', 'object/:bucket/*', 'object.upload', (ask) =>
    write(ask, ask.request.headers.get('x-upsert') === 'true' ? 'upsert' : 'create'),
  ),
  asked('PUT', 'object/:bucket/*', 'object.upload_update', (ask) => write(ask, 'replace')),
  asked('DELETE', 'object/:bucket', 'object.delete_many', async (ask) =>
    removeObjects(ask.context, ask.caller, ask.bucketId, await ask.body()),
  ),
  asked('DELETE', 'object/:bucket/*', 'object.delete', (ask) =>
    removeObject(ask.context, ask.caller, ask.bucketId, ask.name),
  ),

  reads.publicly('render/image/public/:bucket/*', (ask) =>
    servePublic(ask, (find) => serveRendered(ask.context, ask.request, find, readWish(ask), true)),
  ),
  reads.byLink('render/image/sign/:bucket/*', (ask) => serveLinked(ask, true)),
  reads.asCaller('render/image/authenticated/:bucket/*', 'render.image_authenticated', (ask) =>
    serveRendered(ask.context, ask.request, readable(ask), readWish(ask), false),
  ),

  asked('DELETE', 'cdn/:bucket', 'object.purge_cache', (ask) => purgeRendered(ask.context, ask.caller, ask.bucketId)),
  asked('DELETE', 'cdn/:bucket/*', 'object.purge_cache', (ask) =>
    purgeRendered(ask.context, ask.caller, ask.bucketId, ask.name),
  ),
];

/** The path below `/storage/v1`, without the first slash. */
export function pathOf(url: URL): string {
  const mark = '/storage/v1';
  return url.pathname.slice(url.pathname.indexOf(mark) + mark.length).replace(/^\//, '');
}

export async function route(context: StorageContext, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const parts = pathOf(url).split('/');
  if (parts.at(-1) === '' && parts.length === 2) parts.pop();
  const found = ROUTES.find((one) => one.methods.split(' ').includes(request.method) && isAt(one.path, parts));
  if (!found) throw storageErrors.unknownRoute();
  const place = found.path.indexOf(':bucket');
  const caller = found.operation === null ? serviceCaller : await callerOf(context, request, found.operation);
  const target = place < 0 ? { bucketId: '', name: '' } : targetOf(parts.slice(place));
  if (found.path.at(-1) === '*') checkKey(context, target.name);
  const isService = found.reads === 'as caller' && caller.role === 'service_role';
  const reading =
    found.reads && !isService
      ? await placeOf(context, request, target.bucketId, found.reads === 'as caller')
      : ({ reads: 'here' } as const);
  return found.answer({
    context,
    request,
    method: request.method,
    query: url.searchParams,
    caller,
    ...target,
    place: reading,
    body: () => bodyOf(request),
  });
}

function isAt(path: readonly string[], parts: readonly string[]): boolean {
  const isOpenEnded = path.at(-1) === '*';
  if (isOpenEnded ? parts.length < path.length - 1 : parts.length !== path.length) return false;
  return path.every((part, index) => part === '*' || part === ':bucket' || part === parts[index]);
}

/** `{bucket}/{name…}` of a path, each part decoded once. */
function targetOf(parts: readonly string[]): { bucketId: string; name: string } {
  let decoded: string[];
  try {
    decoded = parts.map(decodeURIComponent);
  } catch {
    throw storageErrors.invalidKey(parts.join('/'));
  }
  return { bucketId: checkBucketName(decoded[0]), name: decoded.slice(1).join('/') };
}

/** The caller as policies see them: role, claims, and what they are doing. */
async function callerOf(context: StorageContext, request: Request, operation: string): Promise<Caller> {
  const credentials = await credentialsOf(request, context.tokens);
  if (credentials.kind === 'missing') {
    throw storageErrors.invalidInput("headers must have required property 'authorization'");
  }
  if (credentials.kind === 'invalid') throw storageErrors.invalidJwt('The access token is not valid or has expired.');
  return withOperation(credentials.caller, request, operation);
}

/** Says to policies what is done: `storage.operation()` answers it. */
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
      const caller = await signerNow(context, grant.signer, 'storage.tus.upload.create');
      return { caller, ownerId: grant.ownerId, isUpsert: grant.upsert };
    }
    const operation = `storage.tus.upload.${TUS_OPERATIONS[request.method] ?? 'get'}`;
    const caller = await callerOf(context, request, operation);
    return { caller, ownerId: ownerOf(caller).ownerId };
  });
}
