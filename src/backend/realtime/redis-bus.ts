import { createHash } from 'node:crypto';
import { createClient } from '@redis/client';
import type { Log } from '#base/server/log.ts';
import type { Bus } from './bus.ts';

const LONGEST_PAUSE_MS = 3_000;

/**
 * Redis as a bus, on one channel of an installation's own. Where Redis is away what is published goes by `other`
 * (PostgreSQL), which every process hears as well: while some hear Redis and some don't yet, nobody misses a message and
 * nobody is told twice, because each goes by one of the two. Connects by itself, again and again.
 *
 * @param options.secret what installations that share a Redis don't share; their channels are named by its hash.
 */
export function createRedisBus(options: { url: string; secret: string; other: Bus; log: Log }): Bus {
  const { url, other, log } = options;
  const channel = `stoa:${createHash('sha256').update(options.secret).digest('hex').slice(0, 16)}`;
  const socket = { reconnectStrategy: (tries: number) => Math.min(tries * 100, LONGEST_PAUSE_MS) };
  const speaker = createClient({ url, socket, RESP: 2, disableOfflineQueue: true });
  const hearer = createClient({ url, socket, RESP: 2 });
  let isAway = false;
  for (const client of [speaker, hearer]) {
    client.on('error', (error: Error) => {
      if (!isAway) log.warn({ error: error.message }, 'Redis is away; PostgreSQL carries messages between processes');
      isAway = true;
    });
    client.on('ready', () => {
      isAway = false;
    });
  }
  const begun = Promise.allSettled([speaker.connect(), hearer.connect()]);

  return {
    publish: (text) => {
      if (!speaker.isReady || !hearer.isReady) return other.publish(text);
      speaker.publish(channel, text).catch(() => other.publish(text));
    },
    hear: (listener) => {
      other.hear(listener);
      // Kept by the client over every reconnection.
      void hearer.subscribe(channel, listener).catch((error: Error) => {
        log.error({ error: error.message }, 'Redis refuses to be listened to');
      });
    },
    close: async () => {
      await other.close();
      if (speaker.isReady) await speaker.close().catch(() => {});
      speaker.destroy();
      hearer.destroy();
      await begun;
    },
  };
}
