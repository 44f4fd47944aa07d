import * as service from '../buckets.ts';
import { storageErrors } from '../storage-error.ts';
import { bodyBytes, type S3Request, xml } from './s3-ask.ts';
import { s3Errors } from './s3-error.ts';

const LISTED = 10_000;
const CONFIGURATION_BYTES = 64 * 1024;

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html */
export async function listBuckets(incoming: S3Request): Promise<Response> {
  const rows = await incoming.context.database
    .as(incoming.caller)
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
export async function createBucket(incoming: S3Request): Promise<Response> {
  let size = 0;
  for await (const chunk of bodyBytes(incoming)) {
    size += chunk.byteLength;
    if (size > CONFIGURATION_BYTES) throw s3Errors.malformedXml();
  }
  const acl = incoming.request.headers.get('x-amz-acl');
  await service.createBucket(incoming.context, incoming.caller, {
    id: incoming.bucketId,
    public: acl === 'public-read',
  });
  return new Response(null, { headers: { location: `/${incoming.bucketId}` } });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html */
export async function headBucket(incoming: S3Request): Promise<Response> {
  await checkVisible(incoming);
  return new Response(null, { headers: { 'x-amz-bucket-region': incoming.region } });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucket.html */
export async function deleteBucket(incoming: S3Request): Promise<Response> {
  await service.deleteBucket(incoming.context, incoming.caller, incoming.bucketId);
  return new Response(null, { status: 204 });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketLocation.html */
export async function bucketLocation(incoming: S3Request): Promise<Response> {
  await checkVisible(incoming);
  return xml('LocationConstraint', { LocationConstraint: incoming.region });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketVersioning.html */
export async function bucketVersioning(incoming: S3Request): Promise<Response> {
  await checkVisible(incoming);
  return xml('VersioningConfiguration', { Status: 'Suspended', MfaDelete: 'Disabled' });
}

async function checkVisible(incoming: S3Request): Promise<void> {
  const rows = await incoming.context.database
    .as(incoming.caller)
    .query('select 1 from storage.buckets where id = $1', [incoming.bucketId]);
  if (rows.length === 0) throw storageErrors.noSuchBucket();
}
