import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWire, type Wire } from '#tests/db/rest-wire.ts';

let db: Wire;
beforeAll(async () => {
  db = await openWire();
  await db.change(`
    create table public.items (id int primary key, name text default 'unnamed', size int default 1, code text unique);
    create table public.pairs ("left" int, "right" text, note text, primary key ("left", "right"));
    create table public.keyless (name text);
    create table public.many as select n as id, n % 10 as kind from generate_series(1, 5000) n;
    analyze public.many;
    grant all on public.items, public.pairs, public.keyless, public.many to authenticated, service_role;
    grant select on public.many to anon;`);
});
beforeEach(() =>
  db.change(
    "truncate public.items, public.pairs, public.keyless; insert into public.items select n, 'item ' || n from generate_series(1, 14) n",
  ),
);
afterAll(() => db?.close());

type Sent = { method: string; path: string; body?: unknown; prefer?: string };
async function send({ method, path, body, prefer }: Sent): Promise<Response> {
  return await db.raw(path, {
    as: 'user',
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: prefer === undefined ? {} : { prefer },
  });
}

/** https://docs.postgrest.org/en/stable/references/api/preferences.html */
describe('preferences', () => {
  test.each<[string, string, string | null]>([
    ['GET /items', 'count=exact, handling=lenient, nonsense', 'count=exact, handling=lenient'],
    ['GET /items', 'return=representation, resolution=merge-duplicates', null],
    ['GET /items', 'count=exact, count=planned', 'count=exact'],
    [
      'POST /items',
      'return=minimal, missing=default, resolution=merge-duplicates',
      'resolution=merge-duplicates, missing=default, return=minimal',
    ],
    ['POST /keyless', 'return=minimal, resolution=merge-duplicates', 'return=minimal'],
    ['POST /items', 'handling=strict, max-affected=1', 'handling=strict'],
    [
      'PATCH /items?id=eq.1',
      'handling=strict, max-affected=1, return=minimal',
      'return=minimal, handling=strict, max-affected=1',
    ],
    ['PATCH /items?id=eq.1', 'max-affected=0', null],
    [
      'DELETE /items?id=eq.1',
      'handling=strict, max-affected=5, count=exact',
      'count=exact, handling=strict, max-affected=5',
    ],
    ['PUT /items?id=eq.1', 'return=minimal, missing=default', 'return=minimal'],
  ])('%s with %s', async (request, prefer, applied) => {
    const [method = '', path = ''] = request.split(' ');
    const body =
      method === 'GET' || method === 'DELETE'
        ? undefined
        : { ...(path === '/keyless' ? {} : { id: method === 'POST' ? 99 : 1 }), name: 'x' };
    const response = await send({ method, path, body, prefer });
    expect(response.status).toBeLessThan(300);
    expect(response.headers.get('preference-applied')).toBe(applied);
  });

  test('several unknown preferences under handling=strict', async () => {
    const response = await send({ method: 'GET', path: '/items', prefer: 'handling=strict, foo, bar' });
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        code: 'PGRST122',
        details: 'Invalid preferences: foo, bar',
        hint: null,
        message: 'Invalid preferences given with handling=strict',
      },
    ]);
  });

  test('max-affected exceeded: nothing is changed', async () => {
    for (const [method, body] of [
      ['DELETE', undefined],
      ['PATCH', { size: 9 }],
    ] as const) {
      const response = await send({
        method,
        path: '/items?id=lt.15',
        body,
        prefer: 'handling=strict, max-affected=10',
      });
      expect([response.status, await response.json()]).toEqual([
        400,
        {
          code: 'PGRST124',
          details: 'The query affects 14 rows',
          hint: null,
          message: 'Query result exceeds max-affected preference constraint',
        },
      ]);
    }
    expect((await db.service.from('items').select('id', { count: 'exact', head: true }).eq('size', 1)).count).toBe(14);
  });
});

