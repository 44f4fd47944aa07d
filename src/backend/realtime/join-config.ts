import { randomUUID } from 'node:crypto';
import { asObject } from './parts.ts';

/** `config` of a join, https://supabase.com/docs/guides/realtime/protocol. */
export type JoinConfig = {
  isPrivate: boolean;
  broadcastAck: boolean;
  broadcastSelf: boolean;
  /** Stored messages to replay after the join; null: none requested, 'invalid': malformed request. */
  replay: { since: number; limit: number } | 'invalid' | null;
  /** Whether the client wants a message once messages sent from SQL are received. */
  wantsReplicationReady: boolean;
  presenceKey: string;
  presenceEnabled: boolean;
  changes: unknown;
  /** Milliseconds the reply may wait for the row change subscription; null: it does not wait. */
  changesWaitMs: number | null;
};

const MAX_KEY_LENGTH = 255;
const DEFAULT_REPLAY_LIMIT = 10;
const MAX_REPLAY_LIMIT = 25;
const WAIT_MS = 15_000;
const MAX_WAIT_MS = 20_000;
/** PostgreSQL's last timestamp, in milliseconds. */
const MAX_TIMESTAMP_MS = 8_640_000_000_000_000;

/** Reads the `config` a client sent: values of the wrong type are ignored, as on hosted backends. */
export function readConfig(value: unknown): JoinConfig {
  const config = asObject(value);
  const broadcast = asObject(config.broadcast);
  const presence = asObject(config.presence);
  const options = asObject(config.postgres_changes_options);
  const key = typeof presence.key === 'string' ? presence.key.slice(0, MAX_KEY_LENGTH) : '';
  return {
    isPrivate: isTrue(config.private),
    broadcastAck: isTrue(broadcast.ack),
    broadcastSelf: isTrue(broadcast.self),
    replay: readReplay(broadcast.replay),
    wantsReplicationReady: isTrue(broadcast.replication_ready),
    presenceKey: key === '' ? randomUUID() : key,
    presenceEnabled: presence.enabled === undefined || isTrue(presence.enabled),
    changes: config.postgres_changes,
    changesWaitMs: isTrue(options.wait) ? Math.min(positive(options.timeout) ?? WAIT_MS, MAX_WAIT_MS) : null,
  };
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

function positive(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
}

function readReplay(value: unknown): JoinConfig['replay'] {
  if (value === undefined || value === null) return null;
  const { since = 0, limit = DEFAULT_REPLAY_LIMIT } = asObject(value);
  if (!Number.isInteger(since) || !Number.isInteger(limit) || Math.abs(Number(since)) > MAX_TIMESTAMP_MS)
    return 'invalid';
  return { since: Number(since), limit: Math.min(Math.max(Number(limit), 1), MAX_REPLAY_LIMIT) };
}
