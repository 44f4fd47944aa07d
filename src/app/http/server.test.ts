import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Log } from '#base/server/log.ts';
import { silentLog } from '#base/server/log.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { type Listening, listening } from '#tests/db/listening.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { smallSite } from '#tests/small-site.ts';

let world: World;
let app: AppWorld;
let socket: Listening;
const logged: unknown[] = [];
beforeAll(async () => {
  world = await openWorld();
  const log = new Proxy(silentLog, {
    get: (target, name) => (name === 'error' ? (line: unknown) => logged.push(line) : Reflect.get(target, name)),
  }) as Log;
  app = await openApp(world, {}, { build: smallSite().build, log });
  socket = await listening(app);
});
afterAll(async () => {
  await socket.close();
  await app.close();
  await world.close();
});

/** One request written by hand, as no polite client writes it. */
async function raw(lines: string[], port = socket.port): Promise<{ status: number; head: string; body: string }> {
  const text = await new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const line = connect(port, '127.0.0.1', () =>
      line.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`),
    );
    line.on('data', (chunk: Buffer) => chunks.push(chunk));
    line.on('error', reject);
    line.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body };
}

describe('the host decides the account', () => {
  test.each([
    ['demo.localhost', 200, 'demo'],
    ['DEMO.localhost', 200, 'demo'],
    ['demo.localhost.', 200, 'demo'],
    ['demo.localhost:8080', 200, 'demo'],
    ['atelier.localhost', 200, 'atelier'],
    ['localhost', 200, 'platform'],
    ['127.0.0.1', 404, null],
    ['platform.localhost', 404, null],
    ['nobody.localhost', 404, null],
    ['demo.localhost.evil.test', 404, null],
    ['x.demo.localhost', 404, null],
    ['demo.localhost:80:80', 404, null],
    ['demo.localhost:port', 404, null],
    ["' or 1=1 --", 404, null],
    ['', 404, null],
  ])('Host: %s -> %i', async (host, status, slug) => {
    const response = await raw(['GET /api/config HTTP/1.1', `Host: ${host}`]);
    // What is no host at all may be refused before anyone asks whose it is.
    expect([status, status === 404 ? 400 : status]).toContain(response.status);
    if (slug) expect(response.body).toContain(`"slug":"${slug}"`);
    else expect(response.body).not.toContain('account_id');
  });

  test('an unknown host is told so on a plain page, and what it is called is not run', async () => {
    const response = await app.call('/', { host: 'nobody.example' });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('There is no site at nobody.example.');
  });

  test('nothing else in a request decides it', async () => {
    const response = await raw([
      `GET /api/config?account_id=${world.demo}&host=demo.localhost HTTP/1.1`,
      'Host: atelier.localhost',
      'X-Forwarded-Host: demo.localhost',
      'X-Stoa-Origin: http://demo.localhost',
      'X-Original-Host: demo.localhost',
      'Forwarded: host=demo.localhost',
      'Cookie: account=demo',
    ]);
    expect(response.body).toContain('"slug":"atelier"');
  });

  test('an address in absolute form names no other account than the host', async () => {
    const response = await raw(['GET http://demo.localhost/api/config HTTP/1.1', 'Host: atelier.localhost']);
    expect(response.body).not.toContain('"slug":"demo"');
  });

  test('an account that changes its address is found at the new one and no longer at the old', async () => {
    const statusAt = async (host: string) => (await app.call('/api/config', { host })).status;
    expect([await statusAt('atelier'), await statusAt('workshop')]).toEqual([200, 404]);
    const rename = async (slug: string) => {
      await world.sql.query('update public.accounts set slug = $2 where account_id = $1', [world.atelier, slug]);
      await app.runtime.cachesInvalidated();
    };
    await rename('workshop');
    expect([await statusAt('atelier'), await statusAt('workshop')]).toEqual([404, 200]);
    await rename('atelier');
    expect([await statusAt('atelier'), await statusAt('workshop')]).toEqual([200, 404]);
  });

  test('a suspended account has no site, and says so', async () => {
    const set = async (status: string) => {
      await world.sql.query('update public.accounts set status = $2 where account_id = $1', [world.atelier, status]);
      await app.runtime.cachesInvalidated();
    };
    await set('suspended');
    const response = await app.call('/', { host: 'atelier' });
    await set('active');
    expect(response.status).toBe(403);
  });

  test('health is told before anyone asks for a host', async () => {
    expect((await raw(['GET /healthz HTTP/1.1', 'Host: 127.0.0.1'])).body).toBe('{"status":"ok"}');
    app.runtime.setReady(false);
    const response = await raw(['GET /healthz HTTP/1.1', 'Host: nobody.example']);
    app.runtime.setReady(true);
    expect(response.status).toBe(503);
  });
});

describe('forwarded headers', () => {
  const forwarded = ['X-Forwarded-Host: demo.localhost', 'X-Forwarded-Proto: https', 'X-Forwarded-For: 203.0.113.9'];
  const request = (port: number) => raw(['GET /api/config HTTP/1.1', 'Host: atelier.localhost', ...forwarded], port);

  test('are not believed from just anybody', async () => {
    const response = await request(socket.port);
    expect(response.body).toContain('"slug":"atelier"');
    expect(response.body).toContain('"backend_url":"http://atelier.localhost"');
  });

  test('are believed from a proxy that was named', async () => {
    const trusting = await openApp(world, { TRUST_PROXY: '127.0.0.1' });
    const behind = await listening(trusting);
    const response = await request(behind.port);
    await behind.close();
    await trusting.close();
    expect(response.body).toContain('"slug":"demo"');
    expect(response.body).toContain('"backend_url":"https://demo.localhost"');
  });

  test('an address one claims for oneself is not the one that is counted', async () => {
    // Metrics are for this machine: an outsider who claims to be it stays an outsider.
    const trusting = await openApp(world, { TRUST_PROXY: '127.0.0.1' });
    const behind = await listening(trusting);
    const response = await raw(
      ['GET /metrics HTTP/1.1', 'Host: localhost', 'X-Forwarded-For: 203.0.113.9', 'X-Stoa-Client-Address: 127.0.0.1'],
      behind.port,
    );
    await behind.close();
    await trusting.close();
    expect(response.status).toBe(403);
  });
});

describe('refusals', () => {
  const big = (bytes: number) => JSON.stringify({ message: 'x'.repeat(bytes), account_id: world.demo });
  const post = (path: string, body: string, as?: 'owner') => app.call(path, { method: 'POST', body, as });

  test.each([
    ['a body over the limit', () => post('/api/log', big(9_000)), 413, 'too_large'],
    ['malformed JSON', () => post('/api/log', '{"message": '), 400, 'malformed'],
    ['bytes that are no text', () => post('/api/log', '\ud800{}'), 400, 'malformed'],
    ['a NUL, which no row can hold', () => post('/api/log', '{"message": "a\\u0000b"}'), 400, 'malformed'],
    ['a value that is wrong', () => post('/api/log', '{"message": 5}'), 422, 'invalid'],
    ['an unknown call', () => app.call('/api/nothing'), 404, 'not_found'],
    ['a known call by another method', () => app.call('/api/log', { method: 'DELETE' }), 404, 'not_found'],
    ['a call that needs a session', () => post('/api/account/isSiteOwner', '{}'), 401, 'not_authenticated'],
    ['a page by another method', () => app.call('/menus', { method: 'POST', body: {} }), 404, 'not_found'],
  ])('%s', async (_, request, status, code) => {
    const response = await request();
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/^[A-Z].*\.$/);
  });

  test.each([
    '/.git/config',
    '/.env',
    '/package.json',
    '/assets/',
    '/assets',
    '/site/manifest.json',
    '/build/server/index.js',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/storage/v1/object/public/',
  ])('what is not the site’s is not there: %s', async (path) => {
    const { status, body } = await raw([`GET ${path} HTTP/1.1`, 'Host: demo.localhost']);
    expect([400, 404]).toContain(status);
    expect(body).not.toMatch(/"dependencies"|"private": true|Index of|\[core\]/);
  });

  test.each(['/', '/api/config', '/auth/v1/user', '/rest/v1/courses', '/storage/v1/bucket', '/functions/v1/x'])(
    'TRACE sends nothing back: %s',
    async (path) => {
      const { status, body } = await raw([`TRACE ${path} HTTP/1.1`, 'Host: demo.localhost', 'X-Secret: one-two-three']);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body).not.toContain('one-two-three');
    },
  );

  test('a body over the limit of the data service', async () => {
    const response = await app.call('/rest/v1/options', {
      method: 'POST',
      as: 'owner',
      body: { value: 'x'.repeat(1_100_000) },
    });
    expect(response.status).toBe(413);
  });

  test.each([
    ['a page', '/broken', 'the secret reason'],
    ['a page of the dashboard', '/dashboard/broken', 'the secret reason'],
  ])('%s that fails tells nothing of why', async (_, path, reason) => {
    const response = await app.call(path, { headers: { cookie: 'sb-stoa-auth-token=base64-eyJhIjoxfQ' } });
    const text = await response.text();
    expect(response.status).toBeGreaterThanOrEqual(404);
    expect(text).not.toContain(reason);
    expect(text).not.toMatch(/\bat \w+ \(|node_modules|\.ts:\d+/);
  });

  test('a call that fails answers with an id that is in the log, and no stack', async () => {
    logged.length = 0;
    await world.sql.query('alter function private.write_log(uuid, text) rename to write_log_away');
    const response = await post('/api/log', JSON.stringify({ message: 'hello', account_id: world.demo }));
    await world.sql.query('alter function private.write_log_away(uuid, text) rename to write_log');
    expect(response.status).toBe(500);
    const text = await response.text();
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0];
    expect(id).toBeTruthy();
    expect(JSON.stringify(logged)).toContain(id);
    expect(text).not.toMatch(/write_log|function|\.ts/);
  });
});

describe('security headers', () => {
  test.each([
    ['a page', () => app.call('/')],
    ['a page that is not there', () => app.call('/nothing-here')],
    ['a page that fails', () => app.call('/broken')],
    ['a call', () => app.call('/api/config')],
    ['a refused call', () => app.call('/api/nothing')],
    ['a page by another method', () => app.call('/', { method: 'DELETE' })],
    ['an unknown host', () => app.call('/', { host: 'nobody.example' })],
    ['health', () => app.call('/healthz')],
    ['the metrics', () => app.call('/metrics')],
  ])('%s', async (_, request) => {
    const { headers } = await request();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  test.each([
    '/dashboard',
    '/dashboard/',
    '/Dashboard',
    '/%64ashboard',
    '/dashboard/nothing-here',
    '/login',
    '/login/nothing-here',
    '/LOGIN/',
    '/signup',
    '/signup%2Fx',
    '/checkout',
    '/checkout/nothing-here',
    '/login/handoff?code=x',
  ])('%s refuses to be framed, whoever asks', async (path) => {
    for (const cookie of ['', 'sb-stoa-auth-token=base64-eyJhIjoxfQ']) {
      const { headers } = await app.call(path, { headers: { cookie } });
      expect([headers.get('x-frame-options'), headers.get('x-content-type-options')]).toEqual(['DENY', 'nosniff']);
      expect(headers.get('content-security-policy') ?? "frame-ancestors 'none'").toContain("frame-ancestors 'none'");
    }
  });

  test.each(['/rest/v1/options?limit=1', '/auth/v1/health', '/storage/v1/bucket', '/functions/v1/nothing'])(
    'the service at %s is not sniffed',
    async (path) => {
      expect((await app.call(path, { as: 'student' })).headers.get('x-content-type-options')).toBe('nosniff');
    },
  );
});

describe('a cookie counts only for our own page of this host', () => {
  const origin = 'http://demo.localhost';
  test.each([
    ['our own page', { origin, 'sec-fetch-site': 'same-origin' }, 200],
    ['a program', {}, 200],
    ['a neighbour’s page', { origin: 'http://atelier.localhost', 'sec-fetch-site': 'same-site' }, 401],
    ['a neighbour’s page, the browser silent on it', { origin: 'http://atelier.localhost' }, 401],
    ['a neighbour’s page whose origin is hidden', { 'sec-fetch-site': 'same-site' }, 401],
    ['anybody’s page', { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }, 401],
    ['a sandboxed frame', { origin: 'null' }, 401],
    ['this host by another scheme', { origin: 'https://demo.localhost' }, 401],
  ])('%s', async (_, headers, status) => {
    const session = JSON.stringify({ access_token: await app.tokenOf('owner') });
    const response = await app.call('/api/account/isSiteOwner', {
      method: 'POST',
      headers: {
        ...(headers as Record<string, string>),
        cookie: `sb-stoa-auth-token=base64-${Buffer.from(session).toString('base64url')}`,
      },
      body: { account_id: world.demo, email: 'owner@demo.test' },
    });
    expect(response.status).toBe(status);
  });

  test.each(['base64-!!!', 'base64-e30', '%', '{"access_token":"x.y.z"}', ''])(
    'a broken cookie %j is no session',
    async (value) => {
      const response = await app.call('/api/account/isSiteOwner', {
        method: 'POST',
        headers: { cookie: `sb-stoa-auth-token=${value}` },
        body: { account_id: world.demo, email: 'owner@demo.test' },
      });
      expect(response.status).toBe(401);
    },
  );
});

describe('over a socket', () => {
  test('a cached page is what the app answers, to the byte and the header', async () => {
    const first = await raw(['GET / HTTP/1.1', 'Host: demo.localhost']);
    const second = await raw(['GET / HTTP/1.1', 'Host: demo.localhost']);
    const received = (head: string) =>
      head
        .split('\r\n')
        .filter((line) => !/^(date|keep-alive|connection):/i.test(line))
        .sort();
    expect(received(second.head)).toEqual(received(first.head));
    expect(second.body).toBe(first.body);
  });

  test.each([
    ['br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['identity', null],
    ['br;q=0, gzip', 'gzip'],
  ])('Accept-Encoding: %s', async (accepted, encoding) => {
    const lines = ['GET / HTTP/1.1', 'Host: demo.localhost', `Accept-Encoding: ${accepted}`];
    for (const response of [await raw(lines), await raw(lines)])
      expect(/content-encoding: (\w+)/i.exec(response.head)?.[1] ?? null).toBe(encoding);
  });

  test('a cached page follows the language of query and cookie', async () => {
    const language = async (path: string, cookie: string) =>
      /content-language: (\w+)/i.exec(
        (await raw([`GET ${path} HTTP/1.1`, 'Host: demo.localhost', `Cookie: ${cookie}`])).head,
      )?.[1];
    for (let count = 0; count < 2; count++) {
      expect(await language('/', 'a=1')).toBe('en');
      expect(await language('/', 'lang=ar')).toBe('ar');
      expect(await language('/?lang=ar', 'a=1')).toBe('ar');
      expect(await language('/?lang=en&utm_source=x', 'lang=ar')).toBe('en');
    }
  });
});

test('the language of an address is kept for the pages after it, and no other response sets a cookie', async () => {
  const headOf = async (path: string, cookie: string) =>
    (await raw([`GET ${path} HTTP/1.1`, 'Host: demo.localhost', `Cookie: ${cookie}`])).head;
  for (const cookie of ['a=1', 'lang=en', 'a=1']) {
    const head = await headOf('/?lang=de', cookie);
    expect(head).toMatch(/^set-cookie: lang=de; Path=\/; Max-Age=31536000; SameSite=Lax/im);
    expect(head).toMatch(/^cache-control: private, no-store/im);
    for (const plain of [await headOf('/?lang=de', 'lang=de'), await headOf('/?lang=xx', cookie)])
      expect([/^set-cookie/im.test(plain), /^cache-control: public/im.test(plain)]).toEqual([false, true]);
  }
});

describe('a request that can be read in two ways is refused', () => {
  const post = ['POST /api/config HTTP/1.1', 'Host: demo.localhost'];
  const chunked = 'Transfer-Encoding: chunked';
  test.each([
    ['a length and chunks', [...post, 'Content-Length: 5', chunked]],
    ['two lengths', [...post, 'Content-Length: 5', 'Content-Length: 6']],
    ['an encoding of chunks that is none', [...post, 'Transfer-Encoding: xchunked']],
    ['chunks that are not the last encoding', [...post, 'Transfer-Encoding: chunked, identity']],
    ['a space before the colon', [...post, 'Content-Length : 5']],
    ['a line that ends without a carriage return', [...post, 'X-A: b\nContent-Length: 5']],
    ['a folded line', [...post, 'X-A: b', ' Content-Length: 5']],
    ['a length that is no number', [...post, 'Content-Length: +5']],
  ])('%s', async (_, lines) => {
    // What follows would be a request of its own to whoever read the first one otherwise.
    const smuggled = 'GET /healthz HTTP/1.1\r\nHost: demo.localhost';
    const response = await raw([...lines, '', `0\r\n\r\n${smuggled}`]);
    expect(response.status).toBe(400);
    expect(response.head + response.body).not.toContain('"status":"ok"');
  });
});
