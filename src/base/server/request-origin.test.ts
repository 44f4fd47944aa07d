import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { HOST, isFromThisMachine, requestOriginOf } from './request-origin.ts';

const PROXY = '10.0.0.1';
const OUTER = '10.0.0.2';
const arrive = (headers: Record<string, string>, peer = PROXY, trusted = [PROXY, OUTER]) =>
  requestOriginOf(
    { headers: { host: 'demo.example', ...headers }, socket: { remoteAddress: peer } } as unknown as IncomingMessage,
    trusted,
  );

describe('the address of whoever asks', () => {
  test.each([
    ['the peer, without proxies', {}, '203.0.113.9', '203.0.113.9'],
    ['the peer, whatever it says of others', { 'x-forwarded-for': '198.51.100.1' }, '203.0.113.9', '203.0.113.9'],
    ['whom a trusted proxy names', { 'x-forwarded-for': '203.0.113.9' }, PROXY, '203.0.113.9'],
    [
      'whom it names last, not whom the client named',
      { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' },
      PROXY,
      '203.0.113.9',
    ],
    ['past two trusted proxies', { 'x-forwarded-for': `198.51.100.1, 203.0.113.9, ${OUTER}` }, PROXY, '203.0.113.9'],
    ['a trusted proxy itself where all are', { 'x-forwarded-for': OUTER }, PROXY, OUTER],
    ['the proxy, where what it names is no address', { 'x-forwarded-for': '203.0.113.9, unknown' }, PROXY, PROXY],
    ['without a port', { 'x-forwarded-for': '203.0.113.9:4711' }, PROXY, '203.0.113.9'],
    ['without brackets', { 'x-forwarded-for': '[2001:DB8::1]:4711' }, PROXY, '2001:db8::1'],
    ['of a proxy that speaks IPv6', { 'x-forwarded-for': '203.0.113.9' }, `::ffff:${PROXY}`, '203.0.113.9'],
  ])('%s', (_, headers, peer, address) => {
    expect(arrive(headers, peer).address).toBe(address);
  });
});

describe('the origin that was asked', () => {
  test.each([
    [
      'as the proxy says',
      { 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'https' },
      PROXY,
      'https://a.example',
    ],
    [
      'not as a stranger says',
      { 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'https' },
      '203.0.113.9',
      'http://demo.example',
    ],
    [
      'as the proxy adds to what a client said',
      { 'x-forwarded-host': 'evil.example, a.example', 'x-forwarded-proto': 'https, http' },
      PROXY,
      'http://a.example',
    ],
    [
      'as the outer of two proxies says',
      {
        'x-forwarded-for': `203.0.113.9, ${OUTER}`,
        'x-forwarded-host': 'evil.example, a.example, inner',
        'x-forwarded-proto': 'http, https, http',
      },
      PROXY,
      'https://a.example',
    ],
    ['not by a name that is none', { 'x-forwarded-host': 'a.example/@evil' }, PROXY, 'http://demo.example'],
  ])('%s', (_, headers, peer, origin) => {
    expect(arrive(headers, peer).origin).toBe(origin);
  });
});

test.each([
  ['demo.localhost', true],
  ['Demo.Localhost.:3000', true],
  ['127.0.0.1:80', true],
  ['[::1]:3000', true],
  ['', false],
  ['a.example/@b', false],
  ['a.example, b.example', false],
  ['user@a.example', false],
  ['a.example:80:80', false],
  ['a b', false],
])('%j as a host: %s', (text, isHost) => expect(HOST.test(text)).toBe(isHost));

const PROXY_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-anything',
  'forwarded',
  'via',
  'x-real-ip',
  'cf-connecting-ip',
];
const near: [headers: Record<string, string>, isNear: boolean][] = [
  [{}, true],
  [{ 'x-stoa-client-address': '127.0.0.1' }, true],
  [{ 'x-stoa-client-address': '::1' }, true],
  [{ 'x-stoa-client-address': '203.0.113.9' }, false],
  ...PROXY_HEADERS.map((name): [Record<string, string>, boolean] => [{ [name]: '127.0.0.1' }, false]),
];
test.each(near)('%j is straight from this machine: %s', (headers, isNear) => {
  expect(isFromThisMachine(new Headers(headers))).toBe(isNear);
});
