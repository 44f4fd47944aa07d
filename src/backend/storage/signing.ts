import type { Caller } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { ownerOf, type StorageContext } from './context.ts';
import { currentSigner } from './grants.ts';
import { checkKey } from './keys.ts';
import { dryRunUpload } from './receiving.ts';
import { storageErrors } from './storage-error.ts';
import { readTransform, transformText } from './transform.ts';
import { upload, uploadResponse } from './upload.ts';

/** Ten years: the maximum, so that no link is valid forever. */
const MAX_SECONDS = 10 * 365 * 24 * 60 * 60;
const SIGNED_AT_ONCE = 1000;

function secondsOf(body: Record<string, unknown>): number {
  const seconds = body.expiresIn;
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 1) {
    throw storageErrors.invalidRequest('body/expiresIn must be a whole number of seconds, at least 1');
  }
  return Math.min(seconds, MAX_SECONDS);
}

/** POST /object/sign/{bucket}/{name}: needs the right to read the file. */
export async function signOne(
  context: StorageContext,
  caller: Caller,
  bucketId: string,
  name: string,
  body: Record<string, unknown>,
): Promise<Response> {
  const seconds = secondsOf(body);
  if (body.versionId !== undefined && body.versionId !== null) {
    throw storageErrors.invalidRequest('Buckets keep no earlier versions here.');
  }
  const rows = await context.database
    .as(caller)
    .query('select 1 from storage.objects where bucket_id = $1 and name = $2', [bucketId, checkKey(context, name)]);
  if (rows.length === 0) throw storageErrors.noSuchKey();
  const path = `${bucketId}/${name}`;
  const transformOption = body.transform ?? null;
  if (transformOption === null) {
    return json({ signedURL: `/object/sign/${path}?token=${await context.links.signRead(path, seconds, caller)}` });
  }
  const transform = transformText(readTransform((option) => (transformOption as Record<string, unknown>)[option]));
  return json({
    signedURL: `/render/image/sign/${path}?token=${await context.links.signRead(path, seconds, caller, transform)}`,
  });
}

/** POST /object/sign/{bucket}: one result for each path, in the order of the request. */
export async function signMany(
  context: StorageContext,
  caller: Caller,
  bucketId: string,
  body: Record<string, unknown>,
): Promise<Response> {
  const seconds = secondsOf(body);
  const paths = body.paths;
  if (!Array.isArray(paths) || paths.length === 0 || paths.length > SIGNED_AT_ONCE) {
    throw storageErrors.invalidRequest(`paths must be a list of 1 to ${SIGNED_AT_ONCE} names.`);
  }
  if (!paths.every((path): path is string => typeof path === 'string' && path.length <= 1024 && !path.includes('\0'))) {
    throw storageErrors.invalidRequest('paths must be names of at most 1024 characters.');
  }
  const rows = await context.database
    .as(caller)
    .query<{ name: string }>('select name from storage.objects where bucket_id = $1 and name = any($2::text[])', [
      bucketId,
      paths,
    ]);
  const readable = new Set(rows.map((row) => row.name));
  return json(
    await Promise.all(
      paths.map(async (path) => {
        if (!readable.has(path)) {
          const error = 'Either the object does not exist or you do not have access to it';
          return { error, path, signedURL: null };
        }
        const full = `${bucketId}/${path}`;
        const token = await context.links.signRead(full, seconds, caller);
        return { error: null, path, signedURL: `/object/sign/${full}?token=${token}` };
      }),
    ),
  );
}

/** POST /object/upload/sign/{bucket}/{name}: needs the right to upload. */
export async function signUpload(
  context: StorageContext,
  request: Request,
  caller: Caller,
  bucketId: string,
  name: string,
): Promise<Response> {
  const upsert = request.headers.get('x-upsert') === 'true';
  await dryRunUpload(context, caller, bucketId, checkKey(context, name), upsert ? 'upsert' : 'create');
  const path = `${bucketId}/${name}`;
  const token = await context.links.signUpload(path, { upsert, ownerId: ownerOf(caller).ownerId }, caller);
  return json({ url: `/object/upload/sign/${path}?token=${token}`, token });
}

/** PUT /object/upload/sign/{bucket}/{name}?token=: the file belongs to the signer of the link. */
export async function uploadByLink(
  context: StorageContext,
  request: Request,
  bucketId: string,
  name: string,
): Promise<Response> {
  const token = new URL(request.url).searchParams.get('token');
  const grant = await context.links.checkUpload(`${bucketId}/${checkKey(context, name)}`, token);
  const done = await upload(context, request, {
    bucketId,
    name,
    caller: await currentSigner(context, grant.signer, 'storage.object.upload'),
    mode: grant.upsert ? 'upsert' : 'create',
    ownerId: grant.ownerId,
  });
  return uploadResponse(done);
}
