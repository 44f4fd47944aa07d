import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '#base/server/log.ts';
import { listener, openScene, type Scene, WAIT } from '#tests/db/realtime-wire.ts';
import { type RedisStandIn, startRedis } from '#tests/redis-stand-in.ts';
import type { Bus } from './bus.ts';
import { createRedisBus } from './redis-bus.ts';

let redis: RedisStandIn;
let first: Scene;
let second: Scene;

beforeAll(async () => {
  redis = await startRedis();
  // Uses the operator's own server where one is configured.
  const url = process.env.TEST_REDIS_URL ?? redis.url;
  const options = { times: { beatMs: 100, patienceMs: 2_000 }, redis: { url, secret: `of this test ${process.pid}` } };
  first = await openScene({}, options);
  second = await openScene({}, options, first);
});
afterAll(async () => {
  await second.close();
  await first.close();
  await redis.stop();
});

const both = async (topic: string) =>
  Promise.all([listener(await first.connect(), topic), listener(await second.connect(), topic)]);

it('carries broadcasts between processes, long ones too, each once', async () => {
  const [sender, receiver] = await both('shared');
  for (const payload of [{ n: 1 }, { text: 'ü'.repeat(20_000) }])
    await sender.channel.send({ type: 'broadcast', event: 'e', payload });
  await receiver.channel.send({ type: 'broadcast', event: 'back', payload: {} });
  await expect
    .poll(() => receiver.heard.map((message) => message.payload), WAIT)
    .toEqual([{ n: 1 }, { text: 'ü'.repeat(20_000) }]);
  await expect.poll(() => sender.heard.map((message) => message.event), WAIT).toEqual(['back']);
  if (!process.env.TEST_REDIS_URL) expect(redis.published).toBeGreaterThan(2);
});

it('still receives what SQL sends, which goes by PostgreSQL', async () => {
  const [sender, receiver] = await both('news');
  await first.realtime.broadcast('news', 'sql', {}, false);
  for (const { heard: received } of [sender, receiver])
    await expect.poll(() => received.map((message) => message.event), WAIT).toEqual(['sql']);
});

it('goes by PostgreSQL while Redis is away, and by Redis again when it is back', async () => {
  const [sender, receiver] = await both('storm');
  await redis.stop();
  const before = redis.published;
  await expect
    .poll(async () => {
      await sender.channel.send({ type: 'broadcast', event: 'away', payload: {} });
      return receiver.heard.length;
    }, WAIT)
    .toBeGreaterThan(0);
  expect(redis.published).toBe(before);
  await redis.start();
  await expect
    .poll(async () => {
      await sender.channel.send({ type: 'broadcast', event: 'back', payload: {} });
      return redis.published;
    }, WAIT)
    .toBeGreaterThan(before);
});

it('parts installations that share a Redis', async () => {
  const received: string[] = [];
  const fallback: Bus = { publish: () => {}, subscribe: () => {}, close: async () => {} };
  const buses = ['first', 'second'].map((secret) => {
    const bus = createRedisBus({ url: redis.url, secret, fallback, log: silentLog });
    bus.subscribe((text) => received.push(`${secret}: ${text}`));
    return bus;
  });
  await expect
    .poll(() => {
      buses[0]?.publish('hello');
      return received.length;
    }, WAIT)
    .toBeGreaterThan(0);
  expect(new Set(received)).toEqual(new Set(['first: hello']));
  for (const bus of buses) await bus.close();
});
