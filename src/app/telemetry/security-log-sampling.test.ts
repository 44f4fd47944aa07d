import { expect, test } from 'vitest';
import { createLog } from '#base/server/log.ts';
import { createTokens } from '#base/server/tokens.ts';
import { createSecurityLog } from './security-log.ts';

function capture() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const securityLog = createSecurityLog(log, createTokens('a secret of this test alone'));
  const refuse = (address: string, path = '/api/v1/courses', status = 401) =>
    securityLog.recordResponse(
      new Request(`http://demo.localhost${path}`, { headers: { 'x-stoa-client-address': address } }),
      new Response(null, { status }),
      'account',
    );
  return { lines, securityLog, refuse };
}

test('a flood of one address is thirty lines, then one with a count; another address is not affected', async () => {
  const { lines, securityLog, refuse } = capture();
  for (let turn = 0; turn < 45; turn++) await refuse('203.0.113.9');
  for (let turn = 0; turn < 3; turn++) await refuse('203.0.113.9', '/api/members/log-in-as', 403);
  await refuse('203.0.113.10');
  expect(lines.filter(({ address }) => address === '203.0.113.9')).toHaveLength(30);
  expect(lines.filter(({ address }) => address === '203.0.113.10')).toHaveLength(1);
  lines.length = 0;
  securityLog.flush();
  expect(lines).toMatchObject([
    {
      event: 'events_left_out',
      address: '203.0.113.9',
      count: 18,
      events: { api_key_refused: 15, access_refused: 3 },
    },
  ]);
  // A new window has begun.
  lines.length = 0;
  await refuse('203.0.113.9');
  securityLog.flush();
  expect(lines).toMatchObject([{ event: 'api_key_refused', address: '203.0.113.9' }]);
});

test('addresses past the thousandth share one count, so that many of them are no flood of lines either', async () => {
  const { lines, securityLog, refuse } = capture();
  for (let number = 0; number < 1_100; number++) await refuse(`2001:db8:0:${number.toString(16)}::7`);
  expect(lines).toHaveLength(1_030);
  lines.length = 0;
  securityLog.flush();
  expect(lines).toMatchObject([{ event: 'events_left_out', address: 'others', count: 70 }]);
});

test('what in a path may be a secret is not written', async () => {
  const { lines, refuse } = capture();
  await refuse('203.0.113.9', `/preview/post/${'a1'.repeat(32)}?token=secret#x`);
  expect(lines).toMatchObject([{ path: '/preview/post/…' }]);
});
