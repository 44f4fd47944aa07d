import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createLog } from '#base/server/log.ts';
import { createTokens } from '#base/server/tokens.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { type Listening, listening } from '#tests/db/listening.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
let open: Listening;
let lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  world = await openWorld();
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  app = await openApp(world, {}, { log });
  open = await listening(app);
});
afterAll(async () => {
  await open.close();
  await app.close();
  await world.close();
});
beforeEach(() => {
  app.runtime.securityLog.flush();
  lines = [];
});

const events = () => lines.filter((line) => line.event !== undefined);
const forged = () => createTokens('another secret than that of this installation').sign({ role: 'authenticated' }, 60);

function socketAt(key: string, headers: Record<string, string> = {}): WebSocket {
  const query = new URLSearchParams({ ...(key ? { apikey: key } : {}), vsn: '1.0.0' });
  return new WebSocket(`ws://127.0.0.1:${open.port}/realtime/v1/websocket?${query}`, {
    headers: { host: `demo.localhost:${open.port}`, ...headers },
  });
}

/** The status a socket was refused with. */
function refusedWith(socket: WebSocket): Promise<unknown> {
  return new Promise((resolve) => {
    socket.once('open', () => resolve('open'));
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode));
    socket.once('error', () => {});
  }).finally(() => socket.terminate());
}

/** Joins a channel on a socket of its own, and answers what the service says. */
async function join(topic: string, token: string): Promise<string> {
  const socket = socketAt(app.runtime.keys.anon_key);
  await new Promise((resolve) => socket.once('open', resolve));
  const payload = { access_token: token, config: { private: true } };
  const response = new Promise<string>((resolve) => socket.on('message', (data) => resolve(String(data))));
  socket.send(JSON.stringify({ topic: `realtime:${topic}`, event: 'phx_join', ref: '1', payload }));
  return response.finally(() => socket.terminate());
}

test.each<[string, () => Promise<WebSocket>, number, object]>([
  ['without a key', async () => socketAt(''), 401, { event: 'token_refused' }],
  ['with a forged one', async () => socketAt(await forged()), 403, { event: 'token_refused' }],
  [
    'from a page of another host',
    async () => socketAt(app.runtime.keys.anon_key, { origin: 'https://evil.example' }),
    403,
    { event: 'access_refused', code: 'foreign_page' },
  ],
  [
    'with the secret key',
    async () => socketAt(app.runtime.keys.service_role_key),
    403,
    { event: 'access_refused', code: 'key_in_address' },
  ],
])('a socket that is refused, %s, is one line', async (_, socket, status, facts) => {
  expect(await refusedWith(await socket())).toBe(status);
  const path = '/realtime/v1/websocket';
  // It is written once the socket is answered.
  await expect.poll(() => events().length).toBe(1);
  expect(events()).toMatchObject([{ ...facts, status, path, account: world.demo, address: '127.0.0.1' }]);
  expect(JSON.stringify(lines)).not.toMatch(/eyJ/);
});

test('a join that is refused is one line, with the person where the token holds', async () => {
  expect(await join('onlineUsers', await app.tokenOf('atelierOwner'))).toContain('Unauthorized');
  await expect.poll(() => events().length).toBe(1);
  expect(await join('onlineUsers', await forged())).toContain('JwtSignatureError');
  await expect.poll(() => events().length).toBe(2);
  const location = { path: '/realtime/v1/websocket', account: world.demo, address: '127.0.0.1' };
  expect(events()).toMatchObject([
    {
      ...location,
      event: 'access_refused',
      code: 'Unauthorized',
      status: 403,
      person: world.caller('atelierOwner').claims.sub,
    },
    { ...location, event: 'token_refused', code: 'JwtSignatureError', status: 401 },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/eyJ/);
});

test('a join that is let in, and one that no channel answers, are none', async () => {
  expect(await join('onlineUsers', await app.tokenOf('student'))).toContain('"ok"');
  expect(await join('', await app.tokenOf('student'))).toContain('TopicNameRequired');
  expect(events()).toEqual([]);
});
