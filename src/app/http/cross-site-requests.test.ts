import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { type Listening, listening } from '#tests/db/listening.ts';
import { openWorld, type World } from '#tests/db/world.ts';

const PROXIED = { 'x-forwarded-proto': 'https' };

let world: World;
let app: AppWorld;
let open: Listening;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world, { TRUST_PROXY: '127.0.0.1' });
  open = await listening(app);
});
afterAll(async () => {
  await open.close();
  await app.close();
  await world.close();
});

/** A request on the wire, with exactly these headers. */
function send(
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    request(
      { port: open.port, host: '127.0.0.1', path, headers: { host: 'demo.localhost', ...headers } },
      (response) => {
        response.resume();
        response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
      },
    )
      .once('error', reject)
      .end();
  });
}

test('while the database is started again, requests are told to come back', async () => {
  app.runtime.isDown = () => true;
  try {
    for (const path of ['/rest/v1/courses?select=id', '/auth/v1/settings', '/api/config', '/nothing-here']) {
      const { status, headers } = await send(path, {});
      expect([path, status, headers['retry-after']]).toEqual([path, 503, '2']);
    }
    expect((await send('/healthz', {})).status).toBe(503);
  } finally {
    app.runtime.isDown = undefined;
  }
  expect((await send('/healthz', {})).status).toBe(200);
});

describe('strict transport security', () => {
  test.each(['/healthz', '/api/config', '/rest/v1/courses?select=id', '/auth/v1/settings', '/nothing-here'])(
    '%s says it where the trusted proxy says https, and never on plain http',
    async (path) => {
      expect((await send(path, PROXIED)).headers['strict-transport-security']).toBe('max-age=31536000');
      expect((await send(path, {})).headers['strict-transport-security']).toBeUndefined();
    },
  );
});

describe('the outbox', () => {
  test.each([
    ['straight from this machine', {}, 200],
    ['by a proxy of this machine', { 'x-forwarded-for': '203.0.113.9' }, 404],
    ['by a proxy that names this machine', { 'x-forwarded-for': '127.0.0.1' }, 404],
    ['with any header of proxies', { via: '1.1 cache' }, 404],
    ['on a school’s host, whose scripts could read it', { host: 'demo.localhost' }, 404],
  ])('%s', async (_, headers, status) => {
    expect((await send('/dev/outbox', { host: 'localhost', ...headers })).status).toBe(status);
  });

  test('is for anybody where the operator says so, and never in production', async () => {
    const displayed = await openApp(world, { DEV_OUTBOX: 'on' });
    const far = { headers: { 'x-stoa-client-address': '192.0.2.7', 'x-forwarded-for': '192.0.2.7' } };
    expect((await displayed.call('/dev/outbox', far)).status).toBe(200);
    await displayed.close();
    await expect(openApp(world, { DEV_OUTBOX: 'on', NODE_ENV: 'production' })).rejects.toThrow('DEV_OUTBOX');
  });
});

test('a mailed link takes neither port nor name from the request', async () => {
  const recover = (host: string, query = '') =>
    app.call(`/auth/v1/recover${query}`, { host, method: 'POST', body: { email: 'student@demo.test' } });
  const foreign = encodeURIComponent('http://demo.localhost:6666/x');
  expect((await recover('demo.localhost:6666', `?redirect_to=${foreign}`)).status).toBe(200);
  const [mail] = await app.settleJobs();
  expect(mail?.html).toContain('http://localhost/login/reset-password?school=');
  expect(mail?.html).not.toContain('6666');
  expect((await recover('evil.example')).status).toBe(404);
});

