import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#base/server/database.ts';
import { openWire, openWireOver, type Wire } from '#tests/db/rest-wire.ts';
import type { RestOptions } from './rest.ts';

const CHECKS = `
create schema inside;
create function inside.same(text, text) returns boolean language sql immutable as $$ select lower($1) = lower($2) $$;
create operator inside.=~ (leftarg = text, rightarg = text, function = inside.same);
create function public.uses_inside() returns boolean language plpgsql stable as $$ begin return 'A' =~ 'a'; end $$;
create function public.path() returns text language sql stable as $$ select current_setting('search_path') $$;
create function public.setting(name text) returns text language sql stable as $$ select current_setting(name, true) $$;
create function public.before() returns void language plpgsql as $$ begin
  if current_setting('request.headers')::json ->> 'x-closed' is not null then
    raise sqlstate 'PT423' using message = 'Closed', hint = 'Come back'; end if;
  perform set_config('response.headers', '[{"X-Seen": "' || current_user || '"}]', true);
end $$;
create sequence public.visits;
create view public.visit as select nextval('public.visits') as number;
create function public.visit_volatile() returns bigint language sql volatile as $$ select nextval('public.visits') $$;
create function public.visit_stable() returns bigint language sql stable as $$ select nextval('public.visits') $$;
create function public.headers() returns text language plpgsql as $$ begin
  perform set_config('response.headers', '[{"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}, {"Cache-Control": "public"}, {"Content-Type": "text/x-own"}]', true);
  return 'x'; end $$;
create function public.bad_headers() returns text language plpgsql as $$ begin
  perform set_config('response.headers', '{"a": 1}', true); return 'x'; end $$;
create function public.bad_status() returns text language plpgsql as $$ begin
  perform set_config('response.status', 'fine', true); return 'x'; end $$;
create function public.set_for_good() returns text language plpgsql as $$ begin
  perform set_config('response.headers', '[{"X-Left": "behind"}]', false);
  perform set_config('response.status', '202', false); return 'x'; end $$;
create table public.moments (id int primary key, at timestamptz not null);
insert into public.moments values (1, '2023-10-18T12:37:59.611+00:00');
create function public.leaves(public.moments) returns text language sql volatile as $$ select public.set_for_good() $$;
create function public.sleepy() returns text language plpgsql set statement_timeout = '50ms' as $$ begin
  perform pg_sleep(20); return 'rested'; end $$;
grant usage on schema inside to anon, authenticated;
grant usage on sequence public.visits to anon;
grant select on public.visit, public.moments to anon;
grant execute on all functions in schema public, inside to anon, authenticated;`;

async function opened(options: Partial<RestOptions> = {}): Promise<Wire> {
  const db = await openWire(options);
  await db.change(CHECKS);
  return db;
}

let db: Wire;
beforeAll(async () => {
  db = await opened();
});
afterAll(() => db?.close());

const statusAndBody = async (response: Response) => [response.status, await response.json()];

/** https://docs.postgrest.org/en/stable/references/transactions.html#access-mode */
describe('what may change something', () => {
  test.each([
    ['GET', '/visit'],
    ['GET', '/rpc/visit_volatile'],
    ['GET', '/rpc/visit_stable'],
    ['POST', '/rpc/visit_stable'],
  ])('not %s %s', async (method, path) => {
    expect(await statusAndBody(await db.raw(path, { method }))).toEqual([
      405,
      {
        code: '25006',
        details: null,
        hint: null,
        message: 'cannot execute nextval() in a read-only transaction',
      },
    ]);
  });

  test('nor HEAD, but POST of a volatile function', async () => {
    expect((await db.raw('/rpc/visit_volatile', { method: 'HEAD' })).status).toBe(405);
    expect(await statusAndBody(await db.raw('/rpc/visit_volatile', { method: 'POST' }))).toEqual([200, 1]);
  });
});

