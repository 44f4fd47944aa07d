import { type BucketStoreOptions, openBucketStore } from '#backend/storage/stores/bucket-store.ts';
import type { Store } from '#backend/storage/stores/store.ts';
import { StartError } from '#base/server/environment.ts';

/** Opens the bucket that `variable` names. @throws {StartError} where it does not answer. */
export async function reachBucket(options: BucketStoreOptions, variable: string): Promise<Store> {
  return await openBucketStore(options).catch((error: unknown) => {
    const place = options.endpoint ?? 'its endpoint';
    throw new StartError(
      `The bucket ${options.bucket} of ${variable} does not answer at ${place} (${(error as Error).name}): check its address and its keys.`,
    );
  });
}
