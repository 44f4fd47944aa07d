import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ME, openWire, type Wire } from '#tests/db/rest-wire.ts';

let db: Wire;
beforeAll(async () => {
  db = await openWire();
});
afterAll(() => db?.close());

const titles = async (from: number) =>
  (await db.service.from('books').select('id, title, status, pages').gte('id', from).order('id')).data;

/** https://docs.postgrest.org/en/stable/references/api/tables_views.html#insert */
describe('insert', () => {
  test('one row, minimal: nothing comes back', async () => {
    const { status, data, error } = await db.user.from('books').insert({ id: 10, title: 'Ten' });
    expect({ status, data, error }).toEqual({ status: 201, data: null, error: null });
  });

  test('one row, returned as an object with an embedded resource', async () => {
    const { status, data } = await db.user
      .from('books')
      .insert({ id: 11, title: 'Eleven', author_id: 2, tags: ['a', 'b'], facts: { deep: [1] } })
      .select('id, tags, facts, authors!author_id(name)')
      .single();
    expect(status).toBe(201);
    expect(data).toEqual({ id: 11, tags: ['a', 'b'], facts: { deep: [1] }, authors: { name: 'Octavia' } });
  });

  test('many rows; a missing key becomes null, or its default if requested', async () => {
    const rows = [
      { id: 12, title: 'Twelve', status: 'published' },
      { id: 13, title: 'Thirteen' },
    ];
    const asNull = await db.user.from('books').insert(rows);
    expect(asNull.error?.code).toBe('23502');
    const asDefault = await db.user.from('books').insert(rows, { defaultToNull: false, count: 'exact' });
    expect([asDefault.error, asDefault.count]).toEqual([null, 2]);
    expect(await titles(12)).toEqual([
      { id: 12, title: 'Twelve', status: 'published', pages: null },
      { id: 13, title: 'Thirteen', status: 'draft', pages: null },
    ]);
  });

  test('an identity that is missing is drawn', async () => {
    const { data } = await db.user.from('books').insert({ title: 'Drawn' }).select('id').single();
    expect(data?.id).toBeGreaterThan(100);
    const many = await db.user
      .from('books')
      .insert([{ title: 'One', pages: 1 }, { title: 'Two' }], { defaultToNull: false })
      .select('id');
    expect(many.data?.map((row) => row.id > (data?.id ?? 0))).toEqual([true, true]);
    await db.service.from('books').delete().gte('id', 100);
  });

  test('rows without keys take their defaults', async () => {
    const single = await db.raw('/coupons', { as: 'service', method: 'POST', body: '{}' });
    expect(single.status).toBe(400);
    expect(await single.json()).toMatchObject({ code: '23502' });
    const none = await db.raw('/books', {
      as: 'user',
      method: 'POST',
      body: '[]',
      headers: { prefer: 'return=representation' },
    });
    expect([none.status, await none.json()]).toEqual([201, []]);
  });

  test('where the row is, in a header', async () => {
    const response = await db.raw('/covers', {
      as: 'user',
      method: 'POST',
      headers: { prefer: 'return=headers-only' },
      body: '{"book_id": 4, "url": "four.png", "more": 1}',
    });
    expect(await response.json()).toEqual({
      code: 'PGRST204',
      details: null,
      hint: null,
      message: "Could not find the 'more' column of 'covers' in the schema cache",
    });
    const good = await db.raw('/covers?columns=book_id,url', {
      as: 'user',
      method: 'POST',
      headers: { prefer: 'return=headers-only' },
      body: '{"book_id": 4, "url": "four.png", "more": 1}',
    });
    expect([good.status, good.headers.get('location'), await good.text()]).toEqual([201, '/covers?book_id=eq.4', '']);
    expect(good.headers.get('preference-applied')).toBe('return=headers-only');
    await db.service.from('covers').delete().eq('book_id', 4);
  });

  test('an object response for several rows is an error, and nothing is written', async () => {
    const { status, error } = await db.user
      .from('genres')
      .insert([
        { id: 50, name: 'a' },
        { id: 51, name: 'b' },
      ])
      .select()
      .single();
    expect([status, error?.code, error?.details]).toEqual([406, 'PGRST116', 'The result contains 2 rows']);
    expect((await db.service.from('genres').select('id').gte('id', 50)).data).toEqual([]);
  });

  test('a caller who may insert but not read the row can still insert', async () => {
    const { status } = await db.user.from('shelves').insert({ id: 9, owner: ME, label: 'new' });
    expect(status).toBe(201);
    const stranger = await db.user
      .from('shelves')
      .insert({ id: 10, owner: '00000000-0000-4000-8000-000000000009', label: 'x' });
    expect([stranger.status, stranger.error?.code]).toEqual([403, '42501']);
    const visitor = await db.anon.from('genres').insert({ id: 60, name: 'x' });
    expect([visitor.status, visitor.error?.code]).toEqual([401, '42501']);
  });
});

