import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { type Listening, listening } from '#tests/db/listening.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { isRedirectedToHttps } from './plain-http.ts';

// The site of demo has a domain of its own, whose TLS is ours; a proxy of this machine may say that it has ended TLS.
const DOMAIN = 'plain.school.test';
const BESIDE = 'beside.school.test';
const BASE = 'stoa.test';
let world: World;
let app: AppWorld;
let open: Listening;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world, { BASE_DOMAIN: BASE, HTTPS_PORT: '0', TRUST_PROXY: '127.0.0.1' });
  open = await listening(app);
  await world.sql.query('update public.accounts set domain = $2 where account_id = $1', [world.demo, DOMAIN]);
  await world.sql.query(`insert into public.domain_claims (account_id, domain, state) values ($1, $2, 'live')`, [
    world.demo,
    BESIDE,
  ]);
  await app.runtime.cachesInvalidated();
});
afterAll(async () => {
  await open.close();
  await app.close();
  await world.close();
});

type Seen = { status: number; location: string | undefined; body: string };
function send(host: string, path: string, { method = 'GET', proto = '', token = '' } = {}): Promise<Seen> {
  const headers = {
    host,
    apikey: app.runtime.keys.anon_key,
    ...(proto ? { 'x-forwarded-proto': proto, 'x-forwarded-for': '203.0.113.9' } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  return new Promise((resolve, reject) => {
    request({ port: open.port, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location, body }),
      );
    })
      .once('error', reject)
      .end();
  });
}

const CALLS: [string, string][] = [
  ['GET', '/auth/v1/settings'],
  ['POST', '/auth/v1/token?grant_type=password'],
  ['GET', '/rest/v1/courses?select=id&limit=1'],
  ['POST', '/rest/v1/courses'],
  ['OPTIONS', '/rest/v1/courses'],
  ['GET', '/storage/v1/bucket'],
  ['GET', '/storage/v1/object/public/avatars/x/avatar.jpg'],
  ['POST', '/realtime/v1/api/broadcast'],
  ['POST', '/functions/v1/anything'],
  ['GET', '/api/config'],
  ['POST', '/api/payments/stripe'],
  ['POST', '/api/tickets/mail'],
  ['GET', '/api/v1/courses'],
  ['POST', '/contact'],
];

describe('over plain http, on a domain whose TLS is ours', () => {
  test.each(CALLS)('%s %s is refused, neither led on nor done', async (method, path) => {
    const token = await app.tokenOf('owner');
    for (const host of [DOMAIN, BESIDE]) {
      // The second request of a host finds it in memory, where the data service has a shorter way.
      await send(host, path, { method, token });
      const visible = await send(host, path, { method, token });
      expect([host, visible.status, visible.location]).toEqual([host, 403, undefined]);
      expect(JSON.parse(visible.body)).toMatchObject({
        code: 'https_required',
        message: expect.stringContaining('https'),
        error: { code: 'https_required' },
      });
    }
  });

  test('pages lead to https, with their query', async () => {
    for (const [host, path] of [
      [DOMAIN, '/courses?page=2'],
      [BESIDE, '/courses?page=2'],
    ] as const)
      expect(await send(host, path)).toMatchObject({ status: 308, location: `https://${DOMAIN}${path}` });
  });

  test('a socket is not opened', async () => {
    expect(await socketAt(DOMAIN)).toBe(403);
    expect(await socketAt(BESIDE)).toBe(403);
  });

  test('who asks whether we live, and a certificate authority, are answered', async () => {
    await world.sql.query(
      `insert into private.acme_challenges values ('a-token-of-16-chars', $1, 'the answer') on conflict do nothing`,
      [DOMAIN],
    );
    expect((await send(DOMAIN, '/healthz')).status).toBe(200);
    const path = '/.well-known/acme-challenge/a-token-of-16-chars';
    expect(await send(DOMAIN, path)).toMatchObject({ status: 200, body: 'the answer' });
  });
});

describe('all else is answered as before', () => {
  test('calls and sockets of the domain that a trusted proxy calls https', async () => {
    expect((await send(DOMAIN, '/api/config', { proto: 'https' })).status).toBe(200);
    expect((await send(DOMAIN, '/rest/v1/courses?select=id&limit=1', { proto: 'https' })).status).toBe(200);
    expect(await socketAt(DOMAIN, { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' })).toBe('open');
  });

  test('names below BASE_DOMAIN, whose TLS a proxy ends', async () => {
    expect((await send(`demo.${BASE}`, '/api/config')).status).toBe(200);
    expect((await send(`demo.${BASE}`, '/rest/v1/courses?select=id&limit=1')).status).toBe(200);
    expect(await socketAt(`demo.${BASE}`)).toBe('open');
  });

  test('any domain where no TLS is ours', async () => {
    const plain = await openApp(world, { BASE_DOMAIN: BASE });
    expect((await plain.call('/api/config', { host: DOMAIN })).status).toBe(200);
    await plain.close();
  });
});

test.each<[string, string, boolean]>([
  ['GET', '/', true],
  ['HEAD', '/courses', true],
  ['GET', '/apiary', true],
  ['GET', '/rest', true],
  ['POST', '/', false],
  ['GET', '/api', false],
  ['GET', '/api/anything', false],
  ['GET', '/rest/v1', false],
  ['HEAD', '/storage/v1/object/public/x', false],
])('%s %s is led to https: %s', (method, path, isLed) => {
  expect(isRedirectedToHttps(method, path)).toBe(isLed);
});

/** `open`, or the status a socket was refused with. */
function socketAt(host: string, headers: Record<string, string> = {}): Promise<unknown> {
  const url = `ws://127.0.0.1:${open.port}/realtime/v1/websocket?apikey=${app.runtime.keys.anon_key}&vsn=1.0.0`;
  const socket = new WebSocket(url, { headers: { host, ...headers } });
  return new Promise((resolve) => {
    socket.once('open', () => resolve('open'));
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode));
    socket.once('error', () => {});
  }).finally(() => socket.terminate());
}
