import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTokens } from '#base/server/tokens.ts';
import { createHostedTokens } from './hosted-tokens.ts';

const SECRET = 'the secret of the hosted backend, which we need not know';
const there = createTokens(SECRET);
let server: Server;
let url: string;
let requests: string[] = [];
let status = 0;

/** A hosted authentication service that knows who is signed in. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    requests.push(`${request.url} ${request.headers.apikey}`);
    const matches = (await there.verify(token)) ? 200 : 403;
    response.writeHead(status || matches).end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(() => server.close());
beforeEach(() => {
  requests = [];
  status = 0;
});

let time = Date.now();
const tokensOf = (secret?: string) =>
  createHostedTokens({ url, anonKey: 'public', serviceKey: 'secret', secret, now: () => time });
const session = (seconds = 600) => there.sign({ role: 'authenticated', sub: 'ada', session_id: 'one' }, seconds);

test('the two keys are known by themselves', async () => {
  const tokens = tokensOf();
  expect([await tokens.verify('public'), await tokens.verify('secret')]).toEqual([
    { role: 'anon' },
    { role: 'service_role' },
  ]);
  expect(requests).toEqual([]);
});

test('of a session the hosted service is asked, and believed for a minute', async () => {
  const tokens = tokensOf();
  const token = await session();
  expect(await tokens.verify(token)).toMatchObject({ sub: 'ada', session_id: 'one' });
  expect(await tokens.verify(token)).toMatchObject({ sub: 'ada' });
  expect(requests).toEqual(['/auth/v1/user public']);
  time += 61_000;
  status = 403;
  expect(await tokens.verify(token)).toBeNull();
});

test('what was changed, is over or is no session is nobody', async () => {
  const tokens = tokensOf();
  const token = await session();
  expect(await tokens.verify(`${token.slice(0, token.lastIndexOf('.'))}.AAAA`)).toBeNull();
  requests = [];
  for (const wrong of ['', 'x.y.z', await session(-10), await there.sign({ role: 'service_role' }, 60)]) {
    expect(await tokens.verify(wrong)).toBeNull();
  }
  expect(requests).toEqual([]);
});

test('with the secret most are checked here', async () => {
  expect(await tokensOf(SECRET).verify(await session())).toMatchObject({ sub: 'ada' });
  expect(requests).toEqual([]);
});

test('a service that fails is not taken for a no', async () => {
  status = 500;
  await expect(tokensOf().verify(await session())).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  const nobody = createHostedTokens({ url: 'http://127.0.0.1:1', anonKey: 'a', serviceKey: 'b', secret: undefined });
  await expect(nobody.verify(await session())).rejects.toMatchObject({ status: 503, code: 'unavailable' });
});
