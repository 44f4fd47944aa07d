import * as service from '../buckets.ts';
import { storageErrors } from '../storage-error.ts';
import { bodyBytes, type S3Ask, xml } from './s3-ask.ts';
import { s3Errors } from './s3-error.ts';

const LISTED = 10_000;
const CONFIGURATION_BYTES = 64 * 1024;

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html */
export async function listBuckets(ask: S3Ask): Promise<Response> {
  const rows = await ask.context.database
    .as(ask.caller)
    .query<{ name: string; created_at: Date }>(
      'select name, created_at from storage.buckets order by name collate "C" limit $1',
      [LISTED],
    );
  return xml('ListAllMyBucketsResult', {
    Owner: { ID: 'owner', DisplayName: 'owner' },
    Buckets: { Bucket: rows.map((row) => ({ Name: row.name, CreationDate: row.created_at.toISOString() })) },
  });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html */
export async function createBucket(ask: S3Ask): Promise<Response> {
  let size = 0;
  for await (const chunk of bodyBytes(ask)) {
    size += chunk.byteLength;
    if (size > CONFIGURATION_BYTES) throw s3Errors.malformedXml();
  }
  const acl = ask.request.headers.get('x-amz-acl');
  await service.createBucket(ask.context, ask.caller, { id: ask.bucketId, public: acl === 'public-read' });
  return new Response(null, { headers: { location: `/${ask.bucketId}` } });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html */
export async function headBucket(ask: S3Ask): Promise<Response> {
  await checkVisible(ask);
  return new Response(null, { headers: { 'x-amz-bucket-region': ask.region } });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucket.html */
export async function deleteBucket(ask: S3Ask): Promise<Response> {
  await service.deleteBucket(ask.context, ask.caller, ask.bucketId);
  return new Response(null, { status: 204 });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketLocation.html */
export async function bucketLocation(ask: S3Ask): Promise<Response> {
  await checkVisible(ask);
  return xml('LocationConstraint', { LocationConstraint: ask.region });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketVersioning.html */
export async function bucketVersioning(ask: S3Ask): Promise<Response> {
  await checkVisible(ask);
  return xml('VersioningConfiguration', { Status: 'Suspended', MfaDelete: 'Disabled' });
}

async function checkVisible(ask: S3Ask): Promise<void> {
  const rows = await ask.context.database
    .as(ask.caller)
    .query('select 1 from storage.buckets where id = $1', [ask.bucketId]);
  if (rows.length === 0) throw storageErrors.noSuchBucket();
}
