import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWire, openWireOver, type Wire } from '#tests/db/rest-wire.ts';

let db: Wire;
beforeAll(async () => {
  db = await openWire();
  await db.change(`
    create function public.plus_one(arr int[]) returns int[] language sql immutable as $$ select array_agg(n + 1) from unnest(arr) n $$;
    create function public.plus_two(variadic v int[]) returns int[] language sql immutable as $$ select array_agg(n + 2) from unnest(v) n $$;
    create function public.kind(value jsonb) returns text language sql immutable as $$ select jsonb_typeof(value) $$;
    create function public.rental(customer int) returns text language sql immutable as $$ select 'one' $$;
    create function public.rental(customer int, since date) returns text language sql immutable as $$ select 'two since ' || since $$;
    create function public.rental(customer int, until text, more text default '') returns text language sql immutable as $$ select 'three until ' || until || more $$;
    create function public.twofold(a int) returns text language sql immutable as $$ select 'int' $$;
    create function public.twofold(a int, b int default 1) returns text language sql immutable as $$ select 'both' $$;
    create function public.fallback(a int) returns text language sql immutable as $$ select 'named' $$;
    create function public.fallback(json) returns text language sql immutable as $$ select 'whole ' || $1::text $$;
    create function public.shout(text) returns text language sql immutable as $$ select upper($1) $$;
    create function public.size_of(bytea) returns int language sql immutable as $$ select length($1) $$;
    create function public.root_of(xml) returns text language sql immutable as $$ select (xpath('name(/*)', $1))[1]::text $$;
    create function public.untyped() returns setof record language sql stable as $$ select id, name from public.genres order by id $$;
    create function public.untyped_one() returns record language sql stable as $$ select id, name from public.genres where id = 1 $$;
    create function public.outs(out a int, out b text) language sql immutable as $$ select 1, 'x' $$;
    create function public.inout(inout n int) language sql immutable as $$ select n * 2 $$;
    create function public.out_next(n int, out next int) language sql immutable as $$ select n + 1 $$;
    create function public.out_json(out made json) language sql immutable as $$ select '{"a": 1}'::json $$;
    create function public.out_list(out n int) returns setof int language sql immutable as $$ values (1), (2) $$;
    create function public.unnamed(bool) returns text language sql immutable as $$ select 'bool' $$;
    create function public.unnamed(int) returns text language sql immutable as $$ select 'int' $$;
    create function public.unnamed(text) returns text language sql immutable as $$ select 'text ' || $1 $$;
    create function public.unnamed_int(int) returns int language sql immutable as $$ select $1 $$;
    create function public.unnamed_twice(bool) returns text language sql immutable as $$ select 'bool' $$;
    create function public.unnamed_twice(int) returns text language sql immutable as $$ select 'int' $$;
    create function public.unnamed_list(int[]) returns int[] language sql immutable as $$ select $1 $$;
    create function public.unnamed_many(variadic int[]) returns int language sql immutable as $$ select cardinality($1) $$;
    create function public.unnamed_json(json) returns json language sql immutable as $$ select $1 $$;
    create function public.unnamed_jsonb(jsonb) returns jsonb language sql immutable as $$ select $1 $$;
    create function public.unnamed_text(text) returns text language sql immutable as $$ select $1 $$;
    create function public.unnamed_bytea(bytea) returns text language sql immutable as $$ select encode($1, 'escape') $$;
    create function public.unnamed_default() returns text language sql immutable as $$ select 'none' $$;
    create function public.unnamed_default(int default 42) returns text language sql immutable as $$ select 'int' $$;
    create function public.unnamed_default(text default 'x') returns text language sql immutable as $$ select 'text ' || $1 $$;
    create function public.unnamed_pair(int, text) returns text language sql immutable as $$ select 'pair' $$;
    create function public.row_size(public.genres) returns int language sql immutable as $$ select length($1.name) $$;
    create function public.sorted_late(a text) returns text language sql immutable as $$ select 'text' $$;
    create function public.sorted_late(a text, b int default 0) returns text language sql immutable as $$ select 'pair' $$;
    create function public.sorted_late(a int) returns text language sql immutable as $$ select 'int' $$;
    create function public.sorted_late(a xml) returns text language sql immutable as $$ select 'xml' $$;
    create function public.one_parent(one public.genres) returns public.genres language sql stable as $$ select * from public.genres where id = one.parent_id $$;
    create function public.drop_genres(floor int) returns setof public.genres language sql volatile as $$ delete from public.genres where id > floor returning * $$;
    create function public.drop_none() returns setof public.genres language sql stable as $$ select * from public.genres where id = 2 $$;
    create function public.nothing() returns public.genres language sql stable as $$ select * from public.genres where false $$;
    create function public.null_text() returns text language sql immutable as $$ select null::text $$;
    create function public."odd Name!"("the Arg" int) returns int language sql immutable as $$ select "the Arg" $$;
    create function public.given("limit_" int, class text default 'none') returns text language sql immutable as $$ select "limit_" || class $$;
    insert into public.genres values (40, 'a'), (41, 'b'), (42, 'c');
    grant select, delete on public.genres to anon;
    grant execute on all functions in schema public to anon, authenticated;`);
});
afterAll(() => db?.close());

