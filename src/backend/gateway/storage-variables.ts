import { join, resolve } from 'node:path';
import type { S3Protocol } from '#backend/storage/s3/s3.ts';
import type { BucketStoreOptions } from '#backend/storage/stores/bucket-store.ts';
import { unusable, type Variables } from './variables.ts';

export type StorageVariables = {
  /** Where files lie, and what was rendered of them. */
  folder: string;
  /** The bucket where files lie instead. */
  bucket: BucketStoreOptions | undefined;
  /** Bytes of one file. */
  fileSizeLimit: number;
  /** How the S3 protocol is entered, the public key aside. */
  s3: Omit<S3Protocol, 'anonKey'>;
};

const FILE_SIZE_LIMIT = 50 * 1024 * 1024;
const MOST_BYTES = 5 * 1024 ** 4;

/**
 * The variables of the published storage service; for a bucket those of the product too.
 * @throws {StartError} naming the variable.
 */
export function readStorageVariables(variables: Variables, dataFolder: string): StorageVariables {
  const first = (...names: string[]) => names.map((name) => variables.text(name)).find((text) => text !== undefined);
  const folder = first('FILE_STORAGE_BACKEND_PATH', 'STORAGE_FILE_BACKEND_PATH');
  const region = first('STORAGE_S3_REGION', 'S3_REGION', 'REGION', 'AWS_REGION');
  const [accessKeyId, accessKeySecret] = pairOf(
    variables,
    'S3_PROTOCOL_ACCESS_KEY_ID',
    'S3_PROTOCOL_ACCESS_KEY_SECRET',
  );
  return {
    folder: folder ? resolve(folder) : join(dataFolder, 'storage'),
    bucket: bucketIn(variables, region),
    fileSizeLimit: variables.count('FILE_SIZE_LIMIT', 1, MOST_BYTES) ?? FILE_SIZE_LIMIT,
    s3: {
      region: region ?? 'local',
      tenantId: variables.text('TENANT_ID') ?? 'stub',
      ...(accessKeyId && accessKeySecret ? { accessKeyId, accessKeySecret } : {}),
    },
  };
}

function bucketIn(variables: Variables, region: string | undefined): BucketStoreOptions | undefined {
  const name = variables.text('GLOBAL_S3_BUCKET') ?? variables.text('S3_BUCKET');
  const wanted = variables.oneOf('STORAGE_BACKEND', ['file', 's3']);
  const endpoint = variables.url('GLOBAL_S3_ENDPOINT') ?? variables.url('S3_ENDPOINT');
  const forcePathStyle = variables.flag('GLOBAL_S3_FORCE_PATH_STYLE');
  const published = pairOf(variables, 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY');
  const [accessKeyId, secretAccessKey] = published[0] ? published : pairOf(variables, 'S3_ACCESS_KEY', 'S3_SECRET_KEY');
  if (wanted === 's3' && name === undefined) throw unusable('GLOBAL_S3_BUCKET', 'STORAGE_BACKEND=s3 needs it');
  // Who names the product's bucket means it; the published name alone may stand beside STORAGE_BACKEND=file.
  const isMeant = wanted === 's3' || (wanted === undefined && variables.text('S3_BUCKET') !== undefined);
  if (!isMeant || name === undefined) return undefined;
  return { bucket: name, endpoint, forcePathStyle, region: region ?? 'us-east-1', accessKeyId, secretAccessKey };
}

/** Two that go together. */
function pairOf(variables: Variables, one: string, other: string): [string?, string?] {
  const pair: [string?, string?] = [variables.text(one), variables.text(other)];
  if (pair[0] === undefined && pair[1] !== undefined) throw unusable(one, `${other} needs it`);
  if (pair[1] === undefined && pair[0] !== undefined) throw unusable(other, `${one} needs it`);
  return pair;
}
