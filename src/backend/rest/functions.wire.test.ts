import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, get, openFunctionWire, post, statusAndBody } from '#tests/db/function-wire.ts';
import { openWireOver, type Wire } from '#tests/db/rest-wire.ts';

let db: Wire;
beforeAll(async () => {
  db = await openFunctionWire();
});
afterAll(() => db?.close());

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
    expect(await statusAndBody(db, call)).toEqual([200, call.expected]);
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
    expect(await statusAndBody(db, call)).toEqual([200, call.expected]);
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
    expect(await statusAndBody(db, call)).toEqual([200, call.expected]);
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
