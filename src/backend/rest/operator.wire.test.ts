import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWire, type Wire } from '#tests/db/rest-wire.ts';
import { readSettings, settingsOf } from './settings.ts';

let db: Wire;
beforeAll(async () => {
  db = await openWire({
    schemas: ['public', 'shop'],
    anonRole: 'anon',
    serverTimingEnabled: true,
    serverTraceHeader: 'X-Request-Id',
    corsOrigins: ['https://one.test', 'https://two.test'],
    openapiSecurityActive: true,
    openapiServerProxyUri: 'https://api.one.test/data',
  });
  await db.change(`
    create schema shop;
    create table shop.goods (id int primary key, name text, kept_by int);
    create table shop.keepers (id int primary key, name text);
    alter table shop.goods add constraint kept foreign key (kept_by) references shop.keepers;
    create function shop.price(good int) returns int language sql stable as $$ select good * 10 $$;
    create view shop.just_names as select distinct name from shop.goods;
    insert into shop.keepers values (1, 'Ada');
    insert into shop.goods values (1, 'lamp', 1);
    grant usage on schema shop to anon, authenticated, service_role;
    grant all on all tables in schema shop to anon, authenticated, service_role;`);
});
afterAll(() => db?.close());

/** A request with no key at all. */
const bare = (path: string, init: RequestInit = {}) =>
  db.rest.fetch(new Request(`http://wire.test/rest/v1${path}`, init));

/** https://docs.postgrest.org/en/stable/references/api/schemas.html */
describe('several schemas', () => {
  test('by profile, for reading and for writing, and said back', async () => {
    const read = await db.raw('/goods?select=name,keepers(name)', { headers: { 'accept-profile': 'shop' } });
    expect([read.status, read.headers.get('content-profile'), await read.json()]).toEqual([
      200,
      'shop',
      [{ name: 'lamp', keepers: { name: 'Ada' } }],
    ]);
    const written = await db.raw('/goods', {
      as: 'user',
      method: 'POST',
      body: '{"id": 2, "name": "rug"}',
      headers: { 'content-profile': 'shop', prefer: 'return=representation' },
    });
    expect([written.status, written.headers.get('content-profile')]).toEqual([201, 'shop']);
    const called = await db.raw('/rpc/price?good=3', { headers: { 'accept-profile': 'shop' } });
    expect(await called.json()).toBe(30);
    const first = await db.raw('/genres?select=id&id=eq.1');
    expect([first.headers.get('content-profile'), await first.json()]).toEqual(['public', [{ id: 1 }]]);
    expect((await db.raw('/goods')).status).toBe(404);
  });

  test('by the client', async () => {
    const { data } = await db.user.schema('shop').from('goods').update({ name: 'carpet' }).eq('id', 2).select();
    expect(data).toEqual([{ id: 2, name: 'carpet', kept_by: null }]);
    expect((await db.anon.schema('shop').rpc('price', { good: 2 })).data).toBe(20);
  });

  test.each(['GET', 'POST'])('%s of one that is not exposed', async (method) => {
    const headers = { [method === 'GET' ? 'accept-profile' : 'content-profile']: 'hidden' };
    const response = await db.raw('/secrets', { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) });
    expect([response.status, await response.json()]).toEqual([
      406,
      {
        code: 'PGRST106',
        details: null,
        hint: 'Only the following schemas are exposed: public, shop',
        message: 'Invalid schema: hidden',
      },
    ]);
  });
});

