/**
 * Limits of one client, and of all clients of one account together. An account is the scope a socket belongs to; without
 * scopes, all sockets share one.
 * Follows https://supabase.com/docs/guides/realtime/limits, where a "tenant" is our account.
 */
export type RealtimeLimits = {
  /** The payload of one broadcast, by socket or over HTTP. */
  messageBytes: number;
  /** Channels of one socket. */
  channels: number;
  /** Broadcasts of one socket. */
  messagesPerSecond: number;
  joinsPerSecond: number;
  /** Presence calls of one channel within a window. */
  presenceCalls: number;
  presenceWindowMs: number;
  /** The presence payload of one client. */
  presenceBytes: number;
  changesPerChannel: number;
  /** A client that leaves more than this unread is disconnected. */
  unreadBytes: number;
  /** Messages of one socket that may queue behind an earlier one. */
  waiting: number;
  /** A socket silent for so long is dead; the client's heartbeat comes every 25 s. */
  silenceMs: number;
  /** Minimum time between two tokens of one channel; the newest is held back until then. */
  tokenRefreshMs: number;
  accountSockets: number;
  accountJoinsPerSecond: number;
  accountMessagesPerSecond: number;
  accountPresencePerSecond: number;
  /** Sockets of this process, whoever they belong to. */
  sockets: number;
};

export const defaultLimits: RealtimeLimits = {
  messageBytes: 256 * 1024,
  channels: 100,
  messagesPerSecond: 100,
  joinsPerSecond: 100,
  presenceCalls: 50,
  presenceWindowMs: 30_000,
  presenceBytes: 16 * 1024,
  changesPerChannel: 100,
  unreadBytes: 4 * 1024 * 1024,
  waiting: 500,
  silenceMs: 70_000,
  tokenRefreshMs: 500,
  accountSockets: 10_000,
  accountJoinsPerSecond: 2_500,
  accountMessagesPerSecond: 2_500,
  accountPresencePerSecond: 1_000,
  sockets: 20_000,
};

/** Allowance beside the payload: names, references, a token of some kilobytes. */
export const FRAME_OVERHEAD_BYTES = 64 * 1024;

/** Monotonic milliseconds; tests can freeze it. */
export type Clock = () => number;

/** A token bucket: `perSecond` on average, bursts of twice that. */
export class Meter {
  readonly #perSecond: number;
  readonly #clock: Clock;
  #left: number;
  #filledAt: number;

  constructor(perSecond: number, clock: Clock) {
    this.#perSecond = perSecond;
    this.#clock = clock;
    this.#left = perSecond * 2;
    this.#filledAt = clock();
  }

  /** Takes `count` tokens; false, and takes none, where fewer are left. */
  take(count = 1): boolean {
    const now = this.#clock();
    this.#left = Math.min(this.#perSecond * 2, this.#left + ((now - this.#filledAt) * this.#perSecond) / 1000);
    this.#filledAt = now;
    if (this.#left < count) return false;
    this.#left -= count;
    return true;
  }
}

/** Limits all sockets of one account share. */
export type Share = { admitted: number; joins: Meter; messages: Meter; presence: Meter };

export type Shares = {
  of(scope: string | null): Share;
  /** Releases one admitted socket of an account. */
  release(scope: string | null): void;
};

/** Accounts remembered without a socket, for HTTP broadcasts. */
const MAX_SHARES = 10_000;

export function createShares(limits: RealtimeLimits, clock: Clock): Shares {
  const shares = new Map<string | null, Share>();
  return {
    of: (scope) => {
      let share = shares.get(scope);
      if (!share) {
        if (shares.size >= MAX_SHARES) {
          for (const [key, { admitted }] of shares) if (admitted === 0) shares.delete(key);
        }
        share = {
          admitted: 0,
          joins: new Meter(limits.accountJoinsPerSecond, clock),
          messages: new Meter(limits.accountMessagesPerSecond, clock),
          presence: new Meter(limits.accountPresencePerSecond, clock),
        };
        shares.set(scope, share);
      }
      return share;
    },
    release: (scope) => {
      const share = shares.get(scope);
      if (share) share.admitted = Math.max(0, share.admitted - 1);
    },
  };
}