type Call = {
  path: string;
  method?: string;
  body?: string;
  type?: string;
  prefer?: string;
  status?: number;
  expected: unknown;
};
const get = (path: string, gives: unknown): Call => ({ path, expected: gives });
const post = (path: string, body: unknown, gives: unknown): Call => ({
  path,
  method: 'POST',
  body: JSON.stringify(body),
  expected: gives,
});

async function statusAndBody({ path, method, body, type, prefer }: Call): Promise<[number, unknown]> {
  const headers: Record<string, string> = { ...(type ? { 'content-type': type } : {}), ...(prefer ? { prefer } : {}) };
  const response = await db.raw(path, { method, body, headers });
  const text = await response.text();
  return [response.status, text === '' ? null : JSON.parse(text)];
}

/** https://docs.postgrest.org/en/stable/references/api/functions.html */
describe('arguments', () => {
  test.each<Call>([
    get('/rpc/add?a=1&b=2', 3),
    get('/rpc/add?a=1', 11),
    get('/rpc/add?a=1&a=5', 15),
    post('/rpc/add', { a: 1, b: '2' }, 3),
    get('/rpc/plus_one?arr={1,2,3}', [2, 3, 4]),
    post('/rpc/plus_one', { arr: [1, 2] }, [2, 3]),
    get('/rpc/plus_two?v=1&v=2', [3, 4]),
    get('/rpc/plus_two?v=7', [9]),
    post('/rpc/plus_two', { v: [1, 2, 3] }, [3, 4, 5]),
    {
      path: '/rpc/plus_two',
      method: 'POST',
      body: 'v=1&v=2',
      type: 'application/x-www-form-urlencoded',
      expected: [3, 4],
    },
    { path: '/rpc/add', method: 'POST', body: 'a=4', type: 'application/x-www-form-urlencoded', expected: 14 },
    get('/rpc/kind?value={"a":1}', 'object'),
    get('/rpc/kind?value=5', 'number'),
    post('/rpc/kind', { value: [1] }, 'array'),
    get('/rpc/odd%20Name!?the%20Arg=3', 3),
    get('/rpc/given?limit_=5&class=x', '5x'),
    { path: '/rpc/shout', method: 'POST', body: 'héllo', type: 'text/plain', expected: 'HÉLLO' },
    { path: '/rpc/size_of', method: 'POST', body: '\u0000ab', type: 'application/octet-stream', expected: 3 },
    { path: '/rpc/root_of', method: 'POST', body: '<a><b/></a>', type: 'text/xml', expected: 'a' },
    post('/rpc/fallback', { a: 1 }, 'named'),
    post('/rpc/fallback', { b: 1 }, 'whole {"b":1}'),
    post('/rpc/fallback', [1], 'whole [1]'),
    get('/rpc/rental?customer=1', 'one'),
    get('/rpc/rental?customer=1&since=2020-01-02', 'two since 2020-01-02'),
    post('/rpc/rental', { customer: 1, until: 'x' }, 'three until x'),
    post('/rpc/rental', { customer: 1, until: 'x', more: '!' }, 'three until x!'),
    // By its empty name, an unnamed parameter takes the whole body.
    post('/rpc/unnamed', { '': 'x' }, 'text {"":"x"}'),
    post('/rpc/unnamed', { '': true }, 'text {"":true}'),
    post('/rpc/unnamed_json', { '': { a: 1 } }, { '': { a: 1 } }),
    post('/rpc/unnamed_jsonb', { '': [1] }, { '': [1] }),
    post('/rpc/unnamed_text', { '': 'x' }, '{"":"x"}'),
    post('/rpc/unnamed_bytea', { '': '\\x' }, String.raw`{"":"\\\\x"}`),
    get('/rpc/unnamed_text?=x', '{"":"x"}'),
    post('/rpc/unnamed_default', { '': 'x' }, 'text {"":"x"}'),
    // Of a type that can't take the whole body, it takes the value.
    post('/rpc/unnamed_int', { '': 5 }, 5),
    post('/rpc/unnamed_int', { '': null }, null),
    post('/rpc/unnamed_list', { '': [1, 2] }, [1, 2]),
    post('/rpc/unnamed_many', { '': [1, 2, 3] }, 3),
    post('/rpc/row_size', { '': { id: 1, name: 'abc' } }, 3),
    get('/rpc/unnamed_int?=5', 5),
    get('/rpc/unnamed_many?=5&=6', 2),
    { path: '/rpc/unnamed_int', method: 'POST', body: '=5', type: 'application/x-www-form-urlencoded', expected: 5 },
  ])('$method $path $body', async (call) => {
    expect(await statusAndBody(call)).toEqual([200, call.expected]);
  });
});

