import { type BucketStoreOptions, openBucketStore } from '#backend/storage/stores/bucket-store.ts';
import type { Store } from '#backend/storage/stores/store.ts';
import { StartError } from '#base/server/environment.ts';

/** Opens the bucket configured by `variable`. @throws {StartError} where it does not respond. */
export async function reachBucket(options: BucketStoreOptions, variable: string): Promise<Store> {
  return await openBucketStore(options).catch((error: unknown) => {
    const endpoint = options.endpoint ?? 'its endpoint';
    throw new StartError(
      `The bucket ${options.bucket} of ${variable} does not answer at ${endpoint} (${(error as Error).name}): check its address and its keys.`,
    );
  });
}
