import { join, resolve } from 'node:path';
import type { S3Protocol } from '#backend/storage/s3/s3.ts';
import type { BucketStoreOptions } from '#backend/storage/stores/bucket-store.ts';
import { unusable, type Variables } from './variables.ts';

export type StorageVariables = {
  /** Folder for files and rendered image variants. */
  folder: string;
  /** The S3 bucket used instead of the folder. */
  bucket: BucketStoreOptions | undefined;
  /** Bytes of one file. */
  fileSizeLimit: number;
  /** Credentials of the S3 protocol, without the public key. */
  s3: Omit<S3Protocol, 'anonKey'>;
};

const FILE_SIZE_LIMIT = 50 * 1024 * 1024;
const MAX_BYTES = 5 * 1024 ** 4;

/**
 * Reads the variables of the published storage service, and the product's own for a bucket.
 * @throws {StartError} naming the variable.
 */
export function readStorageVariables(variables: Variables, dataFolder: string): StorageVariables {
  const firstSet = (...names: string[]) => names.map((name) => variables.text(name)).find((text) => text !== undefined);
  const folder = firstSet('FILE_STORAGE_BACKEND_PATH', 'STORAGE_FILE_BACKEND_PATH');
  const region = firstSet('STORAGE_S3_REGION', 'S3_REGION', 'REGION', 'AWS_REGION');
  const [accessKeyId, accessKeySecret] = pairOf(
    variables,
    'S3_PROTOCOL_ACCESS_KEY_ID',
    'S3_PROTOCOL_ACCESS_KEY_SECRET',
  );
  return {
    folder: folder ? resolve(folder) : join(dataFolder, 'storage'),
    bucket: bucketIn(variables, region),
    fileSizeLimit: variables.count('FILE_SIZE_LIMIT', 1, MAX_BYTES) ?? FILE_SIZE_LIMIT,
    s3: {
      region: region ?? 'local',
      tenantId: variables.text('TENANT_ID') ?? 'stub',
      ...(accessKeyId && accessKeySecret ? { accessKeyId, accessKeySecret } : {}),
    },
  };
}

function bucketIn(variables: Variables, region: string | undefined): BucketStoreOptions | undefined {
  const name = variables.text('GLOBAL_S3_BUCKET') ?? variables.text('S3_BUCKET');
  const backend = variables.oneOf('STORAGE_BACKEND', ['file', 's3']);
  const endpoint = variables.url('GLOBAL_S3_ENDPOINT') ?? variables.url('S3_ENDPOINT');
  const forcePathStyle = variables.flag('GLOBAL_S3_FORCE_PATH_STYLE');
  const published = pairOf(variables, 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY');
  const [accessKeyId, secretAccessKey] = published[0] ? published : pairOf(variables, 'S3_ACCESS_KEY', 'S3_SECRET_KEY');
  if (backend === 's3' && name === undefined) throw unusable('GLOBAL_S3_BUCKET', 'STORAGE_BACKEND=s3 needs it');
  // S3_BUCKET, the product's variable, selects the bucket by itself; GLOBAL_S3_BUCKET may stand beside STORAGE_BACKEND=file.
  const isMeant = backend === 's3' || (backend === undefined && variables.text('S3_BUCKET') !== undefined);
  if (!isMeant || name === undefined) return undefined;
  return { bucket: name, endpoint, forcePathStyle, region: region ?? 'us-east-1', accessKeyId, secretAccessKey };
}

/** Reads two variables that must be set together. */
function pairOf(variables: Variables, firstName: string, secondName: string): [string?, string?] {
  const pair: [string?, string?] = [variables.text(firstName), variables.text(secondName)];
  if (pair[0] === undefined && pair[1] !== undefined) throw unusable(firstName, `${secondName} needs it`);
  if (pair[1] === undefined && pair[0] !== undefined) throw unusable(secondName, `${firstName} needs it`);
  return pair;
}
