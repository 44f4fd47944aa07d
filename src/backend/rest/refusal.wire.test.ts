import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWire, openWireOver, type Wire } from '#tests/db/rest-wire.ts';
import { createRest } from './rest.ts';

let db: Wire;
beforeAll(async () => {
  db = await openWire({ maxRows: 3, bodyLimit: 2_000 });
  await db.change(
    'create function public.genres_in_order() returns setof public.genres language sql stable as $$ select * from public.genres order by id $$',
  );
});
afterAll(() => db?.close());

/** https://docs.postgrest.org/en/stable/references/errors.html */
describe('refusals', () => {
  test.each<[string, number, object]>([
    [
      '/book',
      404,
      {
        code: 'PGRST205',
        message: "Could not find the table 'public.book' in the schema cache",
        hint: "Perhaps you meant the table 'public.books'",
      },
    ],
    ['/pg_class', 404, { code: 'PGRST205' }],
    ['/secrets', 404, { code: 'PGRST205' }],
    ['/sealed', 401, { code: '42501', message: 'permission denied for table sealed' }],
    [
      '/books?select=titel',
      400,
      {
        code: '42703',
        message: 'column books.titel does not exist',
        hint: 'Perhaps you meant to reference the column "books.title".',
      },
    ],
    ['/books?titel=eq.x', 400, { code: '42703' }],
    ['/books?select=authors!author_id(nam)', 400, { code: '42703' }],
    ['/books?order=x', 400, { code: '42703' }],
    [
      '/books?id=equals.1',
      400,
      { code: 'PGRST100', message: '"failed to parse filter (equals.1)" (line 1, column 1)' },
    ],
    ['/books?id=1', 400, { code: 'PGRST100' }],
    ['/books?select=id,(', 400, { code: 'PGRST100' }],
    ['/books?select=id)', 400, { code: 'PGRST100' }],
    ['/books?order=id.up', 400, { code: 'PGRST100' }],
    ['/books?or=(id.eq.1', 400, { code: 'PGRST100' }],
    ['/books?or=()', 400, { code: 'PGRST100' }],
    ['/books?id=in.1,2', 400, { code: 'PGRST100' }],
    ['/books?id=is.maybe', 400, { code: 'PGRST100' }],
    [
      '/books?limit=-1',
      416,
      {
        code: 'PGRST103',
        message: 'Requested range not satisfiable',
        details: 'Limit should be greater than or equal to zero.',
      },
    ],
    // A negative offset is an error for an embedded list; for the root it shortens the limit.
    [
      '/authors?select=books!author_id(id)&books.offset=-1',
      400,
      { code: '2201X', message: 'OFFSET must not be negative' },
    ],
    ['/authors?select=books!author_id(id)&books.limit=-1', 416, { code: 'PGRST103' }],
    ['/books?limit=1&offset=-2', 416, { code: 'PGRST103', details: 'Limit should be greater than or equal to zero.' }],
    ['/books?id=eq.one', 400, { code: '22P02' }],
    ['/books?title=eq.%00', 400, { code: '22021' }],
    ['/books?select=id::nonsense', 400, { code: '42704', message: 'type "nonsense" does not exist' }],
    ['/books?select=id::int4);drop table books', 400, { code: 'PGRST100' }],
    ['/books?words=fts(klingon).x', 400, { code: '42704' }],
    ['/books?pages=like.3*', 404, { code: '42883' }],
    ['/books?select=pages.sum()', 400, { code: 'PGRST123', message: 'Use of aggregate functions is not allowed' }],
    [
      '/books?select=authors(name)',
      300,
      {
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
      },
    ],
    [
      '/books?select=shelves(id)',
      400,
      { code: 'PGRST200', message: "Could not find a relationship between 'books' and 'shelves' in the schema cache" },
    ],
    ['/books?select=genre(id)', 400, { code: 'PGRST200', hint: "Perhaps you meant 'genres' instead of 'genre'." }],
    [
      '/books?covers.url=eq.x',
      400,
      { code: 'PGRST108', message: "'covers' is not an embedded resource in this request" },
    ],
    ['/books?select=covers(url)&covers=eq.x', 400, { code: 'PGRST120' }],
    ['/books?select=id,genres(id)&order=genres(name)', 400, { code: 'PGRST118' }],
    ['/books/1', 404, { code: 'PGRST125', message: 'Invalid path specified in request URL' }],
    ['/books?title=eq.%zz', 400, { code: 'PGRST100' }],
  ])('GET %s', async (path, status, body) => {
    const response = await db.raw(path);
    const error = (await response.json()) as object;
    expect(error).toMatchObject(body);
    expect(Object.keys(error).sort()).toEqual(['code', 'details', 'hint', 'message']);
    expect(response.status).toBe(status);
  });

  test.each<[string, string, string | undefined, number, string]>([
    ['POST', '/genres', '{"id": 1, "name": "x"}', 409, '23505'],
    ['POST', '/covers', '{"book_id": 777, "url": "x"}', 409, '23503'],
    ['POST', '/genres', '{"id":', 400, 'PGRST102'],
    ['POST', '/genres', '', 400, 'PGRST102'],
    ['POST', '/genres', '5', 400, 'PGRST102'],
    ['POST', '/genres', '[1]', 400, 'PGRST102'],
    ['POST', '/genres', '[{"id": 90, "name": "x"}, {"id": 91}]', 400, 'PGRST102'],
    ['POST', '/genres', '{"id": "x", "name": "x"}', 400, '22P02'],
    ['POST', '/genres', `{"name": "${'x'.repeat(3_000)}"}`, 413, 'PGRST102'],
    ['PATCH', '/authors?id=eq.1', '{"name": null}', 400, '23502'],
    ['DELETE', '/sealed', undefined, 403, '42501'],
    ['PROPFIND', '/genres', undefined, 405, 'PGRST117'],
    ['POST', '/shelves', '{"id": 5, "owner": "00000000-0000-4000-8000-000000000001", "label": ""}', 400, '23514'],
  ])('%s %s %s', async (method, path, body, status, code) => {
    const response = await db.raw(path, { as: 'user', method, body });
    expect(((await response.json()) as { code: string }).code).toBe(code);
    expect(response.status).toBe(status);
  });

  test('a form that can not be made, a form that can not be read, a schema that is not exposed', async () => {
    expect((await db.raw('/books', { headers: { accept: 'image/png' } })).status).toBe(406);
    const xml = await db.raw('/books', {
      as: 'user',
      method: 'POST',
      body: '<a/>',
      headers: { 'content-type': 'text/xml' },
    });
    expect([xml.status, (await xml.json()).code]).toEqual([400, 'PGRST102']);
    const hidden = await db.raw('/secrets', { as: 'service', headers: { 'accept-profile': 'hidden' } });
    expect(await hidden.json()).toEqual({
      code: 'PGRST106',
      details: null,
      hint: 'Only the following schemas are exposed: public',
      message: 'Invalid schema: hidden',
    });
    const strict = await db.raw('/books', { headers: { prefer: 'handling=strict, anything' } });
    expect([strict.status, (await strict.json()).details]).toEqual([400, 'Invalid preferences: anything']);
  });

  test('a view that can not be written answers as published; an unknown column is told of before that', async () => {
    await db.change(`
      create view public.tallies as select status, count(*) as books from public.books group by 1;
      create materialized view public.stored_tallies as select * from public.tallies;
      grant all on public.tallies, public.stored_tallies to authenticated;`);
    const codeOf = async (method: string, path: string, body?: string, asked = db) => {
      const response = await asked.raw(path, { as: 'user', method, body });
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    expect(await codeOf('POST', '/tallies', '{"status": "x"}')).toEqual([500, '55000']);
    expect(await codeOf('PATCH', '/tallies?status=eq.x', '{"status": "y"}')).toEqual([500, '55000']);
    expect(await codeOf('DELETE', '/tallies?status=eq.x')).toEqual([500, '55000']);
    expect(await codeOf('POST', '/tallies', '{"nope": 1}')).toEqual([400, 'PGRST204']);
    expect(await codeOf('PATCH', '/tallies?status=eq.x', '{"nope": 1}')).toEqual([400, 'PGRST204']);
    expect(await codeOf('DELETE', '/stored_tallies?status=eq.x')).toEqual([400, '42809']);
    // With the option, the error has its own code; an unknown column still takes precedence.
    const own = await openWireOver({ ...db, drop: async () => {} }, { answersViewWrites: true });
    for (const path of ['/tallies', '/stored_tallies']) {
      expect(await codeOf('POST', path, '{"status": "x"}', own)).toEqual([405, 'view_read_only']);
      expect(await codeOf('PATCH', `${path}?status=eq.x`, '{"status": "y"}', own)).toEqual([405, 'view_read_only']);
      expect(await codeOf('DELETE', `${path}?status=eq.x`, undefined, own)).toEqual([405, 'view_read_only']);
      expect(await codeOf('POST', path, '{"nope": 1}', own)).toEqual([400, 'PGRST204']);
    }
    await own.rest.close();
    await own.database.close();
  });

  test('an offset before the first row is no offset, and takes from the limit what lies there', async () => {
    const ids = async (query: string) => {
      const response = await db.raw(`/genres?select=id&order=id&${query}`, { headers: { prefer: 'count=exact' } });
      const rows = (await response.json()) as { id: number }[];
      return [response.status, response.headers.get('content-range'), rows.map(({ id }) => id)];
    };
    expect(await ids('offset=-4')).toEqual([200, '0-2/3', [1, 2, 3]]);
    expect(await ids('offset=-1&limit=3')).toEqual([206, '0-1/3', [1, 2]]);
    expect(await ids('offset=-4&limit=0')).toEqual([206, '*/3', []]);
  });

  test('a limit or an offset that is not an integer is ignored', async () => {
    const ids = async (path: string) => {
      const response = await db.raw(path);
      return [response.status, await response.json()];
    };
    const three = [200, [{ id: 1 }, { id: 2 }, { id: 3 }]];
    for (const value of ['abc', '1e9', 'NaN', '0x10', '1.5', '']) {
      for (const name of ['limit', 'offset']) {
        expect(await ids(`/genres?select=id&order=id&${name}=${value}`)).toEqual(three);
        expect(await ids(`/rpc/genres_in_order?select=id&${name}=${value}`)).toEqual(three);
        expect(await ids(`/authors?select=books!author_id(id)&id=eq.1&books.order=id&books.${name}=${value}`)).toEqual([
          200,
          [{ books: [{ id: 1 }, { id: 4 }] }],
        ]);
      }
    }
    const ranged = await db.raw('/genres?select=id&order=id&limit=abc', { headers: { range: '1-1' } });
    expect([ranged.headers.get('content-range'), await ranged.json()]).toEqual(['1-1/*', [{ id: 2 }]]);
  });

  test('limits: rows, address, depth, conditions, list', async () => {
    expect(await (await db.raw('/books?select=id&order=id')).json()).toHaveLength(3);
    expect(await (await db.raw('/books?select=id&order=id&limit=100')).json()).toHaveLength(3);
    expect((await db.raw(`/books?title=eq.${'x'.repeat(20_000)}`)).status).toBe(414);
    expect((await db.raw(`/books?or=${'(or'.repeat(500)}`)).status).toBe(400);
    expect((await db.raw(`/books?select=${'authors!author_id(books!author_id('.repeat(30)}`)).status).toBe(400);
    expect((await db.raw(`/books?${'id=eq.1&'.repeat(300)}`)).status).toBe(400);
    expect((await db.raw('/books?offset=1000000000')).status).toBe(200);
  });
});

describe('who asks', () => {
  const request = (headers: Record<string, string>, path = '/genres?select=id&id=eq.1') =>
    db.rest.fetch(new Request(`http://wire.test/rest/v1${path}`, { headers }));

  test('no key, a wrong key, a wrong token, one that ran out', async () => {
    const none = await request({});
    expect([none.status, await none.json()]).toEqual([
      401,
      { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
    ]);
    const wrong = await request({ apikey: 'nonsense' });
    expect([wrong.status, (await wrong.json()).message]).toEqual([401, 'Invalid API key']);
    const none_ = Buffer.from('{"alg":"none"}').toString('base64url');
    const claims = Buffer.from('{"role":"service_role"}').toString('base64url');
    const forged = await request({ apikey: db.anonKey, authorization: `Bearer ${none_}.${claims}.x` });
    expect([forged.status, (await forged.json()).code]).toEqual([401, 'PGRST301']);
    const expiredToken = await db.tokens.sign({ role: 'authenticated' }, -40);
    const expired = await request({ apikey: db.anonKey, authorization: `Bearer ${expiredToken}` });
    expect([expired.status, (await expired.json()).message]).toEqual([401, 'JWT expired']);
    // Either key, as published; the product accepts only the public one.
    for (const key of [db.anonKey, db.serviceKey])
      expect((await request({}, `/genres?select=id&id=eq.1&apikey=${key}`)).status).toBe(200);
  });

  test('a token without a role', async () => {
    for (const claims of [{}, { role: null }, { role: undefined, sub: 'x' }]) {
      const response = await request({ apikey: db.anonKey, authorization: `Bearer ${await db.tokens.sign(claims)}` });
      expect([response.status, response.headers.get('www-authenticate'), await response.json()]).toEqual([
        401,
        'Bearer',
        { code: 'PGRST302', details: null, hint: null, message: 'Anonymous access is disabled' },
      ]);
    }
  });

  test('a role the three are not is no key', async () => {
    const root = await db.tokens.sign({ role: 'postgres' });
    expect((await request({ apikey: root })).status).toBe(401);
  });

  test('a coupon is found by its name, never listed', async () => {
    const by = async (query: string) => (await db.raw(`/coupons?${query}`)).json();
    expect(await by('')).toEqual([]);
    expect(await by('account_id=eq.1')).toEqual([]);
    expect(await by('account_id=eq.1&name=neq.x')).toEqual([]);
    expect(await by('account_id=eq.1&name=eq.SAVE')).toEqual([{ account_id: 1, name: 'SAVE' }]);
    expect(await by('account_id=eq.1&name=eq.SAVE&name=eq.OTHER')).toEqual([]);
    expect(await by('account_id=eq.1&name=neq.x&name=eq.SAVE')).toEqual([]);
    const { data } = await db.anon.from('coupons').select('name').eq('account_id', 1).eq('name', 'SAVE').maybeSingle();
    expect(data).toEqual({ name: 'SAVE' });
  });

  test('any page may ask', async () => {
    const preflight = await db.rest.fetch(
      new Request('http://wire.test/rest/v1/books', {
        method: 'OPTIONS',
        headers: {
          origin: 'http://a.test',
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'apikey, prefer, x-client-info',
        },
      }),
    );
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'apikey, prefer, x-client-info',
    ]);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    const response = await db.raw('/genres', { headers: { origin: 'http://a.test' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-expose-headers')).toContain('Content-Range');
    const sameSite = await db.raw('/genres');
    expect(sameSite.headers.get('access-control-allow-origin')).toBe('*');
    expect(sameSite.headers.get('access-control-expose-headers')).toBeNull();
  });
});

describe('the shape of the database', () => {
  test('a table made behind our back is there after the notice', async () => {
    const sql = db.database.asService();
    await sql.query('create table public.late (id int primary key)');
    await sql.query('grant select on public.late to anon');
    expect((await db.raw('/late')).status).toBe(404);
    await sql.query("notify pgrst, 'reload schema'");
    await expect.poll(async () => (await db.raw('/late')).status, { timeout: 10_000 }).toBe(200);
    await sql.query('alter table public.late add column extra int default 7');
    await sql.query('insert into public.late values (1)');
    await db.rest.reload();
    expect(await (await db.raw('/late?select=extra')).json()).toEqual([{ extra: 7 }]);
    expect(await (await db.raw('/late')).json()).toEqual([{ id: 1, extra: 7 }]);
  });

  test('the document of every table, or of what a role may use', async () => {
    const response = await db.raw('/', { as: 'service' });
    expect(response.headers.get('content-type')).toBe('application/openapi+json; charset=utf-8');
    const document = (await response.json()) as {
      swagger: string;
      paths: Record<string, unknown>;
      definitions: Record<string, { required: string[]; properties: Record<string, object>; description?: string }>;
    };
    expect(document.swagger).toBe('2.0');
    expect(Object.keys(document.definitions)).toEqual(
      expect.arrayContaining(['books', 'shelves', 'sealed', 'book_cards']),
    );
    expect(document.definitions.secrets).toBeUndefined();
    expect(document.definitions.books).toMatchObject({
      description: 'What can be lent',
      required: ['id', 'title', 'tags', 'facts', 'status'],
      properties: {
        id: { type: 'integer', format: 'integer', description: 'Note:\nThis is a Primary Key.<pk/>' },
        tags: { type: 'array', items: { type: 'string' } },
        status: { default: 'draft' },
        author_id: { description: "Note:\nThis is a Foreign Key to `authors.id`.<fk table='authors' column='id'/>" },
      },
    });
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/books', '/rpc/add']));
    const visitors = (await (await db.raw('/')).json()) as { definitions: object };
    expect(Object.keys(visitors.definitions)).toContain('books');
    expect(Object.keys(visitors.definitions)).not.toContain('shelves');
  });

  test('several schemas, the first where none is named; another mount', async () => {
    const rest = createRest({
      database: db.database,
      tokens: db.tokens,
      schemas: ['public', 'hidden'],
      basePath: '/',
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
    const request = (path: string, headers: object = {}) =>
      rest.fetch(new Request(`http://wire.test${path}`, { headers: { apikey: db.serviceKey, ...headers } }));
    expect((await request('/genres?select=id&limit=1')).status).toBe(200);
    expect((await request('/secrets')).status).toBe(404);
    const hidden = await request('/secrets', { 'accept-profile': 'hidden' });
    expect([hidden.status, (await hidden.json()).code]).toEqual([403, '42501']);
    await rest.close();
  });
});
