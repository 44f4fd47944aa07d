import { createHash } from 'node:crypto';
import { createClient } from '@redis/client';
import type { Log } from '#base/server/log.ts';
import type { Bus } from './bus.ts';

const MAX_RECONNECT_MS = 3_000;

/**
 * Redis as a bus, on a channel named after the installation. While Redis is down, messages are published on `fallback`
 * (PostgreSQL), which every process also listens to: while some processes have Redis and some don't, nobody misses a
 * message or gets it twice, because each goes by one of the two. Reconnects by itself.
 *
 * @param options.secret separates installations that share a Redis: the channel is named by its hash.
 */
export function createRedisBus(options: { url: string; secret: string; fallback: Bus; log: Log }): Bus {
  const { url, fallback, log } = options;
  const channel = `stoa:${createHash('sha256').update(options.secret).digest('hex').slice(0, 16)}`;
  const socket = { reconnectStrategy: (attempts: number) => Math.min(attempts * 100, MAX_RECONNECT_MS) };
  const publisher = createClient({ url, socket, RESP: 2, disableOfflineQueue: true });
  const subscriber = createClient({ url, socket, RESP: 2 });
  let isDown = false;
  for (const client of [publisher, subscriber]) {
    client.on('error', (error: Error) => {
      if (!isDown) log.warn({ error: error.message }, 'Redis is away; PostgreSQL carries messages between processes');
      isDown = true;
    });
    client.on('ready', () => {
      isDown = false;
    });
  }
  const connecting = Promise.allSettled([publisher.connect(), subscriber.connect()]);

  return {
    publish: (text) => {
      if (!publisher.isReady || !subscriber.isReady) return fallback.publish(text);
      publisher.publish(channel, text).catch(() => fallback.publish(text));
    },
    subscribe: (listener) => {
      fallback.subscribe(listener);
      // The client resubscribes after every reconnection.
      void subscriber.subscribe(channel, listener).catch((error: Error) => {
        log.error({ error: error.message }, 'Redis refuses to be listened to');
      });
    },
    close: async () => {
      await fallback.close();
      if (publisher.isReady) await publisher.close().catch(() => {});
      publisher.destroy();
      subscriber.destroy();
      await connecting;
    },
  };
}
