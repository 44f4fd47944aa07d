import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWire, type Wire } from '#tests/db/rest-wire.ts';

let db: Wire;
beforeAll(async () => {
  db = await openWire();
  const database = new URL(db.ownerUrl).pathname.slice(1);
  await db.change(`
    create table public.long_texts (id int primary key, body text not null);
    insert into public.long_texts select n, repeat('a', 60) || '!' from generate_series(1, 2000) n;
    create function public.deep(n int) returns int language plpgsql as $$ begin return case when n = 0 then 0 else 1 + public.deep(n - 1) end; end $$;
    create function public.endless() returns setof int language sql stable as
      $$ with recursive all_of(n) as (select 1 union all select (n + 1) % 100 from all_of) select max(n) from all_of $$;
    create function public.same(public.long_texts) returns setof public.long_texts language sql stable as
      $$ select * from public.long_texts where id >= $1.id $$;
    grant select on public.long_texts to anon;
    grant execute on function public.deep, public.endless, public.same to anon;
    alter role anon in database ${database} set statement_timeout = '700ms'`);
});
afterAll(async () => {
  await db?.change(`alter role anon in database ${new URL(db.ownerUrl).pathname.slice(1)} reset all`);
  await db?.close();
});

const statusAndBody = async (response: Response) => [response.status, await response.json()];
const TIMEOUT = { code: '57014', details: null, hint: null, message: 'canceling statement due to statement timeout' };
const ping = () => db.raw('/genres?select=id&id=eq.1');

/** https://docs.postgrest.org/en/stable/references/transactions.html#impersonated-role-settings */
describe('a request that would run forever is cancelled, and others do not wait', () => {
  test.each([
    ['a regular expression that explodes', '/long_texts?body=match.^(a%2B)(a%2B)(a%2B)(a%2B)\\1\\2\\3\\4a!%24'],
    ['a function without an end', '/rpc/endless?limit=1'],
    ['rows embedded in rows embedded in rows', '/long_texts?select=id,same(id,same(id,same(id)))&limit=50'],
  ])('%s', async (_name, path) => {
    const slow = Array.from({ length: 3 }, () => db.raw(path));
    // Three of the fixture's four connections are busy; the fourth serves this request.
    const meanwhile = await ping();
    expect(await meanwhile.json()).toEqual([{ id: 1 }]);
    for (const response of await Promise.all(slow)) expect(await statusAndBody(response)).toEqual([500, TIMEOUT]);
    expect((await ping()).status).toBe(200);
  });

  test('a recursion too deep for the server', async () => {
    const response = await db.raw('/rpc/deep', { method: 'POST', body: '{"n": 1000000}' });
    const { code } = (await response.json()) as { code: string };
    expect([response.status, ['54001', '57014'].includes(code)]).toEqual([500, true]);
    expect((await ping()).status).toBe(200);
  });
});

