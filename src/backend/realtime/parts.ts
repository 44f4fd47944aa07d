import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { Tokens } from '#base/server/tokens.ts';
import type { Bus } from './bus.ts';
import type { Frame } from './frames.ts';
import type { RealtimeLimits } from './limits.ts';
import type { Rooms } from './rooms.ts';
import type { RowChanges } from './row-changes.ts';
import type { TopicOf } from './topics.ts';

/** What every socket of the service shares. */
export type RealtimeParts = {
  database: Database;
  tokens: Tokens;
  log: Log;
  rooms: Rooms;
  bus: Bus;
  changes: RowChanges;
  topicOf: TopicOf;
  limits: RealtimeLimits;
};

/** A socket as its channels see it. */
export type ChannelHost = {
  readonly service: RealtimeParts;
  /** The account of the host that was asked; null where it has none. */
  readonly scope: string | null;
  readonly apiKey: string;
  mayBroadcast(): boolean;
  mayShowPresence(): boolean;
  send(frame: Frame, memo?: Map<string, string | Buffer | null>): void;
  forget(topic: string, channel: object): void;
};

export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