describe('results', () => {
  test.each<Call>([
    get('/rpc/untyped', [
      { id: 1, name: 'fiction' },
      { id: 2, name: 'science fiction' },
      { id: 3, name: 'essay' },
      { id: 40, name: 'a' },
      { id: 41, name: 'b' },
      { id: 42, name: 'c' },
    ]),
    get('/rpc/untyped_one', { id: 1, name: 'fiction' }),
    get('/rpc/outs', { a: 1, b: 'x' }),
    get('/rpc/inout?n=4', { n: 8 }),
    get('/rpc/out_next?n=4', { next: 5 }),
    get('/rpc/out_next?n=4&select=plus:next', { plus: 5 }),
    get('/rpc/out_json', { made: { a: 1 } }),
    get('/rpc/out_list', [{ n: 1 }, { n: 2 }]),
    get('/rpc/null_text', null),
    get('/rpc/numbers?limit=2&offset=1', [2, 3]),
    get('/rpc/books_over?floor=210&select=id,authors!author_id(name)&id=eq.2', [
      { id: 2, authors: { name: 'Octavia' } },
    ]),
    get('/rpc/books_over?floor=210&order=id.desc&limit=1&select=title', [{ title: 'The Left Hand of Darkness' }]),
  ])('$path', async (call) => {
    expect(await statusAndBody(call)).toEqual([200, call.expected]);
  });

  test('HEAD: as GET, without a body', async () => {
    const response = await db.raw('/rpc/numbers?limit=2', { method: 'HEAD', headers: { prefer: 'count=exact' } });
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([206, '0-1/5', '']);
    const { count } = await db.anon.rpc('numbers', undefined, { head: true, count: 'exact' });
    expect(count).toBe(5);
  });

  test('one row of many as an object', async () => {
    const { data } = await db.anon.rpc('books_over', { floor: 340 }).select('id').single();
    expect(data).toEqual({ id: 1 });
    const none = await db.anon.rpc('books_over', { floor: 999 }).single();
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116']);
  });
});

