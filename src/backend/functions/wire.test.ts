import { FunctionsClient } from '@supabase/functions-js';
import { beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#base/server/log.ts';
import { createTokens } from '#base/server/tokens.ts';
import { createFunctions } from './functions.ts';

const tokens = createTokens('a secret for tests, long enough for HS256');
const BASE = 'http://functions.test/functions/v1';
const service = createFunctions({
  tokens,
  log: silentLog,
  bodyLimit: 1000,
  timeoutMs: 20,
  handlers: {
    echo: { handle: async (request, caller) => Response.json({ got: await request.text(), by: caller?.claims.sub }) },
    open: { handle: async (_, caller) => Response.json({ by: caller }), verifyToken: false },
    breaks: { handle: async () => Promise.reject(new Error('secret detail')) },
    sleeps: { handle: () => new Promise(() => {}) },
    streams: {
      handle: async () =>
        new Response(new Blob(['data: 1\n\n']).stream(), { headers: { 'content-type': 'text/event-stream' } }),
    },
  },
});
let client: FunctionsClient;
let stranger: FunctionsClient;

beforeAll(async () => {
  const token = await tokens.sign({ role: 'authenticated', sub: 'ada' }, 60);
  const customFetch: typeof fetch = (input, init) => service.fetch(new Request(input, init));
  client = new FunctionsClient(BASE, { headers: { authorization: `Bearer ${token}` }, customFetch });
  stranger = new FunctionsClient(BASE, { customFetch });
});

// https://supabase.com/docs/reference/javascript/functions-invoke
describe('functions', () => {
  it('are called by name with a body and a caller', async () => {
    const { data } = await client.invoke('echo', { body: { hello: 'world' } });
    expect(data).toEqual({ got: '{"hello":"world"}', by: 'ada' });
    expect((await stranger.invoke('open')).data).toEqual({ by: null });
  });

  it('stream their answers', async () => {
    const { data } = await client.invoke('streams');
    expect(await (data as Response).text()).toBe('data: 1\n\n');
  });

  it.each([
    ['an unknown name', () => client.invoke('nothing'), 404, 'NOT_FOUND'],
    ['a name of every object', () => client.invoke('constructor'), 404, 'NOT_FOUND'],
    ['no token', () => stranger.invoke('echo'), 401, 'UNAUTHORIZED'],
    ['a wrong token', () => stranger.invoke('echo', { headers: { authorization: 'Bearer x' } }), 401, 'UNAUTHORIZED'],
    ['a body over the limit', () => client.invoke('echo', { body: 'x'.repeat(1001) }), 413, 'TOO_LARGE'],
    ['a failure', () => client.invoke('breaks'), 500, 'WORKER_ERROR'],
    ['a function that does not answer', () => client.invoke('sleeps'), 504, 'TIMEOUT'],
  ])('refuse %s', async (_, attempt, status, code) => {
    const { error } = await attempt();
    const response = (error as { context: Response }).context;
    const body = await response.json();
    expect([response.status, body.code]).toEqual([status, code]);
    expect(JSON.stringify(body)).not.toContain('secret detail');
  });

  it('answer a preflight', async () => {
    const response = await service.fetch(new Request(`${BASE}/any`, { method: 'OPTIONS' }));
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  });
});
