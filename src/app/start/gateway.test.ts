import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiKeysOf } from '#base/server/tokens.ts';
import { type AppWorld, type Call, openApp } from '#tests/db/app-world.ts';
import { listening } from '#tests/db/listening.ts';
import { TEST_SECRET } from '#tests/db/seed-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

/** What holds for all five services, after https://supabase.com/docs/guides/api/api-keys. */
let world: World;
let app: AppWorld;
const { publishable_key, secret_key } = apiKeysOf(TEST_SECRET);

beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

test('the opaque keys have the published form and are the same at every start', () => {
  expect(publishable_key).toMatch(/^sb_publishable_[A-Za-z\d]{22}_[A-Za-z\d]{8}$/);
  expect(secret_key).toMatch(/^sb_secret_[A-Za-z\d]{22}_[A-Za-z\d]{8}$/);
  expect(apiKeysOf(TEST_SECRET)).toEqual({ publishable_key, secret_key });
  expect(apiKeysOf('another secret')).not.toEqual({ publishable_key, secret_key });
});

const NEWS = { messages: [{ topic: 'news', event: 'said', payload: {}, private: false }] };
const SERVICES: [string, string, Call, number][] = [
  ['data', '/rest/v1/pages?select=id&limit=1', {}, 200],
  ['auth', '/auth/v1/settings', {}, 200],
  ['storage', '/storage/v1/bucket', {}, 200],
  ['realtime', '/realtime/v1/api/broadcast', { method: 'POST', body: NEWS }, 202],
  ['functions', '/functions/v1/none', { method: 'POST' }, 404],
];

/** What answers somebody otherwise than a visitor. */
const PERSONAL: [string, Call][] = [
  ['/rest/v1/rpc/own_sessions', { method: 'POST', body: {} }],
  ['/rest/v1/members?select=id', {}],
  ['/auth/v1/user', {}],
];

describe.each(SERVICES)('the %s service', (_, path, requests, status) => {
  test.each([
    ['the header apikey', (key: string) => ({ apikey: key })],
    ['a bearer', (key: string) => ({ authorization: `Bearer ${key}` })],
    ['both', (key: string) => ({ apikey: key, authorization: `Bearer ${key}` })],
  ])('takes either form of the public key by %s', async (__, input) => {
    for (const key of [publishable_key, app.runtime.keys.anon_key]) {
      expect((await app.call(path, { ...requests, headers: input(key) as Record<string, string> })).status).toBe(
        status,
      );
    }
  });

  test('takes the key in the query', async () => {
    const mark = path.includes('?') ? '&' : '?';
    expect((await app.call(`${path}${mark}apikey=${publishable_key}`, requests)).status).toBe(status);
  });

  test('takes no cookie for anybody', async () => {
    const session = await app.signIn('demo', 'owner@demo.test');
    const value = `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`;
    const cookie = `sb-stoa-auth-token=${value}; __Host-sb-stoa-auth-token=${value}`;
    for (const [location, call] of [[path, requests], ...PERSONAL] as const) {
      const request = async (more: Record<string, string>) => {
        const headers = { apikey: publishable_key, origin: 'http://atelier.localhost', ...more };
        const result = await app.call(location, { ...call, headers });
        expect(result.headers.get('access-control-allow-credentials')).toBeNull();
        return [location, result.status, await result.text()];
      };
      expect(await request({ cookie })).toEqual(await request({}));
    }
  });

  test('names every request, by the caller’s name where it is one', async () => {
    const own = await app.call(path, { headers: { apikey: publishable_key, 'x-request-id': 'mine-1' } });
    expect([own.headers.get('sb-request-id'), own.headers.get('x-request-id')]).toEqual(['mine-1', 'mine-1']);
    const created = await app.call(path, { headers: { apikey: publishable_key, 'x-request-id': 'not one' } });
    expect(created.headers.get('sb-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  test('lets a page of any origin ask', async () => {
    const requests = await app.call(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,authorization,x-client-info',
      },
    });
    expect(requests.status).toBeLessThan(300);
    expect(['*', 'https://elsewhere.test']).toContain(requests.headers.get('access-control-allow-origin'));
    expect(requests.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('apikey');
  });
});

test('the secret key passes row-level security, a changed one does not', async () => {
  const visible = async (key: string) => {
    const response = await app.call('/rest/v1/members?select=id', { headers: { apikey: key } });
    const body = (await response.json()) as unknown[] | { code?: string; message: string };
    return Array.isArray(body) ? body.length > 0 : (body.code ?? body.message);
  };
  expect(await visible(secret_key)).toBe(true);
  expect(await visible(publishable_key)).toBe('42501');
  expect(await visible(`${secret_key.slice(0, -1)}!`)).toBe('Invalid API key');
  expect(await visible('sb_secret_')).toBe('Invalid API key');
});

test('the secret key alone as apikey administers people, the publishable one and a changed one do not', async () => {
  const requests = async (path: string, headers: Record<string, string> = {}) => {
    const response = await app.call(`/auth/v1/admin/users${path}`, { headers });
    const body = (await response.json()) as { users?: unknown[]; error_code?: string };
    return [response.status, body.users ? body.users.length > 0 : body.error_code];
  };
  expect(await requests('', { apikey: secret_key })).toEqual([200, true]);
  expect(await requests('', { apikey: publishable_key })).toEqual([403, 'not_admin']);
  expect(await requests('', { apikey: `${secret_key.slice(0, -1)}!` })).toEqual([401, 'no_authorization']);
  // Who says who they are is that one, whatever key stands beside.
  expect(await requests('', { apikey: secret_key, authorization: `Bearer ${publishable_key}` })).toEqual([
    403,
    'not_admin',
  ]);
});

test('a session beside the publishable key is the one who asks', async () => {
  const response = await app.call('/rest/v1/members?select=user_id', {
    as: 'student',
    headers: { apikey: publishable_key },
  });
  const visible = (await response.json()) as { user_id: string }[];
  expect(visible.map((row) => row.user_id)).toContain(world.caller('student').claims.sub);
});

test('the raw way of the data service names its requests too', async () => {
  const socket = await listening(app);
  const headers = { host: 'demo.localhost', apikey: publishable_key, 'x-request-id': 'raw-1' };
  const request = () =>
    new Promise<IncomingMessage>((resolve, reject) =>
      get({ port: socket.port, path: '/rest/v1/pages?select=id&limit=1', headers }, resolve).on('error', reject),
    );
  // The first call makes the host known; the second goes past the router.
  for (const response of [await request(), await request()]) {
    expect([response.statusCode, response.headers['sb-request-id']]).toEqual([200, 'raw-1']);
    response.resume();
  }
  await socket.close();
});
