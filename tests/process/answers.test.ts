import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '#app/http/api/api.ts';
import routes from '#app/routes.ts';
import type { ApiTools } from '#base/server/api.ts';
import { root } from '#base/server/root.ts';
import { resources } from '#features/server-parts.ts';
import { addressesOf, ask, askRaw, oneOfEachKind, type Received, type Sent, typeProblem } from './answers.ts';
import { healthy, npmStart, type Product, removeFolder } from './product.ts';

const DEMO = 'demo.localhost';
const PLATFORM = 'localhost';
const JSON_TYPE = { 'content-type': 'application/json' };
const TUS = { 'tus-resumable': '1.0.0' };

let product: Product;
let config: { anon_key: string; account: { account_id: string } };
const tokens = new Map<string, string>();

const get = (path: string, sent: Sent = {}, host = DEMO) => ask(product.origin, host, path, sent);
const bearer = (host: string): Record<string, string> => ({ authorization: `Bearer ${tokens.get(host)}` });
const problemsOf = (answers: readonly Received[]) =>
  answers.flatMap((answer) => {
    const problem = typeProblem(answer);
    return problem ? [`${answer.asked} ${answer.status} (${answer.type}) ${problem}`] : [];
  });

async function signIn(host: string, email: string): Promise<void> {
  const body = JSON.stringify({ email, password: 'stoa-demo-2026' });
  const headers = { ...JSON_TYPE, apikey: config.anon_key };
  const answer = await get('/auth/v1/token?grant_type=password', { method: 'POST', headers, body }, host);
  tokens.set(host, (JSON.parse(answer.body.toString()) as { access_token: string }).access_token);
}

beforeAll(async () => {
  product = await npmStart({ SEED: 'demo', HOST: '127.0.0.1' });
  await healthy(product);
  config = JSON.parse((await get('/api/config')).body.toString()) as typeof config;
  await signIn(DEMO, 'owner@demo.test');
  await signIn(PLATFORM, 'admin@stoa.test');
}, 120_000);
afterAll(async () => {
  product?.npm.kill('SIGTERM');
  await product?.ended;
  if (product) removeFolder(product.folder);
});