/** https://docs.postgrest.org/en/stable/references/api/options.html */
describe('what can be done with a resource', () => {
  test.each([
    ['/genres', {}, 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/book_cards', {}, 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/just_names', { 'content-profile': 'shop' }, 'OPTIONS,GET,HEAD'],
    ['/rpc/add', {}, 'OPTIONS,GET,HEAD,POST'],
    ['/rpc/touch', {}, 'OPTIONS,POST'],
    ['/', {}, 'OPTIONS,GET,HEAD'],
  ])('%s', async (path, headers, allow) => {
    const response = await bare(path, { method: 'OPTIONS', headers: headers as Record<string, string> });
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([200, allow, '']);
  });

  test('of none that is there', async () => {
    const table = await bare('/genre', { method: 'OPTIONS' });
    expect([table.status, await table.json()]).toEqual([
      404,
      {
        code: 'PGRST205',
        details: null,
        hint: "Perhaps you meant the table 'public.genres'",
        message: "Could not find the table 'public.genre' in the schema cache",
      },
    ]);
    expect((await bare('/rpc/nobody', { method: 'OPTIONS' })).status).toBe(404);
  });
});

/** https://docs.postgrest.org/en/stable/references/auth.html */
describe('who asks', () => {
  test('an anonymous request, if there is an anonymous role', async () => {
    expect(await (await bare('/genres?select=id&id=eq.1')).json()).toEqual([{ id: 1 }]);
    const denied = await bare('/shelves');
    expect([denied.status, denied.headers.get('www-authenticate'), await denied.json()]).toEqual([
      401,
      'Bearer',
      { code: '42501', details: null, hint: null, message: 'permission denied for table shelves' },
    ]);
    expect((await db.raw('/sealed', { as: 'user' })).status).toBe(403);
  });

  test('a token that does not hold', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = Math.floor(Date.now() / 1000);
    const expired = await db.tokens.sign({ role: 'authenticated' }, -40);
    const signed = (claims: Record<string, unknown>) => db.tokens.sign({ role: 'anon', ...claims });
    const forged = `${part({ alg: 'HS256' })}.${part({ role: 'anon', exp: 'soon' })}.x`;
    const cases: [string, string, string][] = [
      ['', 'PGRST301', 'Empty JWT is sent in Authorization header'],
      ['a.b', 'PGRST301', 'Expected 3 parts in JWT; got 2'],
      [
        `${part({ alg: 'none' })}.${part({ role: 'service_role' })}.`,
        'PGRST301',
        'Wrong or unsupported encoding algorithm',
      ],
      [`${part({ alg: 'HS256' })}.${part({ role: 'anon' })}.AAAA`, 'PGRST301', 'No suitable key or wrong key type'],
      ['{}.{}.{}', 'PGRST301', 'No suitable key or wrong key type'],
      [expired, 'PGRST303', 'JWT expired'],
      [await signed({ nbf: 9e9 }), 'PGRST303', 'JWT not yet valid'],
      [await signed({ nbf: now + 40 }), 'PGRST303', 'JWT not yet valid'],
      [await signed({ iat: now + 100 }), 'PGRST303', 'JWT issued at future'],
      [await signed({ exp: 'soon' }), 'PGRST303', "The JWT 'exp' claim must be a number"],
      [await signed({ nbf: '1' }), 'PGRST303', "The JWT 'nbf' claim must be a number"],
      [await signed({ iat: true }), 'PGRST303', "The JWT 'iat' claim must be a number"],
      [await signed({ aud: { a: 'b' } }), 'PGRST303', "The JWT 'aud' claim must be a string or an array of strings"],
      [await signed({ aud: ['a', 1] }), 'PGRST303', "The JWT 'aud' claim must be a string or an array of strings"],
      // Claims of a token with an invalid signature are not reported.
      [forged, 'PGRST301', 'No suitable key or wrong key type'],
    ];
    for (const [token, code, message] of cases) {
      const response = await bare('/genres', { headers: { apikey: 'x', authorization: `Bearer ${token}` } });
      expect([response.status, await response.json()]).toEqual([
        401,
        expect.objectContaining({ code, message, hint: null }),
      ]);
      expect(response.headers.get('www-authenticate')).toBe(
        `Bearer error="invalid_token", error_description="${message}"`,
      );
    }
    for (const authorization of ['Bearer', 'bearer ', 'Bearer    ']) {
      for (const key of ['', db.anonKey]) {
        const response = await bare('/genres', { headers: { apikey: key, authorization } });
        expect([response.status, await response.json()]).toEqual([
          401,
          { code: 'PGRST301', details: null, hint: null, message: 'Empty JWT is sent in Authorization header' },
        ]);
      }
    }
    const audiences = await signed({ aud: ['a', 'b'], iat: 1 });
    expect((await bare('/genres', { headers: { authorization: `Bearer ${audiences}` } })).status).toBe(200);
  });

  test.each<[string, object]>([
    ['exp is null', { exp: null }],
    ['nbf is null', { nbf: null }],
    ['iat is null', { iat: null }],
    ['exp is up to 30 seconds ago', { exp: -10 }],
    ['nbf is at most 30 seconds ahead', { nbf: 10 }],
    ['iat is at most 30 seconds ahead', { iat: 10 }],
  ])('a token holds where its %s', async (_, claims) => {
    const now = Math.floor(Date.now() / 1000);
    const times = Object.entries(claims).map(([name, seconds]) => [name, seconds === null ? null : now + seconds]);
    const token = await db.tokens.sign({ role: 'anon', ...Object.fromEntries(times) });
    // The second time it is cached.
    for (let time = 0; time < 2; time++) {
      const response = await bare('/genres?select=id&id=eq.1', { headers: { authorization: `Bearer ${token}` } });
      expect([response.status, await response.json()]).toEqual([200, [{ id: 1 }]]);
    }
  });
});