/** https://docs.postgrest.org/en/stable/references/api/resource_embedding.html#computed-relationships */
describe('a function of a row that returns one row', () => {
  test.each<Call>([
    get('/genres?select=id,one_parent(name)&id=lt.3&order=id', [
      { id: 1, one_parent: { name: null } },
      { id: 2, one_parent: { name: 'fiction' } },
    ]),
    get('/genres?select=id,...one_parent(parent:name)&id=lt.3&order=id', [
      { id: 1, parent: null },
      { id: 2, parent: 'fiction' },
    ]),
    get('/genres?select=id,up:one_parent!inner(name)&up.name=eq.fiction', [{ id: 2, up: { name: 'fiction' } }]),
    get('/genres?select=id,one_parent()&id=lt.3&order=one_parent(name).asc.nullsfirst', [{ id: 1 }, { id: 2 }]),
    get('/rpc/drop_none?select=id,one_parent(name)', [{ id: 2, one_parent: { name: 'fiction' } }]),
  ])('$path', async (call) => {
    expect(await statusAndBody(call)).toEqual([200, call.expected]);
  });

  test('counts as embedded where that is limited', async () => {
    const limits = { embeds: 3, depth: 2, sameResource: 2, cost: 1 };
    const limited = await openWireOver({ ...db, drop: async () => {} }, { readLimits: limits });
    const codeOf = async (path: string) => {
      const response = await limited.raw(path);
      return [response.status, ((await response.json()) as { message?: string }).message];
    };
    const twoEmbeds = 'a:one_parent(id),b:one_parent(id)';
    expect(await codeOf(`/genres?select=${twoEmbeds},c:one_parent(id)`)).toEqual([
      400,
      'A request can embed the same resource 2 times, not more.',
    ]);
    expect(await codeOf('/genres?select=one_parent(one_parent(one_parent(id)))')).toEqual([
      400,
      'Resources can be embedded 2 deep, not deeper.',
    ]);
    expect(await codeOf(`/genres?select=${twoEmbeds},book_genres(book_id)`)).toEqual([
      400,
      'The request reads too much at once. Embed less, or ask for fewer rows.',
    ]);
    await limited.rest.close();
    await limited.database.close();
  });
});