/** https://docs.postgrest.org/en/stable/references/api/preferences.html#return-representation */
describe('what comes back', () => {
  test('where the new row is', async () => {
    const single = await send({
      method: 'POST',
      path: '/items',
      body: { id: 33, name: 'x' },
      prefer: 'return=headers-only',
    });
    expect([single.status, single.headers.get('location'), await single.text()]).toEqual([201, '/items?id=eq.33', '']);
    const two = await send({
      method: 'POST',
      path: '/pairs',
      body: { left: 1, right: 'a b&c' },
      prefer: 'return=headers-only',
    });
    expect(two.headers.get('location')).toBe('/pairs?left=eq.1&right=eq.a%20b%26c');
    const many = await send({
      method: 'POST',
      path: '/items',
      body: [{ id: 34 }, { id: 35 }],
      prefer: 'return=headers-only',
    });
    expect([many.status, many.headers.get('location')]).toEqual([201, null]);
    const none = await send({ method: 'POST', path: '/keyless', body: { name: 'x' }, prefer: 'return=headers-only' });
    expect([none.status, none.headers.get('location')]).toEqual([201, null]);
  });

  test.each<[Sent, number, string | null, unknown]>([
    [
      { method: 'POST', path: '/items?select=id', body: { id: 20 }, prefer: 'return=representation, count=exact' },
      201,
      '*/1',
      [{ id: 20 }],
    ],
    [{ method: 'POST', path: '/items', body: { id: 20 } }, 201, '*/*', null],
    [
      {
        method: 'PATCH',
        path: '/items?id=lt.3&select=id&order=id.desc',
        body: { size: 2 },
        prefer: 'return=representation, count=exact',
      },
      200,
      '0-1/2',
      [{ id: 2 }, { id: 1 }],
    ],
    [{ method: 'PATCH', path: '/items?id=eq.99', body: { size: 2 }, prefer: 'return=representation' }, 200, '*/*', []],
    [{ method: 'PATCH', path: '/items?id=eq.1', body: { size: 2 } }, 204, '0-0/*', null],
    [
      { method: 'PATCH', path: '/items?id=eq.1&order=name', body: { size: 2 }, prefer: 'return=headers-only' },
      204,
      '0-0/*',
      null,
    ],
    [
      { method: 'DELETE', path: '/items?id=lt.3&select=name&order=id', prefer: 'return=representation' },
      200,
      '*/*',
      [{ name: 'item 1' }, { name: 'item 2' }],
    ],
    [{ method: 'DELETE', path: '/items?id=lt.3&order=name', prefer: 'count=exact' }, 204, '*/2', null],
  ])('%j', async (init, status, range, body) => {
    const response = await send(init);
    const text = await response.text();
    expect([response.status, response.headers.get('content-range'), text === '' ? null : JSON.parse(text)]).toEqual([
      status,
      range,
      body,
    ]);
  });
});

/** https://docs.postgrest.org/en/stable/references/api/tables_views.html#upsert */
describe('upserts', () => {
  const upsert = (path: string, body: unknown, resolution = 'merge-duplicates') =>
    send({ method: 'POST', path, body, prefer: `resolution=${resolution}, return=representation` });

  test('201 where something was added, else 200', async () => {
    const added = await upsert('/items?select=id,name', [
      { id: 1, name: 'new' },
      { id: 50, name: 'fifty' },
    ]);
    expect([added.status, await added.json()]).toEqual([
      201,
      [
        { id: 1, name: 'new' },
        { id: 50, name: 'fifty' },
      ],
    ]);
    const changed = await upsert('/items?select=id,name', [{ id: 1, name: 'newer' }]);
    expect([changed.status, await changed.json()]).toEqual([200, [{ id: 1, name: 'newer' }]]);
    const left = await upsert(
      '/items?select=id',
      [
        { id: 1, name: 'no' },
        { id: 51, name: 'y' },
      ],
      'ignore-duplicates',
    );
    expect([left.status, await left.json()]).toEqual([201, [{ id: 51 }]]);
    expect((await upsert('/items', [])).status).toBe(200);
  });

  test('by a unique column, and by a composite key', async () => {
    await db.service.from('items').update({ code: 'A' }).eq('id', 1);
    const byCode = await upsert('/items?on_conflict=code&select=id,name', { id: 1, code: 'A', name: 'by code' });
    expect([byCode.status, await byCode.json()]).toEqual([200, [{ id: 1, name: 'by code' }]]);
    const pair = await upsert('/pairs', { left: 1, right: 'x', note: 'one' });
    expect(pair.status).toBe(201);
    const again = await upsert('/pairs?on_conflict=left,right', { left: 1, right: 'x', note: 'two' });
    expect([again.status, await again.json()]).toEqual([200, [{ left: 1, right: 'x', note: 'two' }]]);
  });

  test('by what is no key, and by what is not there', async () => {
    const loose = await upsert('/items?on_conflict=size', { id: 1, size: 1 });
    expect([loose.status, await loose.json()]).toEqual([
      400,
      {
        code: '42P10',
        details: null,
        hint: null,
        message: 'there is no unique or exclusion constraint matching the ON CONFLICT specification',
      },
    ]);
    const none = await upsert('/items?on_conflict=nope', { id: 1 });
    expect([none.status, (await none.json()).code]).toEqual([400, 'PGRST204']);
    const twice = await upsert('/items', [{ id: 60 }, { id: 60 }]);
    expect([twice.status, (await twice.json()).code]).toEqual([500, '21000']);
  });

  test('PUT: 201 where it was added, 200 where it was there', async () => {
    const put = (path: string, body: unknown, prefer = 'return=representation') =>
      send({ method: 'PUT', path, body, prefer });
    const row = { id: 70, name: 'seventy', size: 1, code: null };
    const added = await put('/items?id=eq.70', row);
    expect([added.status, await added.json()]).toEqual([201, [row]]);
    expect((await put('/items?id=eq.70', row)).status).toBe(200);
    expect((await put('/items?id=eq.71', { ...row, id: 71 }, 'return=minimal')).status).toBe(204);
    for (const [path, status, code] of [
      ['/items?id=eq.71', 400, 'PGRST115'],
      ['/items?id=eq.70&limit=1', 400, 'PGRST114'],
      ['/items', 405, 'PGRST105'],
      ['/items?id=eq.70&name=eq.x', 405, 'PGRST105'],
      ['/items?id=in.(70)', 405, 'PGRST105'],
    ] as const) {
      const response = await put(path, row);
      expect([path, response.status, (await response.json()).code]).toEqual([path, status, code]);
    }
  });

  test('what is missing is null, or its default', async () => {
    const rows = [{ id: 80, name: 'a', size: 5 }, { id: 81 }];
    const asNull = await send({
      method: 'POST',
      path: '/items?columns=id,name,size&select=name,size',
      body: rows,
      prefer: 'return=representation',
    });
    expect(await asNull.json()).toEqual([
      { name: 'a', size: 5 },
      { name: null, size: null },
    ]);
    const rest = rows.map((row) => ({ ...row, id: row.id + 10 }));
    const asDefault = await send({
      method: 'POST',
      path: '/items?columns=id,name,size&select=name,size',
      body: rest,
      prefer: 'return=representation, missing=default',
    });
    expect(await asDefault.json()).toEqual([
      { name: 'a', size: 5 },
      { name: 'unnamed', size: 1 },
    ]);
    const changed = await send({
      method: 'PATCH',
      path: '/items?id=eq.80&columns=name,size&select=name,size',
      body: { name: 'b' },
      prefer: 'return=representation, missing=default',
    });
    expect(await changed.json()).toEqual([{ name: 'b', size: 1 }]);
  });
});

