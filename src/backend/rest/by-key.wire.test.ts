import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWire, type Wire } from '#tests/db/rest-wire.ts';

// A read by key returns rows one by one, other reads a list aggregated by PostgreSQL: the responses must be equal.
// https://docs.postgrest.org/en/stable/references/api/tables_views.html#singular-or-plural

let db: Wire;
beforeAll(async () => {
  db = await openWire();
  await db.change(`
    create table public.vessels (id int primary key, name text);
    create table public.steamers (knots int) inherits (public.vessels);
    insert into public.vessels values (1, 'Beagle'), (2, 'Fram');
    insert into public.steamers values (1, 'Rainbow', 9), (3, 'Sirius', 8);
    create table public.r (r int primary key, one text, r_id int references public.r (r));
    insert into public.r values (1, 'a', null), (2, 'b', 1);
    create function public.both(r) returns text language sql stable as $$ select $1.r || $1.one $$;
    create function public.give_r() returns table (r int, one text) language sql stable as $$ select 1, 'a' $$;
    grant all on all tables in schema public to service_role;
    grant execute on all functions in schema public to service_role`);
});
afterAll(() => db?.close());

async function read(path: string, headers: Record<string, string>) {
  const response = await db.raw(path, { as: 'service', headers });
  const { status } = response;
  const compared = ['content-type', 'content-range', 'preference-applied'].map((name) => response.headers.get(name));
  return { status, headers: compared, body: await response.text() };
}

const single = { accept: 'application/vnd.pgrst.object+json' };
test.each<[string, string, Record<string, string>]>([
  ['whole', 'books?', {}],
  ['some columns, cast and renamed', 'books?select=called:title,pages::text,facts->place->>name', {}],
  ['no column', 'books?select=', {}],
  ['computed columns', 'books?select=id,full_title,twin(id)', {}],
  ['embedded', 'books?select=title,authors!author_id(name),covers(url),genres(name,parent_id)', {}],
  ['spread', 'books?select=title,...authors!author_id(writer:name),...genres(kinds:name)', {}],
  ['embedded that must be there', 'books?select=title,covers!inner(url)', {}],
  ['other conditions', 'books?status=eq.published&tags=cs.{moon}', {}],
  ['a logic tree', 'books?or=(pages.gt.300,pages.is.null)', {}],
  ['in order and cut', 'books?order=title&limit=5&offset=0', {}],
  ['past its end', 'books?limit=5&offset=3', {}],
  ['none at all', 'books?limit=0', {}],
  ['aggregates of old', 'books?select=count', {}],
  ['one object', 'books?select=id,title,tags', single],
  ['without nulls', 'books?', { accept: 'application/vnd.pgrst.array+json;nulls=stripped' }],
  ['one object without nulls', 'books?', { accept: 'application/vnd.pgrst.object+json;nulls=stripped' }],
  ['as CSV', 'books?select=id,title', { accept: 'text/csv' }],
  ['counted', 'books?', { prefer: 'count=exact' }],
  ['guessed', 'books?', { prefer: 'count=estimated' }],
  ['by a range', 'books?', { range: '0-0' }],
  ['of a view', 'book_cards?select=card_id,title', {}],
  ['of a table others inherit from', 'vessels?', {}],
  ['one of several', 'vessels?', single],
])('a row by its key is what a list of one is: %s', async (_, address, headers) => {
  const key = address.startsWith('book_cards') ? 'card_id' : 'id';
  for (const id of [1, 3, 99]) {
    const byKey = await read(`/${address}&${key}=eq.${id}`, headers);
    const listed = await read(`/${address}&${key}=in.(${id})`, headers);
    expect(byKey).toEqual(listed);
  }
});

test('a key of two columns, and half of it', async () => {
  const half = await read('/coupons?account_id=eq.1', {});
  expect(JSON.parse(half.body)).toHaveLength(2);
  const response = await read('/coupons?account_id=eq.1&name=eq.SAVE', {});
  expect(response).toMatchObject({ status: 200, headers: [expect.any(String), '0-0/*', null] });
  expect(response.body).toBe('[{"account_id":1,"name":"SAVE"}]');
  expect((await read('/coupons?account_id=eq.1&name=not.eq.SAVE', {})).body).toContain('OTHER');
});

// Aliases of the generated SQL may collide with column names, and a column wins over a row.
test.each<[string, string, string, Record<string, string>]>([
  ['by key', '/r?r=eq.1', '[{"r":1,"one":"a","r_id":null}]', {}],
  ['by key, as one', '/r?r=eq.1&select=r', '{"r":1}', single],
  ['in a list', '/r?select=r,one&order=r', '[{"r":1,"one":"a"}, \n {"r":2,"one":"b"}]', {}],
  ['in a list, as one', '/r?select=r&r=gt.1', '{"r":2}', single],
  ['as CSV', '/r?select=r,one&order=r', 'r,one\n1,a\n2,b', { accept: 'text/csv' }],
  ['by a name the client gave', '/books?select=r:title,one:pages&id=lt.2', '[{"r":"The Dispossessed","one":341}]', {}],
  [
    'embedded',
    '/authors?select=name,books!author_id(one:title)&id=eq.2',
    '[{"name":"Octavia","books":[{"one":"Kindred"}]}]',
    {},
  ],
  ['computed of a row', '/r?select=both&r=eq.2', '[{"both":"2b"}]', {}],
  ['of a function', '/rpc/give_r', '[{"r":1,"one":"a"}]', {}],
])('a column may be called as its row is in our SQL: %s', async (_, path, body, headers) => {
  expect(await read(path, headers)).toMatchObject({ status: 200, body });
});

test('a written row is returned, whatever its columns are called', async () => {
  const headers = { prefer: 'return=representation' };
  const written = await db.raw('/r?select=r,one', {
    as: 'service',
    method: 'POST',
    headers,
    body: '{"r":3,"one":"c"}',
  });
  expect([written.status, await written.text()]).toEqual([201, '[{"r":3,"one":"c"}]']);
});

test('a value that is not of the key’s type is an error', async () => {
  const rejected = await read('/books?id=eq.one', {});
  expect([rejected.status, JSON.parse(rejected.body).code]).toEqual([400, '22P02']);
});
