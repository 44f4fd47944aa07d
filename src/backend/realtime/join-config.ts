import { randomUUID } from 'node:crypto';
import { asObject } from './parts.ts';

/** `config` of a join, https://supabase.com/docs/guides/realtime/protocol. */
export type JoinConfig = {
  isPrivate: boolean;
  broadcastAck: boolean;
  broadcastSelf: boolean;
  /** Kept messages to be sent after the join; null: none asked for, 'invalid': asked for wrongly. */
  replay: { since: number; limit: number } | 'invalid' | null;
  /** Whether the client wants to be told once messages sent from SQL are heard. */
  wantsReplicationReady: boolean;
  presenceKey: string;
  presenceEnabled: boolean;
  changes: unknown;
  /** How long the reply may wait for the row changes to be there; null: it does not wait. */
  changesWaitMs: number | null;
};

const KEY_LENGTH = 255;
const REPLAYED = 10;
const REPLAYED_AT_MOST = 25;
const WAIT_MS = 15_000;
const WAIT_AT_MOST_MS = 20_000;
/** The last moment PostgreSQL can tell, as milliseconds. */
const LAST_MOMENT = 8_640_000_000_000_000;

/** Reads what a client sent as `config`: what is of the wrong type counts as not said, as on hosted backends. */
export function readConfig(sent: unknown): JoinConfig {
  const config = asObject(sent);
  const broadcast = asObject(config.broadcast);
  const presence = asObject(config.presence);
  const options = asObject(config.postgres_changes_options);
  const key = typeof presence.key === 'string' ? presence.key.slice(0, KEY_LENGTH) : '';
  return {
    isPrivate: isTrue(config.private),
    broadcastAck: isTrue(broadcast.ack),
    broadcastSelf: isTrue(broadcast.self),
    replay: readReplay(broadcast.replay),
    wantsReplicationReady: isTrue(broadcast.replication_ready),
    presenceKey: key === '' ? randomUUID() : key,
    presenceEnabled: presence.enabled === undefined || isTrue(presence.enabled),
    changes: config.postgres_changes,
    changesWaitMs: isTrue(options.wait) ? Math.min(positive(options.timeout) ?? WAIT_MS, WAIT_AT_MOST_MS) : null,
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
  const { since = 0, limit = REPLAYED } = asObject(value);
  if (!Number.isInteger(since) || !Number.isInteger(limit) || Math.abs(Number(since)) > LAST_MOMENT) return 'invalid';
  return { since: Number(since), limit: Math.min(Math.max(Number(limit), 1), REPLAYED_AT_MOST) };
}
