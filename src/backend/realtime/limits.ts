/**
 * What one client, and all clients of one account together, may take of the service. An account is the scope a socket
 * belongs to; where there are no scopes, all sockets are of one.
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
  /** What one person shows of themselves. */
  presenceBytes: number;
  changesPerChannel: number;
  /** A reader who leaves more than this unread is cut off. */
  unreadBytes: number;
  /** Messages that may wait for an earlier one of the same socket. */
  waiting: number;
  /** Without a sign of life for so long a socket is dead; the client's heartbeat comes every 25 s. */
  silenceMs: number;
  /** Between two tokens of one channel; the newest is kept until then. */
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

/** What stands around a payload: names, references, a token of some kilobytes. */
export const FRAME_OVERHEAD_BYTES = 64 * 1024;

/** Milliseconds that only grow; tests stand still in it. */
export type Clock = () => number;

/** Lets `perSecond` through, and twice as many at once after a rest. */
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

  /** Whether `count` more may pass; what may not is not counted. */
  take(count = 1): boolean {
    const now = this.#clock();
    this.#left = Math.min(this.#perSecond * 2, this.#left + ((now - this.#filledAt) * this.#perSecond) / 1000);
    this.#filledAt = now;
    if (this.#left < count) return false;
    this.#left -= count;
    return true;
  }
}

/** What all sockets of one account share. */
export type Share = { admitted: number; joins: Meter; messages: Meter; presence: Meter };

export type Shares = {
  of(scope: string | null): Share;
  /** Forgets an account nobody is connected to. */
  release(scope: string | null): void;
};

/** Accounts remembered without a socket, for what comes over HTTP. */
const SHARES_KEPT = 10_000;

export function createShares(limits: RealtimeLimits, clock: Clock): Shares {
  const shares = new Map<string | null, Share>();
  return {
    of: (scope) => {
      let share = shares.get(scope);
      if (!share) {
        if (shares.size >= SHARES_KEPT) {
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
