/** What one client may take of the service. All of it is per socket. */
export type RealtimeLimits = {
  messageBytes: number;
  channels: number;
  messagesPerSecond: number;
  joinsPerSecond: number;
  presencePerSecond: number;
  presenceBytes: number;
  changesPerChannel: number;
  /** A reader who leaves more than this unread is cut off. */
  unreadBytes: number;
  /** Messages that may wait for an earlier one of the same socket. */
  waiting: number;
  /** Without a sign of life for so long a socket is dead; the client's heartbeat comes every 25 s. */
  silenceMs: number;
};

export const defaultLimits: RealtimeLimits = {
  messageBytes: 256 * 1024,
  channels: 100,
  messagesPerSecond: 100,
  joinsPerSecond: 100,
  presencePerSecond: 20,
  presenceBytes: 16 * 1024,
  changesPerChannel: 100,
  unreadBytes: 4 * 1024 * 1024,
  waiting: 500,
  silenceMs: 70_000,
};

/** Lets `perSecond` through, and twice as many at once after a rest. */
export function createMeter(perSecond: number): () => boolean {
  let left = perSecond * 2;
  let filledAt = Date.now();
  return () => {
    const now = Date.now();
    left = Math.min(perSecond * 2, left + ((now - filledAt) * perSecond) / 1000);
    filledAt = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
