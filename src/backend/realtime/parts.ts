import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { Claims, Tokens } from '#base/server/tokens.ts';
import type { Cluster } from './cluster.ts';
import type { Frame } from './frames.ts';
import type { Clock, RealtimeLimits, Share, Shares } from './limits.ts';
import type { Memo, TopicRegistry } from './rooms.ts';
import type { RowChanges } from './row-changes.ts';
import type { TopicOf } from './topics.ts';

/** What every socket of the service shares. */
export type RealtimeParts = {
  database: Database;
  tokens: Tokens;
  log: Log;
  topics: TopicRegistry;
  cluster: Cluster;
  changes: RowChanges;
  topicOf: TopicOf;
  limits: RealtimeLimits;
  shares: Shares;
  clock: Clock;
  /** Marks a message as delivered, so that its notification is ignored. */
  markDelivered(messageId: string): void;
};

/** A rejected socket or channel join, in HTTP's terms. */
export type SocketRefusal = { status: number; code?: string | undefined; claims?: Claims | undefined };

export type NoteRefusal = (refusal: SocketRefusal) => void;

/** A socket as its channels see it. */
export type ChannelHost = {
  readonly service: RealtimeParts;
  /** The account of the requested host; null where it has none. */
  readonly scope: string | null;
  readonly share: Share;
  readonly apiKey: string;
  mayBroadcast(): boolean;
  send(frame: Frame, memo?: Memo): void;
  forget(topic: string, channel: object): void;
  reportSocketError: NoteRefusal;
};

export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