/** Asks four at a time. */
async function all(asked: readonly (() => Promise<Received>)[]): Promise<Received[]> {
  const waiting = asked.values();
  const answers: Received[] = [];
  const work = async () => {
    for (const one of waiting) answers.push(await one());
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return answers;
}

describe('an answer with a body says its type and, where it is a text, that it is UTF-8', () => {
  test('every screen, page and document of the list of routes, to a visitor and to who runs the site', async () => {
    const addresses = addressesOf(routes);
    expect(addresses).toEqual(expect.arrayContaining(['/', '/sitemap.xml', '/blog/rss.xml', '/dashboard/manage/site']));
    const asked = [DEMO, PLATFORM].flatMap((host) => {
      const headers = { cookie: `sb-stoa-auth-token=base64-${cookieOf(host)}` };
      // Where the platform's host shows the same, an account's is asked alone.
      const shown = host === DEMO ? addresses : addresses.filter((path) => !/^\/dashboard\/manage|courses?/.test(path));
      return shown.flatMap((path) => [
        ...(host === DEMO ? [() => get(path, {}, host), () => get(`${path}.data`, { headers }, host)] : []),
        () => get(path, { headers }, host),
      ]);
    });
    const answers = await all(asked);
    expect(problemsOf(answers)).toEqual([]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(100);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test('every page that the site map names', async () => {
    const listed = (await get('/sitemap.xml')).body.toString().matchAll(/<loc>([^<]*)<\/loc>/g);
    const answers = await all(
      [...listed].map(
        ([, address = '']) =>
          () =>
            get(new URL(address).pathname),
      ),
    );
    expect(problemsOf(answers)).toEqual([]);
    expect(answers.length).toBeGreaterThan(20);
  });

  test('every call of the features, done and refused', async () => {
    // The routes alone are asked for: nothing is called on the tools.
    const listed = createApi({ resources } as ApiTools).routes.filter(
      ({ method, path }) => method !== 'ALL' && path !== '/*',
    );
    const calls = [...new Set(listed.map(({ method, path }) => `${method} ${path}`))];
    const reports = ['sales', 'members', 'visits'].map((name) => `GET /api/reports/${name}.csv`);
    const asked = [...calls, ...reports, 'GET /api/config', 'POST /api/view', 'GET /api/nothing'].flatMap((call) => {
      const [method = '', path = ''] = call.split(' ');
      const address = path.replace(/:(\w+)/g, '00000000-0000-4000-8000-000000000000');
      if (method === 'GET')
        return [() => get(address), () => get(address, { headers: bearer(DEMO) }), () => get(address, {}, PLATFORM)];
      const send = (body: string, headers: Record<string, string>) => () =>
        get(address, { method, headers: { ...JSON_TYPE, ...headers }, body });
      return [send('{}', {}), send('{', bearer(DEMO)), send('{}', bearer(DEMO))];
    });
    const answers = await all(asked);
    expect(problemsOf(answers)).toEqual([]);
    expect(answers.length).toBeGreaterThan(100);
    const types = new Set(answers.map(({ type }) => type?.split(';')[0]));
    expect([...types]).toEqual(expect.arrayContaining(['application/json', 'text/csv']));
  });

  test('scripts, styles, fonts and pictures of the build', async () => {
    const files = oneOfEachKind(join(root, 'build/client'));
    const answers = await all(files.map((path) => () => get(path)));
    expect(problemsOf(answers)).toEqual([]);
    const types = new Set(answers.map(({ type }) => type));
    for (const type of ['text/javascript; charset=utf-8', 'text/css; charset=utf-8', 'font/woff2', 'image/webp'])
      expect(types).toContain(type);
    expect(answers.map(({ type }) => type)).not.toContain('application/octet-stream');
  });

  test('the five services, their documents, exports and refusals', async () => {
    const apikey = { apikey: config.anon_key };
    const as = { ...apikey, ...bearer(DEMO) };
    const call = (path: string, sent: Sent = {}) => {
      return () => get(path, { ...sent, headers: { ...apikey, ...sent.headers } });
    };
    const post = (path: string, body: string, headers: Record<string, string> = {}) =>
      call(path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body });
    const answers = await all([
      () => get('/rest/v1/courses'),
      call('/rest/v1/'),
      call('/rest/v1/courses?select=id,title'),
      call('/rest/v1/courses?select=id,title', { headers: { accept: 'text/csv' } }),
      call('/rest/v1/courses?limit=1', { headers: { accept: 'application/vnd.pgrst.object+json' } }),
      call('/rest/v1/courses?limit=1', { headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' } }),
      call('/rest/v1/courses', { headers: { accept: 'application/geo+json' } }),
      call('/rest/v1/courses', { headers: { accept: 'image/png' } }),
      call('/rest/v1/nothing'),
      call('/rest/v1/courses?select=nothing'),
      call('/rest/v1/courses?limit=-1'),
      call('/rest/v1/courses', { headers: { authorization: 'Bearer nonsense' } }),
      post('/rest/v1/courses', '{'),
      post('/rest/v1/courses', '{}'),
      post('/rest/v1/rpc/nothing', '{}'),
      post('/rest/v1/rpc/own_sessions', '{}', as),
      call('/rest/v1/courses', { method: 'OPTIONS' }),
      call('/auth/v1/settings'),
      call('/auth/v1/health'),
      call('/auth/v1/.well-known/jwks.json'),
      call('/auth/v1/user'),
      call('/auth/v1/user', { headers: as }),
      call('/auth/v1/nothing'),
      call('/auth/v1/authorize?provider=nothing'),
      call('/auth/v1/verify?type=signup&token=nothing&redirect_to=http://demo.localhost'),
      call('/auth/v1/admin/users'),
      post('/auth/v1/token?grant_type=password', '{"email":"nobody@x.test","password":"wrong wrong"}'),
      post('/auth/v1/token?grant_type=nothing', '{'),
      post('/auth/v1/signup', '{}'),
      call('/storage/v1/status'),
      call('/storage/v1/bucket', { headers: as }),
      call('/storage/v1/bucket'),
      call('/storage/v1/nothing'),
      call('/storage/v1/object/public/nothing/at-all.png'),
      call('/storage/v1/object/sign/nothing/at-all.png?token=x'),
      call('/storage/v1/render/image/public/nothing/at-all.png?width=1'),
      call('/storage/v1/upload/resumable', { method: 'POST' }),
      call('/storage/v1/upload/resumable', { method: 'POST', headers: { ...as, ...TUS } }),
      call('/storage/v1/upload/resumable/nothing', { method: 'PATCH', headers: { ...as, ...TUS } }),
      call('/storage/v1/s3/nothing'),
      call('/storage/v1/s3/nothing?list-type=2', { headers: as }),
      call('/realtime/v1/api/ping'),
      call('/realtime/v1/nothing'),
      call('/realtime/v1/websocket'),
      post('/realtime/v1/api/broadcast', '{'),
      post('/realtime/v1/api/broadcast', '{"messages":[]}'),
      post('/functions/v1/nothing', '{}'),
      call('/functions/v1/'),
      ...['rest', 'auth', 'storage', 'realtime', 'functions'].map((name) => call(`/${name}/v1`)),
    ]);
    expect(problemsOf(answers)).toEqual([]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const types = new Set(answers.map(({ type }) => type?.split(';')[0]));
    for (const type of ['application/json', 'application/openapi+json', 'text/csv', 'application/xml', 'text/plain'])
      expect(types).toContain(type);
  });

  test('stored files of every kind, whole, in part, as a picture and to a tool', async () => {
    const bucket = config.account.account_id;
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADElEQVR4nGNgYGAAAAAEAAH2FzhVAAAAAElFTkSuQmCC',
      'base64',
    );
    const files: [string, string, string | Buffer][] = [
      ['a.txt', 'text/plain', 'Übung'],
      ['a.csv', 'text/csv', 'a,b'],
      ['a.md', 'text/markdown', '# a'],
      ['a.vtt', 'text/vtt', 'WEBVTT\n'],
      ['a.json', 'application/json', '{}'],
      ['a.xml', 'application/xml', '<a/>'],
      ['a.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>'],
      ['a.pdf', 'application/pdf', '%PDF-1.4\n%%EOF'],
      ['a.png', 'image/png', png],
    ];
    const answers: Received[] = [];
    for (const [name, type, body] of files) {
      const headers = { ...bearer(DEMO), 'content-type': type };
      const path = `${bucket}/public/answers/${name}`;
      const kept = await get(`/storage/v1/object/${path}`, { method: 'POST', headers, body });
      expect([name, kept.status]).toEqual([name, 200]);
      const served = await get(`/storage/v1/object/public/${path}`);
      expect([name, served.type?.split(';')[0]]).toEqual([name, type]);
      answers.push(kept, served);
      answers.push(await get(`/storage/v1/object/public/${path}?download`));
      answers.push(await get(`/storage/v1/object/authenticated/${path}`, { headers: bearer(DEMO) }));
      answers.push(await get(`/storage/v1/object/info/public/${path}`));
      answers.push(await get(`/storage/v1/render/image/public/${path}?width=2`));
      answers.push(await get(`/storage/v1/object/public/${path}`, { headers: { range: 'bytes=9999-' } }));
    }
    expect(problemsOf(answers)).toEqual([]);
  });

  test('what is said beside all of that: no such site, no such page, figures, sockets, requests that are none', async () => {
    const port = new URL(product.origin).port;
    const raw = (asked: string, lines: string[]) => () =>
      askRaw(product.origin, asked, `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    const host = `Host: ${DEMO}:${port}`;
    const socket = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
    const answers = await all([
      () => get('/healthz'),
      () => get('/metrics'),
      () => get('/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } }),
      () => get('/nothing-here'),
      () => get('/nothing-here', { method: 'POST' }),
      () => get('/assets/nothing-here.js'),
      () => get('/site/social/nothing.png'),
      () => get('/site/social/blog.png'),
      () => get('/', {}, 'nobody.localhost'),
      () => get('/api/config', {}, 'nobody.localhost'),
      () => get('/.well-known/acme-challenge/0123456789abcdef'),
      () => get('/.well-known/nothing'),
      () => get('/favicon.ico'),
      () => get('/login/handoff?code=nothing'),
      () => get('/dev/outbox'),
      () => get('/dev/outbox', {}, 'localhost'),
      () => get('/%E0%A4%A'),
      raw('two hosts', ['GET / HTTP/1.1', host, host]),
      raw('no host', ['GET / HTTP/1.1', 'Host: a b']),
      raw('not HTTP', ['NOTHING']),
      raw('cookies too long', ['GET / HTTP/1.1', host, `Cookie: a=${'x'.repeat(13_000)}`]),
      raw('headers too long', ['GET / HTTP/1.1', host, `X-Long: ${'x'.repeat(80_000)}`]),
      raw('a socket without a key', ['GET /realtime/v1/websocket HTTP/1.1', host, ...socket, key]),
      raw('a socket with a wrong key', ['GET /realtime/v1/websocket?apikey=x HTTP/1.1', host, ...socket, key]),
      raw('a socket of another version', [
        `GET /realtime/v1/websocket?apikey=${config.anon_key}&vsn=9.9.9 HTTP/1.1`,
        host,
        ...socket,
        key,
      ]),
      raw('a socket of another page', [
        'GET /realtime/v1/websocket HTTP/1.1',
        host,
        'Origin: http://evil.example',
        ...socket,
        key,
      ]),
    ]);
    expect(problemsOf(answers)).toEqual([]);
    expect(answers.filter(({ status }) => status === 0)).toEqual([]);
    const types = new Set(answers.map(({ type }) => type?.split(';')[0]));
    for (const type of ['application/json', 'text/html', 'text/plain']) expect(types).toContain(type);
  });
});

/** A session as the browser keeps it. */
function cookieOf(host: string): string {
  const session = { access_token: tokens.get(host), refresh_token: 'none', expires_in: 900, token_type: 'bearer' };
  return Buffer.from(JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + 900 })).toString(
    'base64url',
  );
}

test('a body that does not say what it is would be seen', () => {
  const of = (type: string | undefined, body: string) =>
    typeProblem({ asked: 'a test', status: 200, type, body: Buffer.from(body, 'latin1') });
  expect(of(undefined, '')).toBeNull();
  expect(of(undefined, 'x')).toBe('names no type');
  expect(of('text/plain', 'x')).toBe('is a text without its charset');
  expect(of('application/xml', '<a/>')).toBe('is a text without its charset');
  expect(of('text/plain; charset=latin1', 'x')).toBe('names another charset');
  expect(of('font/woff2; charset=utf-8', 'wOF2')).toBe('is no text and has a charset');
  expect(of('image/png', '<svg>')).toBe('is not of its type');
  expect(of('application/json', '<p>')).toBe('is not of its type');
  expect(of('application/json', '{}')).toBeNull();
});
