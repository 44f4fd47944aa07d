import { FunctionRegion, FunctionsClient, FunctionsHttpError, FunctionsRelayError } from '@supabase/functions-js';
import { beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#base/server/log.ts';
import { createTokens } from '#base/server/tokens.ts';
import { createFunctions, type ServerFunction } from './functions.ts';

const KEYS = { sb_publishable_test: 'anon', sb_secret_test: 'service_role' } as const;
const tokens = createTokens('a secret for tests, long enough for HS256', [], KEYS);
let wasAborted = false;
let abortCount = 0;
const BASE = 'http://functions.test/functions/v1';
const endless: ServerFunction = {
  handle: async (request) => {
    request.signal.addEventListener('abort', () => abortCount++);
    return new Response(new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode('data: 1\n\n')) }), {
      headers: { 'content-type': 'text/event-stream' },
    });
  },
};
const service = createFunctions({
  tokens,
  log: silentLog,
  bodyLimit: 1000,
  timeoutMs: 20,
  handlers: {
    echo: { handle: async (request, caller) => Response.json({ got: await request.text(), by: caller?.claims.sub }) },
    open: { handle: async (_, caller) => Response.json({ by: caller }), verifyToken: false },
    breaks: { handle: async () => Promise.reject(new Error('secret detail')) },
    sleeps: {
      handle: (request) => {
        request.signal.addEventListener('abort', () => {
          wasAborted = true;
        });
        return new Promise(() => {});
      },
    },
    tells: {
      handle: async (request) =>
        Response.json({
          method: request.method,
          path: new URL(request.url).pathname,
          body: await request.text(),
          type: request.headers.get('content-type'),
        }),
    },
    lasts: {
      handle: async () => {
        let count = 0;
        const body = new ReadableStream({
          async pull(controller) {
            if (count === 3) return controller.close();
            await new Promise((resolve) => setImmediate(resolve));
            controller.enqueue(new TextEncoder().encode(`data: ${++count}\n\n`));
          },
        });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      },
    },
    endless,
    streams: {
      handle: async () =>
        new Response(new Blob(['data: 1\n\n']).stream(), { headers: { 'content-type': 'text/event-stream' } }),
    },
  },
});
let client: FunctionsClient;
let anonymousClient: FunctionsClient;

beforeAll(async () => {
  const token = await tokens.sign({ role: 'authenticated', sub: 'ada' }, 60);
  const customFetch: typeof fetch = (input, init) => service.fetch(new Request(input, init));
  client = new FunctionsClient(BASE, { headers: { authorization: `Bearer ${token}` }, customFetch });
  anonymousClient = new FunctionsClient(BASE, { customFetch });
});

// https://supabase.com/docs/reference/javascript/functions-invoke
describe('functions', () => {
  it('are called by name with a body and a caller', async () => {
    const { data } = await client.invoke('echo', { body: { hello: 'world' } });
    expect(data).toEqual({ got: '{"hello":"world"}', by: 'ada' });
    expect((await anonymousClient.invoke('open')).data).toEqual({ by: null });
  });

  it('stream their responses', async () => {
    const { data } = await client.invoke('streams');
    expect(await (data as Response).text()).toBe('data: 1\n\n');
  });

  it.each([
    ['an unknown name', () => client.invoke('nothing'), 404, 'NOT_FOUND'],
    ['a name of every object', () => client.invoke('constructor'), 404, 'NOT_FOUND'],
    ['no token', () => anonymousClient.invoke('echo'), 401, 'UNAUTHORIZED'],
    [
      'a wrong token',
      () => anonymousClient.invoke('echo', { headers: { authorization: 'Bearer x' } }),
      401,
      'UNAUTHORIZED',
    ],
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

  it.each(['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const)(
    'take %s, with what follows their name',
    async (method) => {
      const body = method === 'GET' ? undefined : { a: 1 };
      const { data } = await client.invoke('tells/deeper/still', { method, body, region: FunctionRegion.EuWest1 });
      expect(data).toEqual({
        method,
        path: '/functions/v1/tells/deeper/still',
        body: body ? '{"a":1}' : '',
        type: body ? 'application/json' : null,
      });
    },
  );

  it('respond to HEAD with headers only', async () => {
    const token = await tokens.sign({ role: 'authenticated' }, 60);
    const headers = { authorization: `Bearer ${token}` };
    const response = await service.fetch(new Request(`${BASE}/tells`, { method: 'HEAD', headers }));
    expect(response.status).toBe(200);
  });

  it('go on answering as long as they have something to say', async () => {
    const { data } = await client.invoke('lasts');
    expect(await (data as Response).text()).toBe('data: 1\n\ndata: 2\n\ndata: 3\n\n');
  });

  it('whose answer has no end are broken off, and hear of it', async () => {
    const short = createFunctions({
      tokens,
      lifetimeMs: 50,
      handlers: { endless: { ...endless, verifyToken: false } },
    });
    const customFetch: typeof fetch = (input, init) => short.fetch(new Request(input, init));
    const { data } = await new FunctionsClient(BASE, { customFetch }).invoke('endless');
    await expect((data as Response).text()).rejects.toThrow('too long');
    expect(abortCount).toBe(1);
  });

  it('are aborted when the client disconnects', async () => {
    abortCount = 0;
    const { data } = await client.invoke('endless');
    const reader = (data as Response).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n');
    await reader?.cancel();
    expect(abortCount).toBe(1);
  });

  it('are told apart: what the function refused, and what never came of it', async () => {
    expect((await client.invoke('nothing')).error).toBeInstanceOf(FunctionsHttpError);
    expect((await client.invoke('breaks')).error).toBeInstanceOf(FunctionsHttpError);
    expect((await client.invoke('sleeps')).error).toBeInstanceOf(FunctionsRelayError);
    expect(wasAborted).toBe(true);
  });

  // https://supabase.com/docs/guides/functions/auth-headers
  it.each(Object.keys(KEYS))('accept %s where no token is required, and never as one', async (key) => {
    const invoke = (name: string, headers: Record<string, string>) =>
      service.fetch(new Request(`${BASE}/${name}`, { method: 'POST', headers }));
    expect((await invoke('open', { apikey: key })).status).toBe(200);
    expect((await invoke('echo', { apikey: key })).status).toBe(401);
    expect((await invoke('echo', { authorization: `Bearer ${key}` })).status).toBe(401);
  });

  it('respond to a preflight', async () => {
    const response = await service.fetch(new Request(`${BASE}/any`, { method: 'OPTIONS' }));
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const headers = { 'access-control-request-headers': 'x-own' };
    const preflight = await service.fetch(new Request(`${BASE}/any`, { method: 'OPTIONS', headers }));
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-own');
  });
});
