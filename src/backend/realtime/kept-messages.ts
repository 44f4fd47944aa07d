import type { Database } from '#base/server/database.ts';
import type { BroadcastPayload } from './frames.ts';
import { serviceCaller } from './service-caller.ts';

/** Three days: every message is deleted by then. */
export const MAX_PERSIST_SECONDS = 72 * 3600;

/**
 * Seconds a sender wants a broadcast stored: null where not at all, 'invalid' for a malformed value
 * (`InvalidPersistTtl`). `true` is the maximum, `{ ttl }` so many seconds.
 */
export function readPersist(value: unknown): number | null | 'invalid' {
  if (value === undefined || value === null || value === false) return null;
  if (value === true) return MAX_PERSIST_SECONDS;
  if (typeof value !== 'object') return 'invalid';
  const { ttl } = value as { ttl?: unknown };
  if (ttl === undefined) return MAX_PERSIST_SECONDS;
  return typeof ttl === 'number' && Number.isInteger(ttl) && ttl >= 1 && ttl <= MAX_PERSIST_SECONDS ? ttl : 'invalid';
}

/** Stores a broadcast to a private channel and returns its id; the caller has checked the right to persist. */
export async function storeMessage(
  database: Database,
  topic: string,
  { event, payload }: { event: string; payload: unknown },
  seconds: number,
): Promise<string> {
  const isBytes = Buffer.isBuffer(payload);
  const [row] = await database.as(serviceCaller).query<{ id: string }>(
    `with kept as (select gen_random_uuid() as id), written as (
       insert into realtime.messages (id, topic, extension, event, payload, binary_payload, private, expires_at)
       select id, $1, 'broadcast', $2, $3::jsonb, $4::bytea, true, now() + make_interval(secs => $5::int) from kept)
     select id from kept`,
    [topic, event, isBytes ? null : JSON.stringify(payload), isBytes ? payload : null, seconds],
  );
  return row?.id ?? '';
}

type StoredMessage = { id: string; event: string | null; payload: unknown; binary_payload: Buffer | null };

/**
 * The last messages of a private channel since `since` (milliseconds), oldest first: sent from SQL or stored.
 * https://supabase.com/docs/guides/realtime/broadcast#broadcast-replay
 */
export async function replayMessages(
  database: Database,
  topic: string,
  { since, limit }: { since: number; limit: number },
): Promise<BroadcastPayload[]> {
  const rows = await database.as(serviceCaller).query<StoredMessage>(
    `select id, event, payload, binary_payload from (
       select id, event, payload, binary_payload, inserted_at from realtime.messages
       where topic = $1 and private and extension = 'broadcast' and inserted_at >= to_timestamp($2::float8 / 1000)
         and (expires_at is null or expires_at > now())
       order by inserted_at desc limit $3) as last
     order by inserted_at, id`,
    [topic, since, limit],
  );
  return rows.map((row) => broadcastOf(row, { replayed: true }));
}

/** A row of `realtime.messages` as a broadcast. */
export function broadcastOf(row: StoredMessage, meta: Record<string, unknown> = {}): BroadcastPayload {
  return {
    type: 'broadcast',
    event: row.event ?? '',
    payload: row.binary_payload ?? row.payload,
    meta: { ...meta, id: row.id },
  };
}
