import { createHash, randomUUID } from 'node:crypto';
import type { Caller, Sql } from '#base/server/database.ts';
import { checkText } from '#base/server/file-type-check.ts';
import { type Limits, type ObjectMetadata, type StorageContext, serviceCaller } from './context.ts';
import { SNIFFED_BYTES } from './media-types.ts';
import type { WriteMode } from './object-rows.ts';
import { type ReceivedFile, receive, storeUpload } from './receive.ts';
import { storageErrors } from './storage-error.ts';
import { rethrow, type StoredType, typeToStore } from './stored-type.ts';
import type { StoredPart } from './stores/store.ts';

/**
 * Uploads in parts, by TUS or by the S3 protocol. A part is a version of its own as soon as its row exists, so a
 * process may die between any two of them.
 */
export type UnfinishedUpload = {
  id: string;
  bucket_id: string;
  key: string;
  owner_id: string | null;
  in_progress_size: string | number;
  upload_length: string | number | null;
  is_upsert: boolean;
  metadata: { mimetype?: string; cacheControl?: string; contentEncoding?: string; expires?: string } | null;
  user_metadata: Record<string, unknown> | null;
  tus_metadata: Record<string, string | null> | null;
  created_at: Date;
  completed_at: Date | null;
  expires_at: Date;
};

export type Part = { version: string; size: string | number; part_number: number; etag: string; created_at: Date };

export type Protocol = 's3' | 'tus';

const COLUMNS = `id, bucket_id, key, owner_id, in_progress_size, upload_length, is_upsert, metadata, user_metadata,
  tus_metadata, created_at, completed_at, expires_at`;

/** An abandoned upload is deleted after a day, as on the hosted service. */
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60 * 1000;

function sqlOf(context: StorageContext): Sql {
  return context.database.as(serviceCaller);
}

export async function beginUpload(
  context: StorageContext,
  upload: Pick<
    UnfinishedUpload,
    'id' | 'bucket_id' | 'key' | 'owner_id' | 'is_upsert' | 'metadata' | 'user_metadata'
  > & {
    protocol: Protocol;
    upload_length: number | null;
    tus_metadata: UnfinishedUpload['tus_metadata'];
  },
): Promise<void> {
  await forgetExpired(context);
  await sqlOf(context).query(
    `insert into storage.s3_multipart_uploads (id, bucket_id, key, version, owner_id, user_metadata, metadata, protocol,
       upload_length, is_upsert, tus_metadata, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() + make_interval(secs => $12))`,
    [
      upload.id,
      upload.bucket_id,
      upload.key,
      randomUUID(),
      upload.owner_id,
      upload.user_metadata && JSON.stringify(upload.user_metadata),
      upload.metadata && JSON.stringify(upload.metadata),
      upload.protocol,
      upload.upload_length,
      upload.is_upsert,
      upload.tus_metadata && JSON.stringify(upload.tus_metadata),
      UPLOAD_LIFETIME_MS / 1000,
    ],
  );
}

export async function findUpload(
  context: StorageContext,
  id: string,
  protocol: Protocol,
): Promise<UnfinishedUpload | null> {
  const [row] = await sqlOf(context).query<UnfinishedUpload>(
    `select ${COLUMNS} from storage.s3_multipart_uploads where id = $1 and protocol = $2`,
    [id, protocol],
  );
  return row ?? null;
}

/** Sets the length of an upload whose length was not known at its creation. */
export async function declareLength(context: StorageContext, id: string, length: number): Promise<void> {
  await sqlOf(context).query('update storage.s3_multipart_uploads set upload_length = $2 where id = $1', [id, length]);
}

/** Parts in order of their numbers, starting after `after`. */
export function partsOf(context: StorageContext, id: string, after = 0, limit = 1_000_000): Promise<Part[]> {
  return sqlOf(context).query<Part>(
    `select version, size, part_number, etag, created_at from storage.s3_multipart_uploads_parts
     where upload_id = $1 and part_number > $2 order by part_number limit $3`,
    [id, after, limit],
  );
}

/**
 * Writes a part's row once its bytes are stored. `offset` (TUS) requires the upload to have exactly that length before;
 * `number` (S3) replaces an existing part of that number.
 * @returns false if the upload is gone or has another length.
 */
export function addPart(
  context: StorageContext,
  upload: UnfinishedUpload,
  part: { version: string; size: number; etag: string } & ({ offset: number } | { number: number }),
): Promise<boolean> {
  return sqlOf(context).transaction(async (sql) => {
    const offset = 'offset' in part ? part.offset : null;
    const [row] = await sql.query<{ id: string }>(
      `update storage.s3_multipart_uploads set in_progress_size = in_progress_size + $2
       where id = $1 and completed_at is null and ($3::bigint is null or in_progress_size = $3) returning id`,
      [upload.id, part.size, offset],
    );
    if (!row) return false;
    if ('number' in part) {
      const [replaced] = await sql.query<{ size: string }>(
        'delete from storage.s3_multipart_uploads_parts where upload_id = $1 and part_number = $2 returning size',
        [upload.id, part.number],
      );
      if (replaced) {
        await sql.query(
          'update storage.s3_multipart_uploads set in_progress_size = in_progress_size - $2 where id = $1',
          [upload.id, replaced.size],
        );
      }
    }
    await sql.query(
      `insert into storage.s3_multipart_uploads_parts (upload_id, size, part_number, bucket_id, key, etag, owner_id, version)
       select $1, $2, coalesce($3::integer, (select coalesce(max(part_number), 0) + 1
         from storage.s3_multipart_uploads_parts where upload_id = $1)), $4, $5, $6, $7, $8`,
      [
        upload.id,
        part.size,
        'number' in part ? part.number : null,
        upload.bucket_id,
        upload.key,
        part.etag,
        upload.owner_id,
        part.version,
      ],
    );
    return true;
  });
}

