import type { ObjectMetadata } from '../context.ts';
import { serviceCaller } from '../context.ts';
import { partsOf } from '../unfinished.ts';
import { findOwnUpload } from './multipart-calls.ts';
import { checkBucketThere, queryNumber, type S3Request, xml } from './s3-ask.ts';
import { s3Errors } from './s3-error.ts';
import { encode } from './signature.ts';

const AT_ONCE = 1000;
const TEXT_LENGTH = 1024;

type Row = { name: string; id: string | null; metadata: ObjectMetadata | null; updated_at: Date | null };

function text(incoming: S3Request, name: string): string {
  const value = incoming.query.get(name) ?? '';
  if (value.length > TEXT_LENGTH || value.includes('\0')) throw s3Errors.invalidArgument(`${name} is not valid.`);
  return value;
}

/** Whether names are URL-encoded in the response, as requested by the client. */
function namesOf(incoming: S3Request): { written: (name: string) => string; type: string | undefined } {
  const type = incoming.query.get('encoding-type') ?? undefined;
  if (type !== undefined && type !== 'url') throw s3Errors.invalidArgument('encoding-type must be url.');
  return { type, written: (name) => (type ? encode(name).replaceAll('%2F', '/') : name) };
}

/**
 * Both versions of listing: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html and the older
 * API_ListObjects.html.
 */
export async function listObjects(incoming: S3Request): Promise<Response> {
  await checkBucketThere(incoming);
  const isSecond = incoming.query.get('list-type') === '2';
  const prefix = text(incoming, 'prefix');
  const delimiter = text(incoming, 'delimiter');
  const limit = queryNumber(incoming, 'max-keys', AT_ONCE, 0, AT_ONCE);
  const { written, type } = namesOf(incoming);
  const continuation = isSecond ? incoming.query.get('continuation-token') : null;
  const token = isSecond ? (continuation === null ? '' : untoken(continuation)) : text(incoming, 'marker');
  const after = isSecond ? text(incoming, 'start-after') : '';
  const rows = await incoming.context.database.as(incoming.caller).query<Row>(
    `select name, id, metadata, updated_at
       from storage.list_objects_with_delimiter($1, $2, $3, $4, $5, $6, 'asc')`,
    [incoming.bucketId, prefix, delimiter, limit + 1, after, token],
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const isTruncated = limit > 0 && rows.length > limit;
  const shared = {
    Name: incoming.bucketId,
    Prefix: written(prefix),
    Delimiter: delimiter === '' ? undefined : written(delimiter),
    MaxKeys: limit,
    EncodingType: type,
    IsTruncated: isTruncated,
    Contents: page
      .filter((row) => row.id !== null)
      .map((row) => ({
        Key: written(row.name),
        LastModified: row.updated_at?.toISOString(),
        ETag: row.metadata?.eTag,
        Size: row.metadata?.size ?? 0,
        StorageClass: 'STANDARD',
      })),
    CommonPrefixes: page.filter((row) => row.id === null).map((row) => ({ Prefix: written(row.name) })),
  };
  if (isSecond) {
    return xml('ListBucketResult', {
      ...shared,
      KeyCount: page.length,
      StartAfter: after === '' ? undefined : written(after),
      ContinuationToken: continuation,
      NextContinuationToken: isTruncated && last ? Buffer.from(`l:${last.name}`).toString('base64') : undefined,
    });
  }
  return xml('ListBucketResult', {
    ...shared,
    Marker: written(token),
    NextMarker: isTruncated && last ? written(last.name) : undefined,
  });
}

function untoken(token: string): string {
  const name = Buffer.from(token, 'base64').toString('utf8');
  if (token.length > 4096 || !name.startsWith('l:') || name.includes('\0')) {
    throw s3Errors.invalidArgument('The continuation token provided is incorrect');
  }
  return name.slice(2);
}

/**
 * The holder of the operator's keys sees every unfinished upload, others their own.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html
 */
export async function listMultipartUploads(incoming: S3Request): Promise<Response> {
  await checkBucketThere(incoming);
  const prefix = text(incoming, 'prefix');
  const keyMarker = text(incoming, 'key-marker');
  const idMarker = text(incoming, 'upload-id-marker');
  const limit = queryNumber(incoming, 'max-uploads', AT_ONCE, 1, AT_ONCE);
  const { written, type } = namesOf(incoming);
  const isService = incoming.caller.role === 'service_role';
  const rows = await incoming.context.database.as(serviceCaller).query<{ id: string; key: string; created_at: Date }>(
    `select id, key, created_at from storage.s3_multipart_uploads
     where bucket_id = $1 and protocol = 's3' and starts_with(key, $2) and ($3 or owner_id = $4) and expires_at > now()
       and ($5 = '' or key > $5 or (key = $5 and $6 <> '' and id > $6))
     order by key, id limit $7`,
    [incoming.bucketId, prefix, isService, incoming.caller.claims.sub ?? null, keyMarker, idMarker, limit + 1],
  );
  const page = rows.slice(0, limit);
  const isTruncated = rows.length > limit;
  return xml('ListMultipartUploadsResult', {
    Bucket: incoming.bucketId,
    Prefix: written(prefix),
    KeyMarker: written(keyMarker),
    UploadIdMarker: idMarker,
    NextKeyMarker: isTruncated ? written(page.at(-1)?.key ?? '') : undefined,
    NextUploadIdMarker: isTruncated ? page.at(-1)?.id : undefined,
    MaxUploads: limit,
    EncodingType: type,
    IsTruncated: isTruncated,
    Upload: page.map((row) => ({
      Key: written(row.key),
      UploadId: row.id,
      Initiated: row.created_at.toISOString(),
      StorageClass: 'STANDARD',
    })),
  });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html */
export async function listParts(incoming: S3Request): Promise<Response> {
  const upload = await findOwnUpload(incoming);
  const after = queryNumber(incoming, 'part-number-marker', 0, 0, 10_000);
  const limit = queryNumber(incoming, 'max-parts', AT_ONCE, 1, AT_ONCE);
  const parts = await partsOf(incoming.context, upload.id, after, limit + 1);
  const page = parts.slice(0, limit);
  const isTruncated = parts.length > limit;
  return xml('ListPartsResult', {
    Bucket: incoming.bucketId,
    Key: incoming.name,
    UploadId: upload.id,
    PartNumberMarker: after,
    NextPartNumberMarker: isTruncated ? page.at(-1)?.part_number : undefined,
    MaxParts: limit,
    IsTruncated: isTruncated,
    StorageClass: 'STANDARD',
    Part: page.map((part) => ({
      PartNumber: part.part_number,
      LastModified: part.created_at.toISOString(),
      ETag: part.etag,
      Size: Number(part.size),
    })),
  });
}
