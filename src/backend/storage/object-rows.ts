import type { Sql } from '#base/server/database.ts';
import type { ObjectMetadata } from './context.ts';
import { storageErrors } from './storage-error.ts';

/** `create` rejects an existing name, `upsert` replaces it, `replace` requires it. */
export type WriteMode = 'create' | 'upsert' | 'replace';

export type NewObject = {
  id: string;
  bucketId: string;
  name: string;
  owner: string | null;
  ownerId: string | null;
  version: string;
  metadata: Partial<ObjectMetadata>;
  userMetadata: Record<string, unknown> | null;
};

const INSERT = `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

/**
 * Writes an object's row as the caller of `sql`, so that row-level security decides, and returns the row's
 * id. A plain insert reads nothing back: a caller who may insert but not select can still upload.
 */
export async function writeObjectRow(sql: Sql, row: NewObject, mode: WriteMode): Promise<string> {
  const values = [
    row.id,
    row.bucketId,
    row.name,
    row.owner,
    row.ownerId,
    row.version,
    JSON.stringify(row.metadata),
    row.userMetadata === null ? null : JSON.stringify(row.userMetadata),
  ];
  if (mode === 'create') {
    await sql.query(INSERT, values);
    return row.id;
  }
  if (mode === 'upsert') {
    const rows = await sql.query<{ id: string }>(
      `${INSERT} on conflict (bucket_id, name collate "C") do update set
         owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
         metadata = excluded.metadata, user_metadata = excluded.user_metadata, updated_at = now()
       returning id`,
      values,
    );
    return rows[0]?.id ?? row.id;
  }
  const rows = await sql.query<{ id: string }>(
    `update storage.objects set owner = $3, owner_id = $4, version = $5, metadata = $6,
       user_metadata = coalesce($7, user_metadata), updated_at = now()
     where bucket_id = $1 and name = $2 returning id`,
    [row.bucketId, row.name, row.owner, row.ownerId, row.version, values[6], values[7]],
  );
  if (rows[0]) return rows[0].id;
  const visible = await sql.query('select 1 from storage.objects where bucket_id = $1 and name = $2', [
    row.bucketId,
    row.name,
  ]);
  throw visible.length > 0
    ? storageErrors.accessDenied('new row violates row-level security policy')
    : storageErrors.noSuchKey();
}

class RolledBack extends Error {}

/** Runs `work` and rolls it back: tests whether the caller has the right. */
export async function dryRun(sql: Sql, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  try {
    await sql.transaction(async (inner) => {
      await work(inner);
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}
