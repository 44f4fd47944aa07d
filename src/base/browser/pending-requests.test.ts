import { expect, test } from 'vitest';
import { isPending, onPendingChange, trackRequest } from './pending-requests.ts';

/** A network whose responses the test releases. */
function network() {
  const waiting: ((how: 'well' | 'badly') => void)[] = [];
  const target = {
    fetch: (() =>
      new Promise<Response>((resolve, reject) => {
        waiting.push((how) => (how === 'well' ? resolve(new Response()) : reject(new Error('gone'))));
      })) as typeof fetch,
  };
  onPendingChange(target);
  return { target, respond: (how: 'well' | 'badly' = 'well') => waiting.shift()?.(how) };
}

test.each([
  ['a write by the wire', '/rest/v1/posts', { method: 'POST' }, true],
  ['a change', '/rest/v1/posts?id=eq.1', { method: 'PATCH' }, true],
  ['a call', '/api/orders/checkout', { method: 'post' }, true],
  ['a read', '/rest/v1/posts', {}, false],
  ['a look', '/rest/v1/posts', { method: 'HEAD' }, false],
  ['a session that renews itself', '/auth/v1/token?grant_type=refresh_token', { method: 'POST' }, false],
])('%s is work: %s %j %s', async (_, address, init, expected) => {
  const { target, respond } = network();
  const sent = target.fetch(`http://demo.localhost${address}`, init);
  expect(isPending()).toBe(expected);
  respond();
  await sent;
  expect(isPending()).toBe(false);
});

test('a Request object counts by its method', async () => {
  const { target, respond } = network();
  const sent = target.fetch(new Request('http://demo.localhost/api/log', { method: 'POST' }));
  expect(isPending()).toBe(true);
  respond();
  await sent;
});

test('work is over once all of it is settled, failures included', async () => {
  const { target, respond } = network();
  const first = target.fetch('http://demo.localhost/api/log', { method: 'POST' });
  const second = trackRequest(target.fetch('http://demo.localhost/api/log', { method: 'DELETE' }));
  respond('badly');
  await expect(first).rejects.toThrow('gone');
  expect(isPending()).toBe(true);
  respond();
  await second;
  expect(isPending()).toBe(false);
});