describe('what is too much is refused', () => {
  const MB = 1_048_576;
  test('a list of 10 MB in an address', async () => {
    const list = Array.from({ length: 10 }, () => '123456,'.repeat(MB / 7)).join('');
    expect(await statusAndBody(await db.raw(`/books?id=in.(${list}1)`))).toEqual([
      414,
      { code: 'PGRST100', details: null, hint: null, message: 'An address can have 16384 characters, not more.' },
    ]);
  });

  test('the same to a function, in an address and in a body', async () => {
    const body = JSON.stringify({ a: '1,'.repeat(5 * MB) });
    const response = await db.raw('/rpc/add', { method: 'POST', body });
    expect([response.status, (await response.json()).code]).toEqual([413, 'PGRST102']);
    const form = await db.raw('/rpc/join_words', {
      method: 'POST',
      body: 'words=x&'.repeat(2_000),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(await statusAndBody(form)).toEqual([
      400,
      { code: 'PGRST102', details: null, hint: null, message: 'A form can have 1000 fields, not more' },
    ]);
  });

  test.each([
    [
      'groups in groups',
      `/books?or=${'(or'.repeat(500)}(id.eq.1)${')'.repeat(500)}`,
      'Conditions can be nested 12 deep, not deeper.',
    ],
    ['groups without an end', `/books?and=${'(not.or'.repeat(500)}`, 'Conditions can be nested 12 deep, not deeper.'],
    [
      'embedded in embedded',
      `/books?select=${'twin('.repeat(500)}id${')'.repeat(500)}`,
      'Resources can be embedded 12 deep, not deeper.',
    ],
    ['spread in spread', `/books?select=${'...twin('.repeat(500)}`, 'Resources can be embedded 12 deep, not deeper.'],
    ['fields', `/books?select=${'id,'.repeat(500)}id`, 'A select can name 400 fields, not more.'],
    ['conditions', `/books?${'id=eq.1&'.repeat(201)}`, 'A request can have 200 conditions, not more.'],
    ['terms of an order', `/books?order=${'id,'.repeat(300)}id`, 'An order can have 200 terms, not more.'],
  ])('%s', async (_name, path, message) => {
    expect(await statusAndBody(await db.raw(path))).toEqual([
      400,
      { code: 'PGRST100', details: null, hint: null, message },
    ]);
  });

  test('500 steps into JSON', async () => {
    expect((await db.raw(`/books?select=facts${'->a'.repeat(500)}`)).status).toBe(400);
    const deep = `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`;
    const stored = await db.raw('/books?select=facts', {
      as: 'user',
      method: 'POST',
      body: `{"id": 900, "title": "deep", "facts": ${deep}}`,
      headers: { prefer: 'return=representation' },
    });
    expect([stored.status, JSON.stringify((await stored.json())[0].facts)]).toEqual([201, deep]);
    const far = await db.raw('/books', {
      as: 'user',
      method: 'POST',
      body: `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    });
    expect(far.status).toBe(400);
    await db.service.from('books').delete().eq('id', 900);
  });

  test('an offset of 1e9, and numbers that are none', async () => {
    expect(await statusAndBody(await db.raw('/books?offset=1000000000'))).toEqual([200, []]);
    const counted = await db.raw('/books?offset=1000000000', { headers: { prefer: 'count=exact' } });
    expect([counted.status, (await counted.json()).code]).toEqual([416, 'PGRST103']);
    expect(await statusAndBody(await db.raw('/books?limit=999999999999999&offset=999999999999999'))).toEqual([200, []]);
    const tooLong = await db.raw('/books?offset=9999999999999999999');
    expect([tooLong.status, (await tooLong.json()).code]).toEqual([400, 'PGRST100']);
    for (const value of ['1e9', 'NaN', '0x10', '1.5', '']) {
      const response = await db.raw(`/books?select=id&id=eq.1&offset=${value}`);
      expect([value, response.status, await response.json()]).toEqual([value, 200, [{ id: 1 }]]);
    }
  });
});

describe('names that mean something to JavaScript', () => {
  test('are columns nobody has', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype']) {
      for (const path of [
        `/books?${name}=eq.1`,
        `/books?select=${name}`,
        `/books?order=${name}`,
        `/books?select=id::${name}`,
        `/${name}`,
        `/rpc/${name}`,
        `/books?select=${name}(*)`,
        `/books?${name}.limit=1`,
      ]) {
        const response = await db.raw(path);
        const { code } = (await response.json()) as { code: string };
        expect([path, response.status < 500, code]).toEqual([
          path,
          true,
          expect.stringMatching(/^(PGRST\d{3}|42703|42704)$/),
        ]);
      }
      const posted = await db.raw('/books', {
        as: 'user',
        method: 'POST',
        body: `{"${name}": {"polluted": 1}, "title": "x"}`,
      });
      expect([posted.status, (await posted.json()).code]).toEqual([400, 'PGRST204']);
      const called = await db.raw('/rpc/add', { method: 'POST', body: `{"a": 1, "${name}": {"polluted": 1}}` });
      expect([called.status, (await called.json()).code]).toEqual([404, 'PGRST202']);
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    const accepted = await db.raw('/genres', { headers: { accept: '__proto__, constructor/toString' } });
    expect(accepted.status).toBe(406);
    const prefer = await db.raw('/genres', { headers: { prefer: 'handling=strict, __proto__=1' } });
    expect(prefer.status).toBe(400);
  });

  test('a name given twice: every filter holds, the first number counts, the last argument counts', async () => {
    expect(await statusAndBody(await db.raw('/books?select=id&id=gt.1&id=lt.3&limit=1&limit=9'))).toEqual([
      200,
      [{ id: 2 }],
    ]);
    expect(await statusAndBody(await db.raw('/books?select=id&select=title&id=eq.2'))).toEqual([200, [{ id: 2 }]]);
    expect(await statusAndBody(await db.raw('/rpc/add?a=1&a=2&b=0'))).toEqual([200, 2]);
    expect(await statusAndBody(await db.raw('/rpc/add', { method: 'POST', body: '{"a": 1, "a": 2, "b": 0}' }))).toEqual(
      [200, 2],
    );
  });

  test('a header that is no header', async () => {
    const odd = await db.raw('/genres?id=eq.1', {
      headers: { range: 'bytes=0-1', 'range-unit': 'bytes', 'accept-profile': 'public' },
    });
    expect(odd.status).toBe(200);
    expect((await db.raw('/genres', { headers: { accept: ';;;,,,' } })).status).toBe(406);
    expect((await db.raw('/genres', { headers: { prefer: ',,,==' } })).status).toBe(200);
  });
});
