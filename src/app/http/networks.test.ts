import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

/** Each from another address of one network; the last from a neighbouring one. */
const statuses = async (turns: number, network: string, send: (from: Record<string, string>) => Promise<Response>) => {
  const visible: number[] = [];
  for (let turn = 0; turn < turns; turn++)
    visible.push((await send({ 'x-stoa-client-address': `${network}:${turn.toString(16)}::9` })).status);
  return visible;
};
const NETWORK = '2001:db8:5:1';
const NEIGHBOUR = '2001:db8:5:2';

test('whoever changes addresses within their network of IPv6 is counted as one: wrong passwords', async () => {
  const attempt = (from: Record<string, string>) =>
    app.call('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { ...from, apikey: app.runtime.keys.anon_key },
      body: { email: 'student@demo.test', password: 'not the password of theirs' },
    });
  const visible = await statuses(12, NETWORK, attempt);
  expect(visible).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
  expect(await statuses(1, NEIGHBOUR, attempt)).toEqual([400]);
});

test('whoever changes addresses within their network of IPv6 is counted as one: calls of the product', async () => {
  const report = (headers: Record<string, string>) =>
    app.call('/api/log', { method: 'POST', headers, body: { message: 'It broke.' } });
  const visible = await statuses(31, NETWORK, report);
  expect(visible).toEqual([...Array.from({ length: 30 }, () => 204), 429]);
  expect(await statuses(1, NEIGHBOUR, report)).toEqual([204]);
});

test('whoever changes addresses within their network of IPv6 is counted as one: guessed coupons', async () => {
  const guess = (headers: Record<string, string>) =>
    app.call('/rest/v1/coupons?select=name&name=eq.NONE', {
      headers: { ...headers, 'x-stoa-origin': 'http://demo.localhost', apikey: app.runtime.keys.anon_key },
    });
  const visible = await statuses(31, NETWORK, guess);
  expect(visible).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  expect(await statuses(1, NEIGHBOUR, guess)).toEqual([200]);
});
