import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWire, openWireOver, type Wire } from '#tests/db/rest-wire.ts';

let db: Wire;
beforeAll(async () => {
  db = await openWire({ planEnabled: true });
  await db.change(`
    create domain public."text/html" as text;
    create domain public."application/x-bytes" as bytea;
    create domain public."text/tab-separated-values" as text;
    create function public.page(title text) returns public."text/html" language sql as $$ select '<h1>' || title || '</h1>' $$;
    create function public.picture() returns public."application/x-bytes" language sql as $$ select '\\x00ff10'::bytea $$;
    create function public.tsv_next(state text, next public.genres) returns public."text/tab-separated-values" language sql as
      $$ select state || next.id || E'\\t' || next.name || E'\\n' $$;
    create aggregate public.genres_tsv (public.genres) (
      initcond = '', stype = public."text/tab-separated-values", sfunc = public.tsv_next);
    create domain public."application/octet-stream" as bytea;
    create domain public."application/vnd.list+json" as jsonb;
    create domain public."Text/Plain" as text;
    create domain public."*/*" as text;
    create table public.pictures (id int primary key, data bytea);
    insert into public.pictures values (1, '\\x00ff10');
    grant select on public.pictures to anon;
    create function public.stored_picture(wanted int) returns public."application/octet-stream" language sql as
      $$ select data from public.pictures where id = wanted $$;
    create function public.echoed(bytea) returns public."application/octet-stream" language sql as $$ select $1 $$;
    create function public.two_pages() returns setof public."text/html" language sql as $$ values ('a'::text), ('b') $$;
    create function public.spoken() returns public."Text/Plain" language sql as $$ select 'hello'::text $$;
    create function public.anything() returns public."*/*" language sql as $$ select 'any'::text $$;
    create function public.as_asked() returns public."*/*" language plpgsql as $$ begin
      perform set_config('response.headers', '[{"content-type": "app/groucho"}]', true); return 'groucho'; end $$;
    create function public.list_next(state jsonb, next anyelement) returns jsonb language sql as
      $$ select state || to_jsonb(next) $$;
    create function public.list_end(state jsonb) returns public."application/vnd.list+json" language sql as $$ select state $$;
    create aggregate public.listed (anyelement) (initcond = '[]', stype = jsonb, sfunc = public.list_next, finalfunc = public.list_end);
    create function public.cover_next(state text, next public.covers) returns public."*/*" language sql as
      $$ select state || next.url || ';' $$;
    create aggregate public.covers_any (public.covers) (initcond = '', stype = public."*/*", sfunc = public.cover_next);
    create schema gis;
    create function gis.st_asgeojson(one record) returns text language plpgsql as
      $$ begin return json_build_object('type', 'Feature', 'properties', to_json(one))::text; end $$;
    grant usage on schema gis to anon;
    grant execute on all functions in schema public, gis to anon, authenticated;`);
});
afterAll(() => db?.close());

const genres = '/genres?select=id,name,parent_id&order=id&limit=2';

/** https://docs.postgrest.org/en/stable/references/api/resource_representation.html */
describe('forms of an answer', () => {
  test.each([
    [
      'application/json',
      'application/json; charset=utf-8',
      '[{"id":1,"name":"fiction","parent_id":null}, \n {"id":2,"name":"science fiction","parent_id":1}]',
    ],
    [
      'application/vnd.pgrst.array+json;nulls=stripped',
      'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
      '[{"id":1,"name":"fiction"},{"id":2,"name":"science fiction","parent_id":1}]',
    ],
    ['text/csv', 'text/csv; charset=utf-8', 'id,name,parent_id\n1,fiction,\n2,"science fiction",1'],
    [
      'image/png, text/csv;q=0.5, application/json;q=0.1',
      'text/csv; charset=utf-8',
      'id,name,parent_id\n1,fiction,\n2,"science fiction",1',
    ],
  ])('%s', async (accept, type, body) => {
    const response = await db.raw(genres, { headers: { accept } });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, type, body]);
  });

  test('one object, with and without its nulls', async () => {
    const request = (accept: string) => db.raw('/genres?id=eq.1', { headers: { accept } });
    const full = await request('application/vnd.pgrst.object+json');
    expect([full.headers.get('content-type'), await full.json()]).toEqual([
      'application/vnd.pgrst.object+json; charset=utf-8',
      { id: 1, name: 'fiction', parent_id: null },
    ]);
    const stripped = await request('application/vnd.pgrst.object+json;nulls=stripped');
    expect([stripped.headers.get('content-type'), await stripped.json()]).toEqual([
      'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
      { id: 1, name: 'fiction' },
    ]);
    const { data } = await db.anon.from('genres').select('name, parent_id').eq('id', 1).stripNulls().single();
    expect(data).toEqual({ name: 'fiction' });
  });

  test.each([
    ['/genres', 'image/png', 'image/png'],
    ['/genres', 'application/openapi+json', 'application/openapi+json'],
    ['/rpc/add?a=1', 'text/html', 'text/html'],
    ['/rpc/page?title=x', 'image/png', 'image/png'],
  ])('%s as %s is an error', async (path, accept, named) => {
    const response = await db.raw(path, { headers: { accept } });
    expect([response.status, await response.json()]).toEqual([
      406,
      { code: 'PGRST107', details: null, hint: null, message: `None of these media types are available: ${named}` },
    ]);
  });

  test('more than one row is no object', async () => {
    const response = await db.raw('/genres', { headers: { accept: 'application/vnd.pgrst.object+json' } });
    expect([response.status, await response.json()]).toEqual([
      406,
      {
        code: 'PGRST116',
        details: 'The result contains 3 rows',
        hint: null,
        message: 'Cannot coerce the result to a single JSON object',
      },
    ]);
  });

  test('geography, by the function of PostGIS', async () => {
    const { data } = await db.anon.from('genres').select('id').lt('id', 3).order('id').geojson();
    expect(data).toEqual({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: { id: 1 } },
        { type: 'Feature', properties: { id: 2 } },
      ],
    });
    const plain = await openWire();
    const none = await plain.raw('/genres', { headers: { accept: 'application/geo+json' } });
    expect([none.status, (await none.json()).code]).toEqual([406, 'PGRST107']);
    await plain.close();
  });
});

