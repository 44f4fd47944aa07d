import type { Caller } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { type StorageContext, serviceCaller } from './context.ts';
import { storageErrors } from './storage-error.ts';

/**
 * DELETE /cdn/{bucket} and /cdn/{bucket}/{name}: clears cached renderings. Only the service key may; files themselves
 * are not cached here, so `transformations` makes no difference.
 */
export async function purgeRendered(
  context: StorageContext,
  caller: Caller,
  bucketId: string,
  name?: string,
): Promise<Response> {
  if (caller.role !== 'service_role') throw storageErrors.accessDenied('Access denied to this operation');
  const rows = await context.database
    .as(serviceCaller)
    .query<{ version: string | null }>(
      'select version from storage.objects where bucket_id = $1 and ($2::text is null or name = $2)',
      [bucketId, name ?? null],
    );
  if (name !== undefined && rows.length === 0) throw storageErrors.noSuchKey();
  for (const { version } of rows) if (version !== null) await context.rendered.forget(version);
  return json({ message: 'success' });
}