/** https://docs.postgrest.org/en/stable/references/transactions.html#transaction-end */
describe('how a transaction ends', () => {
  const insert = (to: Wire, id: number, prefer: string) =>
    to.raw('/genres', {
      as: 'user',
      method: 'POST',
      body: JSON.stringify({ id, name: `genre ${id}` }),
      headers: { prefer: `return=representation${prefer}` },
    });
  const isThere = async (to: Wire, id: number) =>
    (await to.service.from('genres').select('id').eq('id', id)).data?.length === 1;

  test.each<[NonNullable<RestOptions['txEnd']>, string, boolean, string]>([
    ['commit', '', true, 'return=representation'],
    ['commit', ', tx=rollback', true, 'return=representation'],
    ['commit-allow-override', '', true, 'return=representation'],
    ['commit-allow-override', ', tx=rollback', false, 'return=representation, tx=rollback'],
    ['rollback', '', false, 'return=representation'],
    ['rollback', ', tx=commit', false, 'return=representation'],
    ['rollback-allow-override', '', false, 'return=representation'],
    ['rollback-allow-override', ', tx=commit', true, 'return=representation, tx=commit'],
  ])('%s%s', async (txEnd, prefer, stays, applied) => {
    const own = await openWire({ txEnd });
    const response = await insert(own, 70, prefer);
    expect([response.status, await response.json()]).toEqual([201, [{ id: 70, name: 'genre 70', parent_id: null }]]);
    expect(response.headers.get('preference-applied')).toBe(applied);
    expect(await isThere(own, 70)).toBe(stays);
    await own.close();
  });

  test('the client rolls back', async () => {
    const own = await openWire({ txEnd: 'commit-allow-override' });
    const { data } = await own.user.from('genres').insert({ id: 71, name: 'kept not' }).select('id').rollback();
    expect(data).toEqual([{ id: 71 }]);
    expect(await isThere(own, 71)).toBe(false);
    await own.close();
  });
});

/** https://docs.postgrest.org/en/stable/references/transactions.html#pre-request */
describe('a function before every request', () => {
  test('may say headers, and refuse', async () => {
    const own = await opened({ preRequest: 'public.before' });
    const seen = await own.raw('/genres?id=eq.1', { as: 'user' });
    expect([seen.status, seen.headers.get('x-seen')]).toEqual([200, 'authenticated']);
    expect(await statusAndBody(await own.raw('/genres', { headers: { 'x-closed': '1' } }))).toEqual([
      423,
      { code: 'PT423', details: null, hint: 'Come back', message: 'Closed' },
    ]);
    const written = await own.raw('/genres', {
      as: 'user',
      method: 'POST',
      body: '{"id": 80, "name": "x"}',
      headers: { 'x-closed': '1' },
    });
    expect(written.status).toBe(423);
    expect((await own.service.from('genres').select('id').eq('id', 80)).data).toEqual([]);
    await own.close();
  });

  test('that is not there refuses everything', async () => {
    const own = await openWire({ preRequest: 'public.nobody' });
    const response = await own.raw('/genres');
    expect([response.status, (await response.json()).code]).toEqual([404, '42883']);
    await own.close();
  });
});

