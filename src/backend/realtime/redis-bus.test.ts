import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '#base/server/log.ts';
import { listener, openScene, type Scene, WAIT } from '#tests/db/realtime-wire.ts';
import { type RedisStandIn, startRedis } from '#tests/redis-stand-in.ts';
import type { Bus } from './bus.ts';
import { createRedisBus } from './redis-bus.ts';

let redis: RedisStandIn;
let one: Scene;
let two: Scene;

beforeAll(async () => {
  redis = await startRedis();
  // A server of the operator's own, where there is one to test against.
  const url = process.env.TEST_REDIS_URL ?? redis.url;
  const options = { times: { beatMs: 100, patienceMs: 2_000 }, redis: { url, secret: `of this test ${process.pid}` } };
  one = await openScene({}, options);
  two = await openScene({}, options, one);
});
afterAll(async () => {
  await two.close();
  await one.close();
  await redis.stop();
});

const both = async (topic: string) =>
  Promise.all([listener(await one.connect(), topic), listener(await two.connect(), topic)]);

it('carries broadcasts between processes, long ones too, each once', async () => {
  const [here, there] = await both('shared');
  for (const payload of [{ n: 1 }, { text: 'ü'.repeat(20_000) }])
    await here.channel.send({ type: 'broadcast', event: 'e', payload });
  await there.channel.send({ type: 'broadcast', event: 'back', payload: {} });
  await expect
    .poll(() => there.heard.map((message) => message.payload), WAIT)
    .toEqual([{ n: 1 }, { text: 'ü'.repeat(20_000) }]);
  await expect.poll(() => here.heard.map((message) => message.event), WAIT).toEqual(['back']);
  if (!process.env.TEST_REDIS_URL) expect(redis.published).toBeGreaterThan(2);
});

it('still hears what SQL sends, which goes by PostgreSQL', async () => {
  const [here, there] = await both('news');
  await one.realtime.broadcast('news', 'sql', {}, false);
  for (const { heard } of [here, there])
    await expect.poll(() => heard.map((message) => message.event), WAIT).toEqual(['sql']);
});

it('goes by PostgreSQL while Redis is away, and by Redis again when it is back', async () => {
  const [here, there] = await both('storm');
  await redis.stop();
  const before = redis.published;
  await expect
    .poll(async () => {
      await here.channel.send({ type: 'broadcast', event: 'away', payload: {} });
      return there.heard.length;
    }, WAIT)
    .toBeGreaterThan(0);
  expect(redis.published).toBe(before);
  await redis.start();
  await expect
    .poll(async () => {
      await here.channel.send({ type: 'broadcast', event: 'back', payload: {} });
      return redis.published;
    }, WAIT)
    .toBeGreaterThan(before);
});

it('parts installations that share a Redis', async () => {
  const heard: string[] = [];
  const other: Bus = { publish: () => {}, hear: () => {}, close: async () => {} };
  const buses = ['first', 'second'].map((secret) => {
    const bus = createRedisBus({ url: redis.url, secret, fallback: other, log: silentLog });
    bus.hear((text) => heard.push(`${secret}: ${text}`));
    return bus;
  });
  await expect
    .poll(() => {
      buses[0]?.publish('hello');
      return heard.length;
    }, WAIT)
    .toBeGreaterThan(0);
  expect(new Set(heard)).toEqual(new Set(['first: hello']));
  for (const bus of buses) await bus.close();
});