/** https://docs.postgrest.org/en/stable/references/observability.html */
describe('what operators see', () => {
  test('how long each part took', async () => {
    const timed =
      /^jwt;dur=\d+\.\d, parse;dur=\d+\.\d, plan;dur=\d+\.\d, transaction;dur=\d+\.\d, response;dur=\d+\.\d$/;
    for (const path of ['/genres', '/nope', '/rpc/add?a=1']) {
      expect((await db.raw(path)).headers.get('server-timing')).toMatch(timed);
    }
    const plain = await openWire();
    expect((await plain.raw('/genres')).headers.has('server-timing')).toBe(false);
    await plain.close();
  });

  test('which request it was', async () => {
    expect((await db.raw('/genres', { headers: { 'x-request-id': 'abc' } })).headers.get('x-request-id')).toBe('abc');
    expect((await db.raw('/nope', { headers: { 'x-request-id': 'abc' } })).headers.get('x-request-id')).toBe('abc');
    expect((await db.raw('/genres')).headers.has('x-request-id')).toBe(false);
  });

  test('that it is ready', async () => {
    expect(await db.rest.isReady()).toBe(true);
  });
});

/** https://docs.postgrest.org/en/stable/references/api/cors.html */
describe('which pages may ask', () => {
  const preflight = (origin: string) =>
    bare('/genres', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } });

  test('those of the origins named, with credentials', async () => {
    for (const response of [
      await preflight('https://two.test'),
      await db.raw('/genres', { headers: { origin: 'https://two.test' } }),
    ]) {
      expect(response.headers.get('access-control-allow-origin')).toBe('https://two.test');
      expect(response.headers.get('access-control-allow-credentials')).toBe('true');
      expect(response.headers.get('vary')).toContain('Origin');
    }
  });

  test('no others', async () => {
    for (const origin of ['https://three.test', 'null', 'https://one.test.evil.test']) {
      const response = await preflight(origin);
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect((await db.raw('/genres', { headers: { origin } })).headers.has('access-control-allow-origin')).toBe(false);
    }
  });
});