/** https://docs.postgrest.org/en/stable/references/transactions.html#transaction-scoped-settings */
describe('settings', () => {
  test('where else is looked for functions and operators', async () => {
    const none = await db.raw('/rpc/uses_inside');
    expect([none.status, (await none.json()).code]).toEqual([404, '42883']);
    const own = await opened({ extraSearchPath: ['inside', 'odd "name'] });
    expect(await statusAndBody(await own.raw('/rpc/uses_inside'))).toEqual([200, true]);
    expect(await statusAndBody(await own.raw('/rpc/path'))).toEqual([200, '"public", "inside", "odd ""name"']);
    await own.close();
  });

  test('cookies, and what the operator set', async () => {
    const own = await opened({ appSettings: { motto: 'be kind' } });
    const cookies = await own.raw('/rpc/setting?name=request.cookies', {
      headers: { cookie: 'a=1; b=x=y; __proto__=z' },
    });
    expect(JSON.parse(String(await cookies.json()))).toEqual(JSON.parse('{"a": "1", "b": "x=y", "__proto__": "z"}'));
    expect(await statusAndBody(await own.raw('/rpc/setting?name=app.settings.motto'))).toEqual([200, 'be kind']);
    await own.close();
  });

  test('of a role and of a function hold', async () => {
    const database = new URL(db.ownerUrl).pathname.slice(1);
    await db.change(`alter role anon in database ${database} set app.greeting = 'hello';
      alter role anon in database ${database} set statement_timeout = '7s'`);
    expect(await statusAndBody(await db.raw('/rpc/setting?name=app.greeting'))).toEqual([200, 'hello']);
    expect(await statusAndBody(await db.raw('/rpc/setting?name=statement_timeout'))).toEqual([200, '7s']);
    expect(await statusAndBody(await db.raw('/rpc/setting?name=statement_timeout', { as: 'user' }))).toEqual([
      200,
      '15s',
    ]);
    expect(await statusAndBody(await db.raw('/rpc/sleepy', { method: 'POST' }))).toEqual([
      500,
      { code: '57014', details: null, hint: null, message: 'canceling statement due to statement timeout' },
    ]);
    await db.change(`alter role anon in database ${database} reset all`);
  });

  test('a response header set for the session is of its own response alone', async () => {
    const database = createDatabase({ ownerUrl: db.ownerUrl, clientUrl: db.clientUrl, poolSize: 1 });
    const own = await openWireOver({ ...db, drop: async () => {} }, {}, () => database);
    const seen = async (path: string, init: Parameters<Wire['raw']>[1] = {}) => {
      const { status, headers } = await own.raw(path, init);
      return [status, headers.get('x-left')];
    };
    const write = { as: 'user', method: 'POST', body: '{"id": 77, "name": "x"}' } as const;
    for (let time = 0; time < 2; time++) {
      expect(await seen('/rpc/set_for_good', { method: 'POST' })).toEqual([202, 'behind']);
      expect(await seen('/rpc/setting?name=x')).toEqual([200, null]);
      expect(await seen('/book_cards?limit=1')).toEqual([200, null]);
      // A read of a table ignores the settings.
      expect(await seen('/moments?select=leaves')).toEqual([200, null]);
      expect(await seen('/genres', write)).toEqual([201, null]);
      expect(await seen('/genres?id=eq.77', { as: 'user', method: 'DELETE' })).toEqual([204, null]);
      expect(await seen('/rpc/add?a=1')).toEqual([200, null]);
    }
    await own.rest.close();
    await own.database.close();
    await database.close();
  });

  test('response headers more than once, and before ours', async () => {
    const response = await db.raw('/rpc/headers', { method: 'POST' });
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect([response.headers.get('cache-control'), response.headers.get('content-type')]).toEqual([
      'public',
      'text/x-own',
    ]);
  });

  test.each([
    [
      'bad_headers',
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    ],
    ['bad_status', 'PGRST112', 'response.status guc must be a valid status code'],
  ])('%s', async (name, code, message) => {
    expect(await statusAndBody(await db.raw(`/rpc/${name}`, { method: 'POST' }))).toEqual([
      500,
      { code, details: null, hint: null, message },
    ]);
  });
});

/** https://docs.postgrest.org/en/stable/references/api/preferences.html#timezone */
describe('the zone times are shown in', () => {
  const request = (prefer: string) => db.raw('/moments?select=at', { headers: { prefer } });

  test('as asked for', async () => {
    const response = await request('timezone=America/Los_Angeles');
    expect(response.headers.get('preference-applied')).toBe('timezone=America/Los_Angeles');
    expect(await response.json()).toEqual([{ at: '2023-10-18T05:37:59.611-07:00' }]);
  });

  test('unchanged for an unknown zone', async () => {
    const response = await request('timezone=Jupiter/Red_Spot');
    expect([response.status, response.headers.get('preference-applied')]).toEqual([200, null]);
    expect(await response.json()).toEqual(await (await request('')).json());
  });

  test('an error for an unknown zone under handling=strict', async () => {
    expect(await statusAndBody(await request('handling=strict, timezone=Jupiter/Red_Spot'))).toEqual([
      400,
      {
        code: 'PGRST122',
        details: 'Invalid preferences: timezone=Jupiter/Red_Spot',
        hint: null,
        message: 'Invalid preferences given with handling=strict',
      },
    ]);
  });
});

/** https://docs.postgrest.org/en/stable/references/configuration.html#in-database-configuration */
describe('the service set up in the database', () => {
  test('is read at the start and on notice', async () => {
    const own = await openWire();
    const database = new URL(own.ownerUrl).pathname.slice(1);
    const login = new URL(db.clientUrl).username;
    const sum = () => own.raw('/books?select=pages.sum()');
    expect((await sum()).status).toBe(400);
    const client = new pg.Client({ connectionString: own.ownerUrl });
    await client.connect();
    await client.query(`alter role ${login} in database ${database} set pgrst.db_aggregates_enabled = 'true'`);
    await client.query(`alter role ${login} in database ${database} set pgrst.db_max_rows = '2'`);
    await client.query("notify pgrst, 'reload config'");
    await expect.poll(async () => (await sum()).status, { timeout: 10_000 }).toBe(200);
    expect(await (await own.raw('/books?select=id&order=id')).json()).toHaveLength(2);
    await client.query(`alter role ${login} in database ${database} reset all`);
    await client.query("notify pgrst, 'something else'");
    await client.query('notify pgrst');
    await expect.poll(async () => (await sum()).status, { timeout: 10_000 }).toBe(400);
    await client.end();
    await own.close();
  });
});