/** Removes the last part, so that the client sends it again. */
export async function dropLastPart(context: StorageContext, id: string): Promise<void> {
  await sqlOf(context).query(
    `with last as (
       delete from storage.s3_multipart_uploads_parts where upload_id = $1 and part_number = (
         select max(part_number) from storage.s3_multipart_uploads_parts where upload_id = $1) returning size)
     update storage.s3_multipart_uploads set in_progress_size = in_progress_size - last.size from last where id = $1`,
    [id],
  );
  context.clearDiscarded();
}

/** Deletes an upload; the bytes of its parts are discarded with their rows. */
export async function abortUpload(context: StorageContext, id: string): Promise<boolean> {
  const rows = await sqlOf(context).query('delete from storage.s3_multipart_uploads where id = $1 returning id', [id]);
  context.clearDiscarded();
  return rows.length > 0;
}

async function forgetExpired(context: StorageContext): Promise<void> {
  const rows = await sqlOf(context).query(
    `delete from storage.s3_multipart_uploads where id in (
       select id from storage.s3_multipart_uploads where expires_at < now() limit 100) returning id`,
  );
  if (rows.length > 0) context.clearDiscarded();
}

/** Marks an upload as complete: its state can still be requested, and its parts are discarded. */
export async function markComplete(context: StorageContext, id: string): Promise<void> {
  await sqlOf(context).transaction(async (sql) => {
    await sql.query('update storage.s3_multipart_uploads set completed_at = now() where id = $1', [id]);
    await sql.query('delete from storage.s3_multipart_uploads_parts where upload_id = $1', [id]);
  });
  context.clearDiscarded();
}

/**
 * Joins the parts into one object with the caller's rights.
 * @throws {StorageError} the errors of an upload of the whole file.
 */
export async function joinUpload(
  context: StorageContext,
  upload: UnfinishedUpload,
  parts: readonly Part[],
  limits: Limits,
  target: { caller: Caller; mode: WriteMode; ownerId?: string | null },
): Promise<{ id: string; key: string; metadata: ObjectMetadata }> {
  const pieces: StoredPart[] = parts.map(({ version, size }) => ({ version, size: Number(size) }));
  const size = pieces.reduce((sum, piece) => sum + piece.size, 0);
  if (size > limits.bytes) throw storageErrors.tooLarge();
  const declared = upload.metadata?.mimetype ?? 'application/octet-stream';
  const version = randomUUID();
  const head = limits.types || limits.isStrict ? await headOf(context, pieces) : Buffer.alloc(0);
  const stored = await typeToStore(upload.key, declared, limits, head);
  const received = stored.cleaner
    ? await receive(context, version, { name: upload.key, declared, bytes: bytesOf(context, pieces) }, limits)
    : await joined(context, version, parts, pieces, stored);
  return storeUpload(
    context,
    { bucketId: upload.bucket_id, name: upload.key, ...target },
    {
      version,
      received,
      cacheControl: upload.metadata?.cacheControl,
      contentEncoding: upload.metadata?.contentEncoding,
      expires: upload.metadata?.expires,
      userMetadata: upload.user_metadata,
    },
  );
}

/** Joins the parts into one file without changes and scans it. */
async function joined(
  context: StorageContext,
  version: string,
  parts: readonly Part[],
  pieces: readonly StoredPart[],
  { mimetype, isText }: StoredType,
): Promise<ReceivedFile> {
  const bytes = () => bytesOf(context, pieces);
  try {
    if (isText) for await (const _ of checkText(bytes()));
    await context.scan?.(bytes());
  } catch (error) {
    rethrow(error);
  }
  if (!(await context.store.join(pieces, version))) throw storageErrors.noSuchUpload();
  return {
    size: pieces.reduce((sum, piece) => sum + piece.size, 0),
    etag: etagOf(parts),
    commit: async () => {},
    discard: () => context.store.remove(version),
    bytes,
    mimetype,
    isCleaned: false,
  };
}

async function* bytesOf(context: StorageContext, pieces: readonly StoredPart[]): AsyncGenerator<Uint8Array> {
  for (const { version } of pieces) {
    const stream = await context.store.read(version, null);
    if (!stream) throw storageErrors.noSuchUpload();
    yield* stream;
  }
}

/** The MD5 of the parts' MD5s and their number, like S3's multipart ETag. */
function etagOf(parts: readonly Part[]): string {
  const hash = createHash('md5');
  for (const part of parts) hash.update(Buffer.from(part.etag.replaceAll('"', ''), 'hex'));
  return `"${hash.digest('hex')}-${parts.length}"`;
}

async function headOf(context: StorageContext, pieces: readonly StoredPart[]): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for (const piece of pieces) {
    if (head.length >= SNIFFED_BYTES) break;
    if (piece.size === 0) continue;
    const end = Math.min(piece.size, SNIFFED_BYTES - head.length) - 1;
    const stream = await context.store.read(piece.version, { start: 0, end });
    if (!stream) throw storageErrors.noSuchUpload();
    for await (const chunk of stream) head = Buffer.concat([head, chunk]);
  }
  return head;
}