/** https://docs.postgrest.org/en/stable/references/api/openapi.html */
describe('the document at the root', () => {
  type Document = {
    host: string;
    basePath: string;
    schemes: string[];
    security?: object;
    paths: Record<string, object>;
  };

  test('of a schema, at the address clients know', async () => {
    const response = await db.raw('/', { as: 'service', headers: { 'accept-profile': 'shop' } });
    const document = (await response.json()) as Document;
    expect([response.headers.get('content-profile'), document.host, document.basePath, document.schemes]).toEqual([
      'shop',
      'api.one.test',
      '/data',
      ['https'],
    ]);
    expect(Object.keys(document.paths).sort()).toEqual(['/', '/goods', '/just_names', '/keepers', '/rpc/price']);
    expect(document.security).toEqual([{ JWT: [] }]);
    const head = await db.raw('/', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('of everything, or of nothing at all', async () => {
    const all = await openWire({ openapiMode: 'ignore-privileges' });
    const document = (await (await all.raw('/')).json()) as Document;
    expect(Object.keys(document.paths)).toContain('/sealed');
    expect([document.host, document.basePath, document.security]).toEqual(['wire.test', '/rest/v1', undefined]);
    const odd = await all.raw('/', { headers: { accept: 'text/csv' } });
    expect([odd.status, (await odd.json()).code]).toEqual([406, 'PGRST107']);
    expect((await all.raw('/', { method: 'POST', body: '{}' })).status).toBe(405);
    await all.close();
    const none = await openWire({ openapiMode: 'disabled' });
    const response = await none.raw('/', { as: 'service' });
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: 'PGRST126', details: null, hint: null, message: 'Root endpoint metadata is disabled' },
    ]);
    await none.close();
  });

  test('by a function of the operator', async () => {
    const own = await openWire({ rootSpec: 'welcome' });
    await own.change(`create function public.welcome() returns json language sql stable as $$ select '{"swagger": "mine"}'::json $$;
      grant execute on function public.welcome() to anon`);
    expect(await (await own.raw('/')).json()).toEqual({ swagger: 'mine' });
    await own.close();
  });
});

/** https://docs.postgrest.org/en/stable/references/configuration.html#list-of-parameters */
describe('settings by their published names', () => {
  test('are read, and what is none is left out', () => {
    expect(
      readSettings({
        PGRST_DB_SCHEMAS: ' api , shop ',
        PGRST_DB_EXTRA_SEARCH_PATH: 'public, extensions',
        PGRST_DB_ANON_ROLE: 'web_anon',
        PGRST_DB_TX_END: 'rollback-allow-override',
        PGRST_DB_PRE_REQUEST: 'auth.check',
        PGRST_DB_MAX_ROWS: '1000',
        PGRST_DB_PLAN_ENABLED: 'true',
        PGRST_DB_AGGREGATES_ENABLED: 'TRUE',
        PGRST_DB_ROOT_SPEC: 'root',
        PGRST_OPENAPI_MODE: 'disabled',
        PGRST_OPENAPI_SECURITY_ACTIVE: '1',
        PGRST_OPENAPI_SERVER_PROXY_URI: 'https://a.test',
        PGRST_SERVER_TIMING_ENABLED: 'true',
        PGRST_SERVER_TRACE_HEADER: 'X-Request-Id',
        PGRST_SERVER_CORS_ALLOWED_ORIGINS: 'https://a.test, https://b.test',
        PGRST_APP_SETTINGS_MOTTO: 'be kind',
        PGRST_UNKNOWN: 'x',
        PATH: '/bin',
        __proto__: 'x',
      }),
    ).toEqual({
      schemas: ['api', 'shop'],
      extraSearchPath: ['public', 'extensions'],
      anonRole: 'web_anon',
      txEnd: 'rollback-allow-override',
      preRequest: 'auth.check',
      maxRows: 1000,
      planEnabled: true,
      aggregatesEnabled: true,
      rootSpec: 'root',
      openapiMode: 'disabled',
      openapiSecurityActive: true,
      openapiServerProxyUri: 'https://a.test',
      serverTimingEnabled: true,
      serverTraceHeader: 'x-request-id',
      corsOrigins: ['https://a.test', 'https://b.test'],
      appSettings: { motto: 'be kind' },
    });
  });

  test('that mean nothing change nothing', () => {
    const settings = settingsOf(
      readSettings({ PGRST_DB_TX_END: 'maybe', PGRST_OPENAPI_MODE: '', PGRST_DB_MAX_ROWS: 'all' }),
    );
    expect(settings).toEqual(settingsOf({}));
  });
});
