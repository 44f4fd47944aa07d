import { randomUUID } from 'node:crypto';
import { json } from '#base/server/http.ts';
import { bytesOfRequest } from '#base/server/raw-body.ts';
import type { Limits, StorageContext } from './context.ts';
import { declaredType } from './media-types.ts';
import { boundaryOf, readMultipart, textOfPart } from './multipart.ts';
import {
  dryRunUpload,
  limitsOf,
  maxAge,
  type ReceivedFile,
  readUserMetadata,
  receive,
  storeUpload,
  type Target,
  type UploadedFile,
} from './receiving.ts';
import { storageErrors } from './storage-error.ts';

const FIELD_BYTES = 64 * 1024;
/** Maximum bytes a form adds around its file. */
const FORM_BYTES = 256 * 1024;

/** One upload: checks the bucket's limits and the caller's rights, receives the bytes, then writes row and file in one transaction. */
export async function upload(
  context: StorageContext,
  request: Request,
  target: Target,
): Promise<{ id: string; key: string }> {
  const limits = await limitsOf(context, target.bucketId);
  const announced = Number(request.headers.get('content-length') ?? 0);
  const contentType = request.headers.get('content-type') ?? '';
  const boundary = boundaryOf(contentType);
  if (announced > limits.bytes + (boundary ? FORM_BYTES : 0)) throw storageErrors.tooLarge();
  if (!boundary && /^multipart\//i.test(contentType)) throw storageErrors.invalidRequest('The form has no boundary.');
  await dryRunUpload(context, target.caller, target.bucketId, target.name, target.mode);
  const body = bytesOfRequest(request);
  const arrived = boundary
    ? await receiveForm(context, target.name, body, boundary, limits)
    : await receiveRaw(context, target.name, body, request.headers, limits);
  return storeUpload(context, target, arrived);
}

export function uploadResponse(done: { id: string; key: string }): Response {
  return json({ Id: done.id, Key: done.key });
}

async function receiveRaw(
  context: StorageContext,
  name: string,
  body: AsyncIterable<Uint8Array>,
  headers: Headers,
  limits: Limits,
): Promise<UploadedFile> {
  const version = randomUUID();
  const declared = declaredType(headers.get('content-type'), context.guard !== undefined);
  const metadata = headers.get('x-metadata');
  const userMetadata = readUserMetadata(metadata && Buffer.from(metadata, 'base64').toString('utf8'));
  const received = await receive(context, version, { name, declared, bytes: body }, limits);
  return {
    version,
    received,
    cacheControl: maxAge(headers.get('cache-control')),
    contentEncoding: headers.get('content-encoding') ?? undefined,
    userMetadata,
  };
}

async function receiveForm(
  context: StorageContext,
  name: string,
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  limits: Limits,
): Promise<UploadedFile> {
  const version = randomUUID();
  const fields = new Map<string, string>();
  let received: ReceivedFile | undefined;
  try {
    for await (const part of readMultipart(body, boundary)) {
      if (part.filename === null) {
        fields.set(part.name, await textOfPart(part, FIELD_BYTES));
        continue;
      }
      if (received) throw storageErrors.invalidRequest('An upload carries one file.');
      const declared = declaredType(fields.get('contentType') ?? part.contentType, context.guard !== undefined);
      received = await receive(context, version, { name, declared, bytes: part.bytes }, limits);
    }
    if (!received) throw storageErrors.noContent();
    return {
      version,
      received,
      cacheControl: maxAge(fields.get('cacheControl')),
      contentEncoding: fields.get('contentEncoding'),
      userMetadata: readUserMetadata(fields.get('metadata')),
    };
  } catch (error) {
    await received?.discard();
    throw error;
  }
}
