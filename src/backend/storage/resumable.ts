import { randomUUID } from 'node:crypto';
import { ERRORS, MemoryLocker, Server, type Upload } from '@tus/server';
import type { Caller } from '#base/server/database.ts';
import { CLIENT_ORIGIN_HEADER } from '#base/server/request-origin.ts';
import { type StorageContext, serviceCaller } from './context.ts';
import { checkBucketName, checkKey } from './keys.ts';
import { declaredType } from './media-types.ts';
import { PartStore } from './part-store.ts';
import { dryRunUpload, limitsOf, maxAge, readUserMetadata } from './receive.ts';
import { fromDatabase, recordError, StorageError, storageErrors } from './storage-error.ts';
import { checkDeclaredType } from './stored-type.ts';
import {
  abortUpload,
  beginUpload,
  dropLastPart,
  findUpload,
  joinUpload,
  markComplete,
  partsOf,
  type UnfinishedUpload,
} from './unfinished.ts';

/** The caller of an upload, and the owner of the file. */
export type Uploader = {
  caller: Caller;
  ownerId: string | null;
  /** From a signed link; else the request's own header is used. */
  isUpsert?: boolean;
};

export type ResumableUploads = {
  /** `uploaderOf` is called once the upload's name is known, because a signed link is valid for one file. */
  fetch(request: Request, uploaderOf: UploaderOf): Promise<Response>;
};

export const RESUMABLE_PATH = '/upload/resumable';
const METADATA_BYTES = 16 * 1024;

/** @throws {StorageError} if the caller has no right. */
export type UploaderOf = (bucketId: string, name: string) => Promise<Uploader>;

type UploadId = { bucketId: string; name: string };

/** What is known of a request: the uploader, once the name of its upload is. */
type RequestState = { uploaderOf: UploaderOf; uploader: Uploader | null };

/** `bucket/name/version` of an upload id in the URL. */
function read(id: string): UploadId {
  const parts = id.split('/');
  if (parts.length < 3) throw ERRORS.FILE_NOT_FOUND;
  return { bucketId: parts[0] ?? '', name: parts.slice(1, -1).join('/') };
}

/**
 * Resumable uploads by TUS 1.0.0 (https://tus.io/protocols/resumable-upload): creation, creation-with-upload,
 * creation-defer-length, termination and expiration, at the published addresses of the storage API.
 */
export function createResumableUploads(context: StorageContext): ResumableUploads {
  const requestStates = new WeakMap<Request, RequestState>();

  const server = new Server({
    path: RESUMABLE_PATH,
    datastore: new PartStore(context),
    locker: new MemoryLocker(),
    disableTerminationForFinishedUploads: true,
    maxSize: async (_, id) => {
      if (!id) return context.fileSizeLimit;
      const { bucketId } = read(id);
      return (await limitsOf(context, bucketId)).bytes;
    },
    namingFunction: (_, metadata) => {
      const bucketId = checkBucketName(metadata?.bucketName);
      const name = checkKey(context, metadata?.objectName ?? '');
      return `${bucketId}/${name}/${randomUUID()}`;
    },
    generateUrl: urlOf,
    getFileIdFromRequest: idOf,
    onIncomingRequest: async (request, id) => {
      const state = requestStates.get(request);
      if (!state) throw storageErrors.unknownRoute();
      await allow(context, state, request, id);
    },
    onUploadCreate: async (request, upload) => {
      const uploader = requestStates.get(request)?.uploader;
      if (!uploader) throw storageErrors.accessDenied('The upload belongs to somebody else.');
      await begin(context, uploader, request, upload);
      return {};
    },
    onUploadFinish: async (request, upload) => {
      const row = await findUpload(context, upload.id, 'tus');
      const uploader = requestStates.get(request)?.uploader;
      if (!row || !uploader) throw storageErrors.noSuchUpload();
      if (!row.completed_at) await finish(context, uploader, row);
      return { headers: { 'Tus-Complete': '1' } };
    },
    onResponseError: (request, error) => {
      recordError(request, error);
      return errorResponse(context, error);
    },
  });

  return {
    fetch: async (request, uploaderOf) => {
      if ((request.headers.get('upload-metadata')?.length ?? 0) > METADATA_BYTES) {
        throw storageErrors.invalidRequest('The Upload-Metadata header is too long.');
      }
      requestStates.set(request, { uploaderOf, uploader: null });
      return server.handleWeb(request);
    },
  };
}