/** https://docs.postgrest.org/en/stable/references/api/tables_views.html#upsert */
describe('upsert', () => {
  test('merges by primary key, or by the columns named', async () => {
    await db.user.from('genres').upsert([
      { id: 3, name: 'essays' },
      { id: 4, name: 'poetry' },
    ]);
    const byName = await db.user
      .from('genres')
      .upsert({ id: 4, name: 'poetry', parent_id: 3 }, { onConflict: 'name' })
      .select();
    expect(byName.data).toEqual([{ id: 4, name: 'poetry', parent_id: 3 }]);
    const rows = await db.service.from('genres').select('id, name').gte('id', 3).order('id');
    expect(rows.data).toEqual([
      { id: 3, name: 'essays' },
      { id: 4, name: 'poetry' },
    ]);
  });

  test('or leaves what is there', async () => {
    const { data } = await db.user
      .from('genres')
      .upsert(
        [
          { id: 3, name: 'other' },
          { id: 5, name: 'drama' },
        ],
        { ignoreDuplicates: true },
      )
      .select('id, name');
    expect(data).toEqual([{ id: 5, name: 'drama' }]);
  });

  test('PUT writes the one row its address names', async () => {
    const put = (path: string, body: object) =>
      db.raw(path, {
        as: 'user',
        method: 'PUT',
        body: JSON.stringify(body),
        headers: { prefer: 'return=representation' },
      });
    const created = await put('/genres?id=eq.7', { id: 7, name: 'seven', parent_id: null });
    expect([created.status, await created.json()]).toEqual([201, [{ id: 7, name: 'seven', parent_id: null }]]);
    const wrong = await put('/genres?id=eq.7', { id: 8, name: 'eight', parent_id: null });
    expect([wrong.status, (await wrong.json()).code]).toEqual([400, 'PGRST115']);
    const loose = await put('/genres?id=gt.7', { id: 8, name: 'eight', parent_id: null });
    expect([loose.status, (await loose.json()).code]).toEqual([405, 'PGRST105']);
  });
});

/** https://docs.postgrest.org/en/stable/references/api/tables_views.html#update */
describe('update and delete', () => {
  test('by filter, given back, counted', async () => {
    const { data, count, status } = await db.user
      .from('books')
      .update({ status: 'lost', pages: 1 }, { count: 'exact' })
      .gte('id', 12)
      .select('id, status');
    expect([status, count]).toEqual([200, 2]);
    expect(data).toEqual([
      { id: 12, status: 'lost' },
      { id: 13, status: 'lost' },
    ]);
  });

  test('a row that no longer matches the filter is still returned', async () => {
    const { data } = await db.user
      .from('books')
      .update({ status: 'found' })
      .eq('status', 'lost')
      .select('id, full_title')
      .order('id', { ascending: false });
    expect(data).toEqual([
      { id: 13, full_title: 'Thirteen (found)' },
      { id: 12, full_title: 'Twelve (found)' },
    ]);
  });

  test('nothing to change, and nothing to find', async () => {
    const empty = await db.user.from('books').update({}).eq('id', 12).select('id');
    expect([empty.status, empty.data]).toEqual([200, []]);
    const none = await db.user.from('books').update({ pages: 2 }).eq('id', 999);
    expect([none.status, none.data, none.error]).toEqual([204, null, null]);
    const single = await db.user.from('books').update({ pages: 2 }).eq('id', 999).select().single();
    expect([single.status, single.error?.code, single.error?.details]).toEqual([
      406,
      'PGRST116',
      'The result contains 0 rows',
    ]);
  });

  test('max-affected and limit', async () => {
    const headers = { prefer: 'handling=strict, max-affected=2' };
    const many = await db.raw('/books?id=gte.1', { as: 'user', method: 'PATCH', body: '{"pages": 3}', headers });
    expect([many.status, await many.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'PGRST124', details: 'The query affects 8 rows' }),
    ]);
    expect((await db.service.from('books').select('id').eq('pages', 3)).data).toEqual([]);
    const limited = await db.raw('/books?id=gte.10&order=id.desc&limit=1&select=id', {
      as: 'user',
      method: 'DELETE',
      headers: { prefer: 'return=representation' },
    });
    expect(await limited.json()).toEqual([{ id: 13 }]);
  });

  test('row-level security decides what is there to change', async () => {
    const changed = await db.user.from('shelves').update({ label: 'seized' }).gt('id', 0).select('id');
    expect(changed.data).toEqual([{ id: 1 }, { id: 9 }]);
    const gone = await db.user.from('shelves').delete().gt('id', 0).select('id');
    expect(gone.data).toEqual([{ id: 1 }, { id: 9 }]);
    expect((await db.service.from('shelves').select('id, label')).data).toEqual([{ id: 2, label: 'theirs' }]);
  });

  test('delete with an embedded resource', async () => {
    const { data, status } = await db.user
      .from('books')
      .delete()
      .gte('id', 10)
      .select('id, authors!author_id(name)')
      .order('id');
    expect(status).toBe(200);
    expect(data).toEqual([
      { id: 10, authors: null },
      { id: 11, authors: { name: 'Octavia' } },
      { id: 12, authors: null },
    ]);
  });
});

