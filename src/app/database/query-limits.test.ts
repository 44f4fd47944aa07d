import { type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { type Listening, listening } from '#tests/db/listening.ts';
import { openWorld, type World } from '#tests/db/world.ts';

/** What one visitor asks of the data service must never make another account wait. */
let world: World;
let app: AppWorld;
let server: Listening;
beforeAll(async () => {
  world = await openWorld();
  await world.sql.query('create function public.endless() returns void language sql as $$ select pg_sleep(60) $$');
  await world.sql.query('grant execute on function public.endless to anon, authenticated');
  await world.sql.query('create table public.long_texts (id int primary key, body text not null)');
  await world.sql.query(`insert into public.long_texts values (1, repeat('a', 400) || '!')`);
  await world.sql.query('alter table public.long_texts enable row level security');
  await world.sql.query('create policy "Everyone reads" on public.long_texts for select using (true)');
  await world.sql.query('grant select on public.long_texts to anon');
  await world.sql.query(`create function public.copies(public.courses) returns setof public.long_texts
    language plpgsql stable rows 100000000 as $$ begin return query select * from public.long_texts; end $$`);
  await world.sql.query('grant execute on function public.copies to anon');
  app = await openApp(world);
  server = await listening(app);
});
afterAll(async () => {
  await server.close();
  await app.close();
  await world.close();
});

type Reply = { status: number; body: string; headers: IncomingHttpHeaders };
type Sent = { token?: string; method?: string; body?: string };

function send(host: string, path: string, { token, method = 'GET', body }: Sent = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: `${host}.localhost`,
      apikey: app.runtime.keys.anon_key,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const sent = request({ port: server.port, path: `/rest/v1${path}`, headers, method }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }));
    });
    sent.on('error', reject).end(body);
  });
}

const codeOf = ({ body }: Reply) => (JSON.parse(body) as { code?: string }).code;

describe('24 endless requests to one account', () => {
  test('leave the other account and the other visitors of the same one their connections', async () => {
    let ended = 0;
    const heavy = Array.from({ length: 24 }, () =>
      send('demo', '/rpc/endless').finally(() => {
        ended += 1;
      }),
    );
    // Reads that nobody has sent before have a connection to themselves: they would wait for the endless ones.
    const others = await Promise.all([
      ...Array.from({ length: 8 }, (_, index) => send('atelier', `/courses?select=id&limit=${index + 1}&order=id`)),
      send('demo', '/members?select=id&limit=1', { token: await app.tokenOf('student') }),
    ]);
    expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200));
    expect(ended).toBe(0);
    for (const reply of await Promise.all(heavy)) {
      expect(reply.status, reply.body).toBe(429);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      expect(['57014', 'too_many_requests']).toContain(codeOf(reply));
      expect(Object.keys(JSON.parse(reply.body) as object).sort()).toEqual(['code', 'details', 'hint', 'message']);
    }
  });
});

test('a read that shares its connection and turns out slow is cancelled, stopped on its own connection, and delays nobody', async () => {
  const match = (pattern: string) => `/long_texts?select=id&body=match.${encodeURIComponent(pattern)}`;
  // Known to be quick from now on, so it shares a connection.
  for (let index = 0; index < 5; index++) expect((await send('atelier', match('^a'))).body).toBe('[{"id":1}]');
  const explosive = Array.from({ length: 6 }, () => send('atelier', match('^(a+)(a+)(a+)(a+)\\1\\2\\3\\4a!$')));
  const quick = await Promise.all(Array.from({ length: 20 }, () => send('demo', '/courses?select=id&limit=1')));
  expect(new Set(quick.map(({ status }) => status))).toEqual(new Set([200]));
  for (const reply of await Promise.all(explosive))
    expect([reply.status, reply.headers['retry-after']]).toEqual([429, '5']);
});

describe('what one request may embed', () => {
  test.each([
    [
      'the same resource many times',
      `/courses?select=id,${Array.from({ length: 4 }, (_, at) => `a${at}:sections(id)`).join(',')}`,
    ],
    [
      'resources too deep in each other',
      `/courses?select=id,sections(id,lessons(id,sections(id,lessons(id,sections(id)))))`,
    ],
    [
      'many resources',
      `/courses?select=id,${'abcdefghijk'
        .split('')
        .map((character) => `${character}:table_${character}(id)`)
        .join(',')}`,
    ],
  ])('is bounded: %s', async (_name, path) => {
    const reply = await send('demo', path);
    expect([reply.status, codeOf(reply)]).toEqual([400, 'PGRST100']);
  });

  test('is estimated before it runs, where it is more than two resources', async () => {
    const path = '/courses?select=id,sections(id,lessons(id,title)),copies(id)';
    const reply = await send('demo', path);
    expect([reply.status, codeOf(reply)]).toEqual([400, 'PGRST100']);
    expect((await send('demo', path.replace('copies(id)', 'course_categories(name)'))).status).toBe(200);
  });
});

describe('guessing and searching', () => {
  const named = (name: string) => `/coupons?select=id&account_id=eq.${world.demo}&name=eq.${name}`;

  test('names of coupons can be guessed thirty times, then the guesser waits and nobody else', async () => {
    const token = await app.tokenOf('parent');
    for (let guess = 0; guess < 30; guess++)
      expect((await send('demo', named(`GUESS${guess}`), { token })).body).toBe('[]');
    const reply = await send('demo', named('WELCOME10'), { token });
    expect([reply.status, codeOf(reply)]).toEqual([429, 'too_many_requests']);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    const another = { token: await app.tokenOf('student') };
    for (let use = 0; use < 40; use++) expect((await send('demo', named('WELCOME10'), another)).body).not.toBe('[]');
  });

  test('a person searches six hundred times a minute, not more', async () => {
    const sender = { token: await app.tokenOf('instructor') };
    const search = (term: number) => send('demo', `/courses?select=id&search_text=ilike.*${term}*&limit=9`, sender);
    const statuses: number[] = [];
    for (let term = 0; term < 601; term += 1) statuses.push((await search(term)).status);
    expect(new Set(statuses.slice(0, 600))).toEqual(new Set([200]));
    expect(statuses[600]).toBe(429);
    expect((await send('demo', '/courses?select=id&limit=9', sender)).status).toBe(200);
  });
});

test('what a person reads is kept by no cache and told apart by who asks', async () => {
  const personal = await send('demo', '/courses?select=id&limit=1', { token: await app.tokenOf('student') });
  expect([personal.headers['cache-control'], personal.headers.vary]).toEqual(['no-store', 'authorization, apikey']);
  const visitor = await send('demo', '/courses?select=id&limit=1');
  expect([visitor.headers['cache-control'], visitor.headers.vary]).toEqual([undefined, undefined]);
});

test.each([
  ['POST', '/blog_counts', '{"posts": 1}'],
  ['PATCH', '/blog_counts?posts=eq.1', '{"posts": 1}'],
  ['DELETE', '/blog_counts?posts=eq.1', undefined],
])('a write to a view is 405 with a code of its own: %s', async (method, path, body) => {
  const token = app.runtime.keys.service_role_key;
  const reply = await send('demo', path, { token, method, body });
  expect([reply.status, codeOf(reply)], reply.body).toEqual([405, 'view_read_only']);
});

test.each([
  ['POST', '/blog_counts'],
  ['PATCH', '/blog_counts?posts=eq.1'],
])('a column that a view has not is told of before that: %s', async (method, path) => {
  const reply = await send('demo', path, { token: app.runtime.keys.service_role_key, method, body: '{"nope": 1}' });
  expect([reply.status, codeOf(reply)], reply.body).toEqual([400, 'PGRST204']);
});