/** https://docs.postgrest.org/en/stable/references/api/pagination_count.html */
describe('counts', () => {
  const ranges = async (to: Wire, path: string, count: string) => {
    const response = await to.raw(path, { headers: { prefer: `count=${count}` } });
    return [response.status, response.headers.get('content-range'), response.headers.get('preference-applied')];
  };

  test('exact, planned and estimated', async () => {
    expect(await ranges(db, '/many?limit=5', 'exact')).toEqual([206, '0-4/5000', 'count=exact']);
    expect(await ranges(db, '/many?limit=5', 'planned')).toEqual([206, '0-4/5000', 'count=planned']);
    expect(await ranges(db, '/many?limit=5&kind=eq.3', 'exact')).toEqual([206, '0-4/500', 'count=exact']);
    const [status, range] = await ranges(db, '/many?limit=5&kind=eq.3', 'planned');
    // The planner's estimate is close to the exact count, but rarely equal.
    const planned = Number(String(range).split('/')[1]);
    expect(status).toBe(206);
    expect(planned).toBeGreaterThan(400);
    expect(planned).toBeLessThan(600);
    expect(await ranges(db, '/many?limit=5', 'estimated')).toEqual([206, '0-4/5000', 'count=estimated']);
    expect(await ranges(db, '/rpc/numbers?limit=2', 'planned')).toEqual([206, '0-1/5', 'count=planned']);
  });

  test('estimated: exact up to the maximum rows of a response', async () => {
    const own = await openWire({ maxRows: 100 });
    await own.change(
      'create table public.many as select n as id from generate_series(1, 5000) n; create table public.few as select n as id from generate_series(1, 60) n; grant select on public.many, public.few to anon; analyze public.many',
    );
    // The planner overestimates a table that was not analyzed.
    expect(await ranges(own, '/few?limit=10', 'estimated')).toEqual([206, '0-9/60', 'count=estimated']);
    expect(await ranges(own, '/many', 'estimated')).toEqual([206, '0-99/5000', 'count=estimated']);
    expect(await ranges(own, '/many', 'exact')).toEqual([206, '0-99/5000', 'count=exact']);
    await own.close();
  });

  test('by the client, and past the end', async () => {
    const { count } = await db.anon.from('many').select('id', { count: 'planned', head: true });
    expect(count).toBe(5000);
    const past = await db.raw('/many?offset=6000', { headers: { prefer: 'count=exact' } });
    expect([past.status, past.headers.get('content-range'), await past.json()]).toEqual([
      416,
      '*/5000',
      {
        code: 'PGRST103',
        details: 'An offset of 6000 was requested, but there are only 5000 rows.',
        hint: null,
        message: 'Requested range not satisfiable',
      },
    ]);
    const wrong = await db.raw('/many', { headers: { range: '5-2' } });
    expect([wrong.status, (await wrong.json()).details]).toEqual([
      416,
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    ]);
  });

  test('Content-Location of a response', async () => {
    const response = await db.raw('/many?order=id&id=lt.3&select=id');
    expect(response.headers.get('content-location')).toBe('/many?id=lt.3&order=id&select=id');
    expect((await db.raw('/many?limit=0')).headers.get('content-location')).toBe('/many?limit=0');
    expect((await db.raw('/odd%20name')).headers.get('content-location')).toBe('/odd%20name');
  });
});
