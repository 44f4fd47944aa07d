import { describe, expect, test } from 'vitest';
import { bindingFetch } from './hosted-session.ts';

const url = 'https://hosted.test';
const site = (is_platform = false) => ({
  account: { account_id: 'demo', slug: 'demo', domain: null, is_platform, features: [] },
  backend: { url, anon_key: 'anon' },
});
const tokenOf = (session: string) =>
  `h.${Buffer.from(JSON.stringify({ session_id: session })).toString('base64url')}.s`;

/** A hosted backend that records its requests. */
function backend(responses: Record<string, unknown> = {}, bindStatus = 200) {
  const requests: string[] = [];
  const send = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const path = String(input).slice(url.length);
    requests.push(`${path} ${new Headers(init?.headers).get('authorization') ?? ''} ${init?.body ?? ''}`.trim());
    if (path.startsWith('/rest/')) return Response.json(true, { status: bindStatus });
    return Response.json(responses[path] ?? {});
  }) as typeof fetch;
  return { requests, send };
}

describe('where the backend is hosted', () => {
  test.each([
    ['a sign-in', '/auth/v1/token?grant_type=password', false, ['bind_session']],
    ['a code', '/auth/v1/verify', false, ['bind_session']],
    ['a sign-up', '/auth/v1/signup', false, ['bind_session', 'join_account']],
    ['a sign-up on the platform', '/auth/v1/signup', true, ['bind_session']],
  ])('%s is bound before the client hears of it', async (_, path, isPlatform, calls) => {
    const token = tokenOf('one');
    const { requests, send } = backend({ [path]: { access_token: token } });
    const response = await bindingFetch(site(isPlatform), send)(url + path, { method: 'POST' });
    expect(await response.json()).toEqual({ access_token: token });
    expect(requests.slice(1)).toEqual(
      calls.map((name) => `/rest/v1/rpc/${name} Bearer ${token} ${JSON.stringify({ account_id: 'demo' })}`),
    );
  });

  test('a session is bound once, and a magic link session when its user is fetched', async () => {
    const { requests, send } = backend();
    const fetch = bindingFetch(site(), send);
    const init = { headers: { authorization: `Bearer ${tokenOf('two')}` } };
    await fetch(`${url}/auth/v1/user`, init);
    await fetch(`${url}/auth/v1/user`, init);
    expect(requests.filter((call) => call.includes('bind_session'))).toHaveLength(1);
  });

  test('a response without a session binds none', async () => {
    const { requests, send } = backend({ '/auth/v1/signup': { id: 'x', email: 'a@b.test' } });
    const fetch = bindingFetch(site(), send);
    await fetch(`${url}/auth/v1/signup`, { method: 'POST' });
    await fetch(`${url}/auth/v1/recover`, { method: 'POST' });
    await fetch(`${url}/rest/v1/courses`);
    expect(requests.filter((call) => call.includes('/rpc/'))).toEqual([]);
  });

  test('a session that can not be bound is not begun, and is tried again', async () => {
    const path = '/auth/v1/token?grant_type=password';
    const { requests, send } = backend({ [path]: { access_token: tokenOf('three') } }, 500);
    const fetch = bindingFetch(site(), send);
    await expect(fetch(url + path)).rejects.toThrow('could not begin');
    await expect(fetch(url + path)).rejects.toThrow('could not begin');
    expect(requests.filter((call) => call.includes('bind_session'))).toHaveLength(2);
  });
});