async function allow(context: StorageContext, state: RequestState, request: Request, id: string): Promise<void> {
  if (request.method === 'HEAD' || request.method === 'OPTIONS') return;
  const { bucketId, name } = read(id);
  state.uploader = await state.uploaderOf(bucketId, name);
  if (request.method === 'POST') return;
  const upload = await findUpload(context, id, 'tus');
  if (!upload) throw ERRORS.FILE_NOT_FOUND;
  const isService = state.uploader.caller.role === 'service_role';
  if (upload.owner_id !== state.uploader.ownerId && !isService) {
    throw storageErrors.accessDenied('The upload belongs to somebody else.');
  }
  if (request.method === 'PATCH' && !upload.completed_at) {
    await dryRunUpload(context, state.uploader.caller, bucketId, name, upload.is_upsert ? 'upsert' : 'create');
  }
}

async function begin(context: StorageContext, uploader: Uploader, request: Request, upload: Upload): Promise<void> {
  const { bucketId, name } = read(upload.id);
  const limits = await limitsOf(context, bucketId);
  const mimetype = declaredType(upload.metadata?.contentType, context.guard !== undefined);
  checkDeclaredType(name, mimetype, limits);
  const userMetadata = readUserMetadata(upload.metadata?.metadata);
  const isUpsert = uploader.isUpsert ?? request.headers.get('x-upsert') === 'true';
  await dryRunUpload(context, uploader.caller, bucketId, name, isUpsert ? 'upsert' : 'create');
  await beginUpload(context, {
    id: upload.id,
    bucket_id: bucketId,
    key: name,
    owner_id: uploader.ownerId,
    protocol: 'tus',
    is_upsert: isUpsert,
    upload_length: upload.size ?? null,
    tus_metadata: upload.metadata ?? null,
    metadata: { mimetype, cacheControl: maxAge(upload.metadata?.cacheControl) },
    user_metadata: userMetadata,
  });
}

async function finish(context: StorageContext, uploader: Uploader, row: UnfinishedUpload): Promise<void> {
  const { caller, ownerId } = uploader;
  try {
    const target = { caller, mode: row.is_upsert ? ('upsert' as const) : ('create' as const) };
    await joinUpload(context, row, await partsOf(context, row.id), await limitsOf(context, row.bucket_id), {
      ...target,
      ...(caller === serviceCaller ? { ownerId } : {}),
    });
  } catch (error) {
    // The offset must not count bytes that were not stored. A failure on our side may succeed later.
    const storageError = error instanceof StorageError ? error : fromDatabase(error);
    if (storageError && storageError.statusCode < 500) await abortUpload(context, row.id);
    else await dropLastPart(context, row.id);
    throw error;
  }
  await markComplete(context, row.id);
}

/** Undefined leaves the response to the library. */
function errorResponse(context: StorageContext, error: Error | { status_code: number; body: string }) {
  const storageError = error instanceof StorageError ? error : fromDatabase(error);
  if (storageError) return { status_code: storageError.statusCode, body: storageError.message };
  if ('status_code' in error) {
    // Concatenation is an extension we don't support, as Tus-Extension shows.
    return error.status_code === 501 ? { status_code: 400, body: error.body } : undefined;
  }
  const id = randomUUID();
  context.log.error({ id, error: error.stack ?? error.message }, 'a resumable upload failed');
  return { status_code: 500, body: `Internal server error (${id})` };
}

/** Absolute, as on the hosted service, by the public URL: there may be a proxy in front. */
function urlOf(request: Request, { id }: { id: string }): string {
  const { origin, pathname } = new URL(request.url);
  const publicOrigin = request.headers.get(CLIENT_ORIGIN_HEADER) ?? origin;
  return `${publicOrigin}${pathname.replace(/\/$/, '')}/${Buffer.from(id).toString('base64url')}`;
}

function idOf(request: Request): string | undefined {
  const last = new URL(request.url).pathname.split('/').at(-1) ?? '';
  const id = Buffer.from(last, 'base64url').toString('utf8');
  return Buffer.from(id).toString('base64url') === last && id.includes('/') && !id.includes('\0') ? id : undefined;
}