/** https://docs.postgrest.org/en/stable/references/api/media_type_handlers.html */
describe('forms the database makes', () => {
  test('text by a function, whatever is accepted of that kind', async () => {
    for (const accept of ['text/html', 'text/*', '*/*', 'application/xml;q=0.9, text/html']) {
      const response = await db.raw('/rpc/page?title=One', { headers: { accept } });
      expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
        200,
        'text/html',
        '<h1>One</h1>',
      ]);
    }
  });

  test('bytes by a function', async () => {
    const response = await db.raw('/rpc/picture', { method: 'POST', headers: { accept: 'application/x-bytes' } });
    expect(response.headers.get('content-type')).toBe('application/x-bytes');
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 16]);
  });

  test('the bytes of one column, by a function whose result is a domain of that name', async () => {
    const headers = { accept: 'application/octet-stream' };
    const read = await db.raw('/rpc/stored_picture?wanted=1', { headers });
    expect([read.status, read.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect([...new Uint8Array(await read.arrayBuffer())]).toEqual([0, 255, 16]);
    const response = await db.raw('/rpc/echoed', {
      method: 'POST',
      body: Buffer.from([0, 255, 92, 16]),
      headers: { ...headers, 'content-type': 'application/octet-stream' },
    });
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 92, 16]);
    const none = await db.raw('/rpc/stored_picture?wanted=9', { headers });
    expect([none.status, await none.text()]).toEqual([200, '']);
    // As published since version 12: a table has this media type only by an aggregate.
    expect((await db.raw('/pictures?select=data', { headers })).status).toBe(406);
  });

  test.each([
    ['/rpc/spoken', 'text/plain', 'text/plain; charset=utf-8', 'hello'],
    ['/rpc/anything', 'app/bingo', 'application/octet-stream', 'any'],
    ['/rpc/anything', '*/*', 'application/octet-stream', 'any'],
    ['/rpc/as_asked', 'app/bingo', 'app/groucho', 'groucho'],
    [
      '/genres?select=id&id=lt.3&order=id',
      'application/vnd.list+json',
      'application/vnd.list+json',
      '[{"id": 1}, {"id": 2}]',
    ],
    ['/rpc/numbers?limit=2', 'application/vnd.list+json', 'application/vnd.list+json', '[1, 2]'],
    ['/covers?order=book_id', 'image/png', 'application/octet-stream', 'one.png;three.png;'],
    [
      '/covers?select=url&order=book_id',
      '*/*',
      'application/json; charset=utf-8',
      '[{"url":"one.png"}, \n {"url":"three.png"}]',
    ],
    [
      '/covers?book_id=eq.1',
      'application/vnd.pgrst.object',
      'application/vnd.pgrst.object+json; charset=utf-8',
      '{"book_id":1,"url":"one.png"}',
    ],
  ])('%s as %s', async (path, accept, type, body) => {
    const response = await db.raw(path, { headers: { accept } });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, type, body]);
  });

  test('of several values there is none', async () => {
    const response = await db.raw('/rpc/two_pages', { headers: { accept: 'text/html' } });
    expect([response.status, (await response.json()).code]).toEqual([406, 'PGRST107']);
  });

  test('what is limited is limited in them too', async () => {
    const limits = { embeds: 10, depth: 4, sameResource: 3, cost: 1 };
    const limited = await openWireOver({ ...db, drop: async () => {} }, { readLimits: limits, textSaysCharset: true });
    const headers = { accept: 'application/vnd.list+json' };
    const many = '/authors?select=id,a:books!author_id(id),b:books!editor_id(id),c:books!author_id(id)';
    const response = await limited.raw(many, { headers });
    expect([response.status, (await response.json()).code]).toEqual([400, 'PGRST100']);
    const text = await limited.raw('/rpc/page?title=x', { headers: { accept: 'text/html' } });
    expect(text.headers.get('content-type')).toBe('text/html; charset=utf-8');
    await limited.rest.close();
    await limited.database.close();
  });

  test('rows by an aggregate, where all columns are asked for', async () => {
    const headers = { accept: 'text/tab-separated-values' };
    const response = await db.raw('/genres?order=id&limit=2', { headers });
    expect([response.headers.get('content-type'), await response.text()]).toEqual([
      'text/tab-separated-values',
      '1\tfiction\n2\tscience fiction\n',
    ]);
    expect((await db.raw('/genres?select=id', { headers })).status).toBe(406);
    expect((await db.raw('/authors', { headers })).status).toBe(406);
  });
});

