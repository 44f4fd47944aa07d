import type { BucketAccess, ObjectRow, StorageContext } from './context.ts';
import { essence } from './media-types.ts';
import { storageErrors } from './storage-error.ts';

const REDIRECT_SECONDS = 3600;

/**
 * What a request may read of a bucket.
 * @throws {StorageError} NoSuchBucket if the bucket is not served on this host.
 */
export async function bucketAccess(
  context: StorageContext,
  request: Request,
  bucketId: string,
  isAsCaller: boolean,
): Promise<BucketAccess> {
  const access = (await context.guard?.placeOf(request, bucketId)) ?? { reads: 'here' };
  if (access.reads === 'nowhere' || (access.reads === 'pictures' && isAsCaller)) throw storageErrors.noSuchBucket();
  return access;
}

/** The file, if this host serves it. */
export async function requireReadable(access: BucketAccess, reading: Promise<ObjectRow>): Promise<ObjectRow> {
  const row = await reading;
  if (access.reads === 'pictures' && !essence(row.metadata?.mimetype).startsWith('image/')) {
    throw storageErrors.noSuchBucket();
  }
  return row;
}

/** Redirects a public file to the file origin, if there is one; a missing file is an error right here. */
export async function redirectToOrigin(
  access: BucketAccess,
  request: Request,
  find: () => Promise<ObjectRow>,
): Promise<Response | null> {
  if (!access.origin) return null;
  await find();
  const { pathname, search } = new URL(request.url);
  return new Response(null, {
    status: 307,
    headers: {
      location: `${access.origin}${pathname}${search}`,
      'cache-control': `public, max-age=${REDIRECT_SECONDS}`,
    },
  });
}