/** https://docs.postgrest.org/en/stable/references/api/functions.html */
/** https://docs.postgrest.org/en/stable/references/api/computed_fields.html */
describe('functions of a row that was written', () => {
  beforeAll(() =>
    db.change(`
    create table public.makers (id int primary key, name text);
    insert into public.makers values (1, 'Ada'), (2, 'Bob');
    create table public.games (code text primary key, name text, owner text, maker_id int);
    create function public.seen(public.games) returns text language sql stable as
      $$ select format('code=%s name=%s owner=%s', $1.code, $1.name, $1.owner) $$;
    create function public.maker(public.games) returns public.makers language sql stable as
      $$ select * from public.makers where id = $1.maker_id $$;
    create function public.others(public.games) returns setof public.makers language sql stable as
      $$ select * from public.makers where id <> $1.maker_id $$;
    grant all on public.games, public.makers to authenticated;`),
  );

  test.each([
    ['owner,seen'],
    ['maker_id,owner,title:seen,code'],
    ['name,maker(name)'],
    ['owner,...maker(made_by:name)'],
    ['maker_id,name,others(id)'],
    ['owner,...others(other:name),seen'],
    ['name,*,seen'],
  ])('get the whole row in the order of its table: select=%s', async (select) => {
    const game = { name: 'Go', owner: 'me', maker_id: 2, code: 'c1' };
    const request = async (method: string, path: string, body?: object) => {
      const response = await db.raw(`${path}select=${select}`, {
        as: 'user',
        method,
        headers: { prefer: 'return=representation' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return [response.status, await response.text()];
    };
    const inserted = await request('POST', '/games?', game);
    const [, expected] = await request('GET', '/games?code=eq.c1&');
    expect(inserted).toEqual([201, expected]);
    expect(await request('PATCH', '/games?code=eq.c1&', { name: 'Go' })).toEqual([200, expected]);
    expect(await request('PUT', '/games?code=eq.c1&', game)).toEqual([200, expected]);
    expect(await request('DELETE', '/games?code=eq.c1&')).toEqual([200, expected]);
  });
});

describe('functions', () => {
  test('scalar, with a default, by POST and by GET', async () => {
    expect((await db.anon.rpc('add', { a: 1 })).data).toBe(11);
    expect((await db.anon.rpc('add', { a: 1, b: 2 }, { get: true })).data).toBe(3);
    expect(await (await db.raw('/rpc/add?a=1&b=2')).text()).toBe('3');
  });

  test('rows of a table: filtered, chosen, ordered, limited, counted, embedded', async () => {
    const { data, count } = await db.anon
      .rpc('books_over', { floor: 210 }, { count: 'exact' })
      .select('id, authors!author_id(name)')
      .neq('id', 4)
      .order('pages')
      .limit(1);
    expect([data, count]).toEqual([[{ id: 2, authors: { name: 'Octavia' } }], 2]);
    const response = await db.raw('/rpc/books_over?floor=210&select=id&id=gt.1&order=id&limit=1');
    expect(await response.json()).toEqual([{ id: 2 }]);
  });

  test('one row, single values many times, a table of its own, JSON, variadic', async () => {
    expect((await db.anon.rpc('one_book', { wanted: 2 }).select('title')).data).toEqual({ title: 'Kindred' });
    expect((await db.anon.rpc('numbers').limit(2)).data).toEqual([1, 2]);
    expect((await db.anon.rpc('summary').eq('status', 'draft')).data).toEqual([{ status: 'draft', how_many: 1 }]);
    const echoed = await db.raw('/rpc/echo', { method: 'POST', body: '[1, {"a": null}]' });
    expect(await echoed.json()).toEqual([1, { a: null }]);
    expect((await db.anon.rpc('join_words', { words: ['a', 'b'] })).data).toBe('a b');
  });

  test('a call ignores the keys of its body that `columns` does not name', async () => {
    const called = async (columns: string, body: unknown) => {
      const response = await db.raw(`/rpc/add?columns=${columns}`, { method: 'POST', body: JSON.stringify(body) });
      const result = (await response.json()) as { code?: string };
      return [response.status, result.code ?? result];
    };
    expect(await called('a,b', { a: 1, b: 2, smth: 'here', other: [] })).toEqual([200, 3]);
    expect(await called('a', { a: 1, b: 2 })).toEqual([200, 11]);
    expect(await called('a,c', { a: 1 })).toEqual([404, 'PGRST202']);
  });

  test('nothing: 204', async () => {
    const { status, data, error } = await db.user.rpc('touch');
    expect({ status, data, error }).toEqual({ status: 204, data: null, error: null });
  });

  test('GET changes nothing', async () => {
    const response = await db.raw('/rpc/touch', { as: 'user' });
    expect([response.status, (await response.json()).code]).toEqual([405, '25006']);
  });

  test('status and headers may be set in SQL', async () => {
    const response = await db.raw('/rpc/respond', { method: 'POST' });
    expect([response.status, response.headers.get('x-made-by'), await response.json()]).toEqual([
      202,
      'sql',
      { ok: true },
    ]);
  });

  test('what policies see of the request', async () => {
    const response = await db.raw('/rpc/settings', {
      as: 'user',
      method: 'POST',
      body: '{}',
      headers: { 'X-Agent': 'me' },
    });
    expect(await response.json()).toEqual({
      role: 'authenticated',
      method: 'POST',
      path: '/rpc/settings',
      agent: 'me',
      sub: ME,
    });
  });

  test.each([
    ['plain', 400, { code: 'P0001', message: 'That is not allowed', details: 'why', hint: 'how' }],
    ['custom', 402, { code: 'PT402', message: 'Payment required', details: 'quota', hint: 'pay' }],
    ['whole', 418, { code: '123', message: 'Whole', details: 'd', hint: 'h' }],
    ['broken', 500, { code: 'PGRST121', details: "Invalid JSON value for MESSAGE: 'no json'" }],
  ])('raises %s', async (how, status, body) => {
    const response = await db.raw('/rpc/fail', { method: 'POST', body: JSON.stringify({ how }) });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject(body);
    expect(response.headers.get('x-kind')).toBe(how === 'whole' ? 'teapot' : null);
  });

  test('none and too many', async () => {
    const none = await db.anon.rpc('join_word', { a: 1 });
    expect([none.status, none.error]).toEqual([
      404,
      expect.objectContaining({
        code: 'PGRST202',
        message: 'Could not find the function public.join_word(a) in the schema cache',
        hint: 'Perhaps you meant to call the function public.join_words',
      }),
    ]);
    const arguments_ = await db.anon.rpc('add', { x: 1 });
    expect(arguments_.error?.hint).toBe('Perhaps you meant to call the function public.add(a, b)');
    const many = await db.anon.rpc('overloaded', { a: 1 });
    expect([many.status, many.error?.code]).toEqual([300, 'PGRST203']);
    expect((await db.raw('/rpc/add', { method: 'PATCH', body: '{}' })).status).toBe(405);
  });
});