/** https://docs.postgrest.org/en/stable/references/observability.html#execution-plan */
describe('execution plans', () => {
  test('as text and as JSON, with options', async () => {
    const text = await db.raw(genres, { headers: { accept: 'application/vnd.pgrst.plan' } });
    expect(text.headers.get('content-type')).toBe(
      'application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8',
    );
    expect(await text.text()).toMatch(/^Aggregate {2}\(cost=/);
    const json = await db.raw(genres, {
      headers: { accept: 'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose|nonsense' },
    });
    expect(json.headers.get('content-type')).toBe(
      'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose; charset=utf-8',
    );
    const [plan] = (await json.json()) as [{ Plan: { 'Node Type': string; Output: string[] } }];
    expect(plan.Plan['Node Type']).toBe('Aggregate');
    expect(plan.Plan.Output).toBeDefined();
  });

  test('by the client, for reads, writes and functions', async () => {
    const { data } = await db.anon.from('books').select('id').eq('id', 1).explain({ analyze: true, format: 'json' });
    expect(data).toEqual([expect.objectContaining({ Plan: expect.anything(), 'Execution Time': expect.any(Number) })]);
    const written = await db.user.from('genres').update({ name: 'x' }).eq('id', 1).explain();
    expect(written.data).toContain('Update on genres');
    expect((await db.anon.from('genres').select('name').eq('id', 1).single()).data).toEqual({ name: 'fiction' });
    expect((await db.anon.rpc('numbers').explain()).data).toContain('CTE Scan');
  });

  test('fail if they are disabled', async () => {
    const usual = await openWire();
    const response = await usual.raw('/genres', { headers: { accept: 'application/vnd.pgrst.plan+json' } });
    expect([response.status, await response.json()]).toEqual([
      406,
      {
        code: 'PGRST107',
        details: null,
        hint: null,
        message: 'None of these media types are available: application/vnd.pgrst.plan+json',
      },
    ]);
    await usual.close();
  });
});

/** https://docs.postgrest.org/en/stable/references/api/tables_views.html#insert */
describe('forms of a payload', () => {
  const post = (path: string, type: string, body: string) =>
    db.raw(path, {
      as: 'user',
      method: 'POST',
      body,
      headers: { 'content-type': type, prefer: 'return=representation' },
    });

  test('CSV, with quotes, line breaks and NULL', async () => {
    const response = await post(
      '/genres?select=id,name,parent_id',
      'text/csv',
      'id,name,parent_id\r\n30,"a ""b"", c",NULL\r\n31,"two\nlines",1\r\n',
    );
    expect([response.status, await response.json()]).toEqual([
      201,
      [
        { id: 30, name: 'a "b", c', parent_id: null },
        { id: 31, name: 'two\nlines', parent_id: 1 },
      ],
    ]);
  });

  test('a form', async () => {
    const response = await post('/genres?select=id,name', 'application/x-www-form-urlencoded', 'id=32&name=a+b%26c');
    expect([response.status, await response.json()]).toEqual([201, [{ id: 32, name: 'a b&c' }]]);
  });

  test('only the columns named', async () => {
    const response = await post(
      '/genres?columns=id,name&select=id,parent_id',
      'application/json',
      '[{"id": 33, "name": "x", "parent_id": 1, "more": true}]',
    );
    expect([response.status, await response.json()]).toEqual([201, [{ id: 33, parent_id: null }]]);
    const wrong = await post('/genres?columns=id,nome', 'application/json', '{"id": 34}');
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      {
        code: 'PGRST204',
        details: null,
        hint: null,
        message: "Could not find the 'nome' column of 'genres' in the schema cache",
      },
    ]);
  });

  test.each([
    ['text/csv', 'id,name\n1', 'All lines must have same number of fields'],
    ['text/csv', '', 'The CSV has no line of column names'],
    ['text/csv', 'id,na"me\n1,2', 'The CSV is malformed: a quote stands where none can be'],
    ['application/json', '', 'Empty or invalid json'],
    ['application/json', '{"a":', 'Empty or invalid json'],
    ['application/json', '[{"id":1},{"name":"x"}]', 'All object keys must match'],
    ['text/xml', '<a/>', 'Content-Type not acceptable: text/xml'],
    ['application/x-unknown; charset=utf-8', 'x', 'Content-Type not acceptable: application/x-unknown'],
  ])('%s %j is an error', async (type, body, message) => {
    const response = await post('/genres', type, body);
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 'PGRST102', details: null, hint: null, message },
    ]);
  });
});