/** https://docs.postgrest.org/en/stable/references/errors.html#group-2-schema-cache */
describe('refusals', () => {
  const errorBody = (code: string, message: string, rest: { details?: string | null; hint?: string | null } = {}) => ({
    code,
    message,
    details: rest.details ?? null,
    hint: rest.hint ?? null,
  });

  const choice =
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved';

  test.each<Call>([
    {
      path: '/rpc/ad_them?a=1&b=2',
      status: 404,
      expected: errorBody('PGRST202', 'Could not find the function public.ad_them(a, b) in the schema cache', {
        details:
          'Searched for the function public.ad_them with parameters a, b, but no matches were found in the schema cache.',
      }),
    },
    {
      path: '/rpc/plus_on?arr={1}',
      status: 404,
      expected: errorBody('PGRST202', 'Could not find the function public.plus_on(arr) in the schema cache', {
        details:
          'Searched for the function public.plus_on with parameter arr, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.plus_one',
      }),
    },
    {
      path: '/rpc/add',
      method: 'POST',
      body: '{"a": 1, "c": 2}',
      status: 404,
      expected: errorBody('PGRST202', 'Could not find the function public.add(a, c) in the schema cache', {
        details:
          'Searched for the function public.add with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.add(a, b)',
      }),
    },
    {
      path: '/rpc/add',
      status: 404,
      expected: expect.objectContaining({
        code: 'PGRST202',
        message: 'Could not find the function public.add without parameters in the schema cache',
      }),
    },
    {
      path: '/rpc/add',
      method: 'POST',
      body: 'x',
      type: 'text/plain',
      status: 404,
      expected: errorBody('PGRST202', 'Could not find the function public.add in the schema cache', {
        details:
          'Searched for the function public.add with a single unnamed text parameter, but no matches were found in the schema cache.',
      }),
    },
    {
      path: '/rpc/twofold?a=1',
      status: 300,
      expected: errorBody(
        'PGRST203',
        'Could not choose the best candidate function between: public.twofold(a => integer), public.twofold(a => integer, b => integer)',
        { hint: choice },
      ),
    },
    {
      path: '/rpc/sorted_late?a=1',
      status: 300,
      expected: errorBody(
        'PGRST203',
        'Could not choose the best candidate function between: public.sorted_late(a => integer), public.sorted_late(a => text), public.sorted_late(a => xml), public.sorted_late(a => text, b => integer)',
        { hint: choice },
      ),
    },
    {
      // The one of an int can't be called, so it is no candidate.
      path: '/rpc/unnamed_default',
      method: 'POST',
      body: '{}',
      status: 300,
      expected: errorBody(
        'PGRST203',
        'Could not choose the best candidate function between: public.unnamed_default(), public.unnamed_default( => text)',
        { hint: choice },
      ),
    },
    {
      path: '/rpc/unnamed_int',
      method: 'POST',
      body: '{"x": 1}',
      status: 404,
      expected: errorBody('PGRST202', 'Could not find the function public.unnamed_int(x) in the schema cache', {
        details:
          'Searched for the function public.unnamed_int with parameter x or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.unnamed_text',
      }),
    },
    {
      path: '/rpc/unnamed_int',
      method: 'POST',
      body: '{"": "five"}',
      status: 400,
      expected: errorBody('22P02', 'invalid input syntax for type integer: "five"'),
    },
    {
      path: '/rpc/unnamed_twice',
      method: 'POST',
      body: '{"": 1}',
      status: 300,
      expected: errorBody(
        'PGRST203',
        'Could not choose the best candidate function between: public.unnamed_twice( => boolean), public.unnamed_twice( => integer)',
        { hint: choice },
      ),
    },
    {
      path: '/rpc/unnamed_pair',
      method: 'POST',
      body: '{}',
      status: 404,
      expected: expect.objectContaining({
        code: 'PGRST202',
        message: 'Could not find the function public.unnamed_pair without parameters in the schema cache',
      }),
    },
    {
      path: '/rpc/row_size?x=1',
      status: 404,
      expected: expect.objectContaining({ code: 'PGRST202', hint: null }),
    },
    {
      path: '/rpc/add?other=1&b=2&a=3',
      status: 404,
      expected: errorBody('PGRST202', 'Could not find the function public.add(a, b, other) in the schema cache', {
        details:
          'Searched for the function public.add with parameters a, b, other, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.add(a, b)',
      }),
    },
    {
      path: '/rpc/add',
      method: 'PUT',
      body: '{}',
      status: 405,
      expected: errorBody('PGRST101', 'Cannot use the PUT method on RPC'),
    },
    {
      path: '/rpc/add',
      method: 'DELETE',
      status: 405,
      expected: errorBody('PGRST101', 'Cannot use the DELETE method on RPC'),
    },
    { path: '/rpc/add?a=x', status: 400, expected: errorBody('22P02', 'invalid input syntax for type integer: "x"') },
    {
      path: '/rpc/numbers',
      method: 'POST',
      body: '[1]',
      status: 400,
      expected: errorBody('PGRST102', 'The body must be a JSON object of the arguments'),
    },
    {
      path: '/rpc/add',
      method: 'POST',
      body: '{',
      status: 400,
      expected: errorBody('PGRST102', 'Empty or invalid json'),
    },
    { path: '/rpc/', status: 404, expected: errorBody('PGRST125', 'Invalid path specified in request URL') },
    { path: '/rpc/add/1', status: 404, expected: errorBody('PGRST125', 'Invalid path specified in request URL') },
  ])('$method $path $body', async (call) => {
    expect(await statusAndBody(call)).toEqual([call.status, call.expected]);
  });

  test('changes more than so many rows', async () => {
    const call: Call = {
      path: '/rpc/drop_genres',
      method: 'POST',
      body: '{"floor": 39}',
      prefer: 'handling=strict, max-affected=2',
      expected: null,
    };
    expect(await statusAndBody(call)).toEqual([
      400,
      errorBody('PGRST124', 'Query result exceeds max-affected preference constraint', {
        details: 'The query affects 3 rows',
      }),
    ]);
    expect((await db.service.from('genres').select('id').gt('id', 39)).data).toHaveLength(3);
    expect(await statusAndBody({ ...call, path: '/rpc/add', body: '{"a": 1}' })).toEqual([
      400,
      errorBody(
        'PGRST128',
        'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
      ),
    ]);
    expect((await statusAndBody({ ...call, prefer: 'handling=strict, max-affected=3' }))[1]).toHaveLength(3);
  });
});