describe('pages of other hosts', () => {
  const handoff = async () => {
    const owner = await app.signIn('platform', 'owner@demo.test');
    const response = await app.call('/api/session/handoff', {
      host: 'platform',
      method: 'POST',
      token: owner.access_token,
      body: { account_id: world.demo },
    });
    const url = new URL(((await response.json()) as { url: string }).url);
    return url.pathname + url.search;
  };

  test.each<[string, Record<string, string>, boolean]>([
    ['a program', {}, true],
    ['the visitor by themselves', { 'sec-fetch-site': 'none' }, true],
    ['a page of the platform', { 'sec-fetch-site': 'same-site', referer: 'http://localhost/' }, true],
    ['a page of a neighbour', { 'sec-fetch-site': 'same-site', referer: 'http://atelier.localhost/' }, false],
    ['a page of anybody', { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' }, false],
    ['a page that does not say', { 'sec-fetch-site': 'cross-site' }, false],
    ['an old browser on a page of anybody', { referer: 'https://evil.example/' }, false],
    [
      'a page whose name only looks like it',
      { 'sec-fetch-site': 'cross-site', referer: 'http://localhost.evil.example/' },
      false,
    ],
  ])('a handoff led by %s', async (_, headers, isSignedIn) => {
    const response = await app.call(await handoff(), { headers });
    expect(response.status).toBe(303);
    expect(response.headers.getSetCookie().length > 0).toBe(isSignedIn);
  });

  test.each<[string, Record<string, string>, number]>([
    ['our own page', { origin: 'http://demo.localhost', 'sec-fetch-site': 'same-origin' }, 303],
    ['a neighbour', { origin: 'http://atelier.localhost', 'sec-fetch-site': 'same-site' }, 401],
    ['anybody', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 401],
    ['a sandbox', { origin: 'null' }, 401],
  ])('a form that signs out, sent by %s', async (_, headers, status) => {
    const response = await app.call('/api/members/log-in-as/end', { method: 'POST', headers });
    expect(response.status).toBe(status);
    expect(response.headers.getSetCookie().length > 0).toBe(status === 303);
  });

  test('say nothing to a form that needs no session either, a program does', async () => {
    const log = (headers: Record<string, string>) =>
      app.call('/api/log', { method: 'POST', headers, body: { message: 'It broke.' } });
    expect((await log({ origin: 'https://evil.example' })).status).toBe(401);
    expect((await log({})).status).toBe(204);
  });

  test.each<[string, string | undefined, boolean]>([
    ['a program', undefined, true],
    ['our own page', 'http://demo.localhost:PORT', true],
    ['our own page behind a proxy that ends TLS', 'https://demo.localhost:PORT', true],
    ['a neighbour', 'http://atelier.localhost:PORT', false],
    ['anybody', 'https://evil.example', false],
    ['a sandbox', 'null', false],
  ])('a socket opened by %s', async (_, origin, isOpened) => {
    const url = `ws://127.0.0.1:${open.port}/realtime/v1/websocket?apikey=${app.runtime.keys.anon_key}&vsn=1.0.0`;
    const headers = {
      host: `demo.localhost:${open.port}`,
      ...(origin ? { origin: origin.replace('PORT', String(open.port)) } : {}),
    };
    const socket = new WebSocket(url, { headers });
    const outcome = await new Promise((resolve) => {
      socket.once('open', () => resolve(true));
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.once('error', () => {});
    });
    socket.terminate();
    expect(outcome).toBe(isOpened ? true : 403);
  });
});

describe('a token of a person', () => {
  test.each<[string, Record<string, unknown>, boolean]>([
    ['as the auth service makes it', { aud: 'authenticated', iss: 'http://demo.localhost/auth/v1' }, true],
    ['made on another host of ours', { aud: ['authenticated'], iss: 'http://localhost:3000/auth/v1' }, true],
    ['signed by hand', {}, true],
    ['for somebody else', { aud: 'billing' }, false],
    ['by another installation', { iss: 'https://school.example/auth/v1' }, false],
    ['by another service', { iss: 'http://demo.localhost/other' }, false],
    ['by a name that is none', { iss: 'supabase' }, false],
  ])('%s', async (_, more, counts) => {
    const token = await app.runtime.tokens.sign({ ...world.caller('owner').claims, ...more }, 600);
    const rows = await app.call('/rest/v1/members?select=email', {
      token,
      headers: { apikey: app.runtime.keys.anon_key },
    });
    expect(rows.status).toBe(counts ? 200 : 401);
    const api = await app.call('/api/users/getUserEmailById', { method: 'POST', token, body: { user_id: world.demo } });
    expect(api.status === 401).toBe(!counts);
  });

  test.each(['anon', 'service_role'])('a key of %s works whoever made it', async (role) => {
    const token = await app.runtime.tokens.sign({ role, iss: 'supabase', aud: 'anything' });
    expect((await app.call('/rest/v1/courses?select=id', { token })).status).toBe(200);
  });
});
