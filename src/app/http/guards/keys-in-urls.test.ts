import { request } from 'node:http';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { apiKeysOf } from '#base/server/tokens.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { type Listening, listening } from '#tests/db/listening.ts';
import { TEST_SECRET } from '#tests/db/seed-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
let open: Listening;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  open = await listening(app);
});
afterAll(async () => {
  await open.close();
  await app.close();
  await world.close();
});

const { publishable_key, secret_key } = apiKeysOf(TEST_SECRET);
const PATHS = [
  '/rest/v1/courses?select=id&limit=1',
  '/auth/v1/settings',
  '/storage/v1/bucket',
  '/realtime/v1/api/ping',
  '/functions/v1/anything',
  '/api/config',
  '/api/v1/courses',
];
const secrets = async (): Promise<[string, string][]> => [
  ['the secret key', app.runtime.keys.service_role_key],
  ['its opaque form', secret_key],
  ['the token of a person', await app.tokenOf('owner')],
];

function send(path: string): Promise<{ status: number; body: string }> {
  const headers = { host: 'demo.localhost', connection: 'close' };
  return new Promise((resolve, reject) => {
    request({ port: open.port, host: '127.0.0.1', path, headers }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .once('error', reject)
      .end();
  });
}

describe('a key in an address', () => {
  test('takes the public key in either form', async () => {
    for (const key of [publishable_key, app.runtime.keys.anon_key])
      for (const path of PATHS) {
        const { body } = await send(`${path}${path.includes('?') ? '&' : '?'}apikey=${key}`);
        expect(body, path).not.toContain('key_in_address');
      }
    expect((await send(`/rest/v1/courses?select=id&limit=1&apikey=${publishable_key}`)).status).toBe(200);
  });

  test.each(PATHS)('takes nothing else at %s, however it is written', async (path) => {
    const mark = path.includes('?') ? '&' : '?';
    for (const [what, key] of await secrets())
      for (const query of [`apikey=${key}`, `%61pikey=${key}`, `apikey=${publishable_key}&apikey=${key}`]) {
        // The second request of a host finds it in memory, where the data service has a shorter way.
        await send('/rest/v1/courses?select=id&limit=1');
        const { status, body } = await send(`${path}${mark}${query}`);
        expect([what, status]).toEqual([what, 403]);
        expect(JSON.parse(body)).toMatchObject({ code: 'key_in_address', error: { code: 'key_in_address' } });
        expect(body).not.toContain(key);
      }
  });

  test('opens a socket by the public key alone', async () => {
    const socketBy = (key: string) => {
      const url = `ws://127.0.0.1:${open.port}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`;
      const socket = new WebSocket(url, { headers: { host: 'demo.localhost' } });
      return new Promise((resolve) => {
        socket.once('open', () => resolve('open'));
        socket.once('unexpected-response', (_, response) => resolve(response.statusCode));
        socket.once('error', () => {});
      }).finally(() => socket.terminate());
    };
    expect(await socketBy(publishable_key)).toBe('open');
    expect(await socketBy(app.runtime.keys.anon_key)).toBe('open');
    for (const [, key] of await secrets()) expect(await socketBy(key)).toBe(403);
  });
});

test('the published client puts the public key into the address of its socket, and a person’s token into the socket', async () => {
  const addresses: string[] = [];
  class Watched extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      addresses.push(String(address));
      super(String(address), protocols);
    }
  }
  const token = await app.tokenOf('student');
  const client = createClient(open.origin('demo'), publishable_key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: Watched as never },
  });
  await client.realtime.setAuth(token);
  const channel = client.channel('onlineUsers', { config: { private: true } });
  const status = await new Promise((resolve) => {
    channel.subscribe((visible, error) => void resolve(error?.message ?? visible));
  });
  await client.realtime.disconnect();
  expect(status).toBe('SUBSCRIBED');
  expect(addresses).toHaveLength(1);
  expect(addresses[0]).toContain(`apikey=${publishable_key}`);
  expect(addresses[0]).not.toContain(token);
});
