import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmpty, type OwnDatabase } from '#tests/db/postgres.ts';
import { createDatabase, type Database } from './database.ts';
import { migrate, type SqlPart } from './migrations.ts';

let folder: string;
let own: OwnDatabase;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stoa-migrations-'));
  own = await createEmpty();
  database = createDatabase({ ownerUrl: own.ownerUrl, clientUrl: own.ownerUrl, poolSize: 4 });
});
afterEach(async () => {
  await database.close();
  await own.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** A module on disk: its migrations by file name, and its policies. */
function part(of: string, migrations: Record<string, string>, policies?: string): SqlPart {
  const partFolder = join(folder, of);
  mkdirSync(join(partFolder, 'migrations'), { recursive: true });
  for (const [file, text] of Object.entries(migrations)) writeFileSync(join(partFolder, 'migrations', file), text);
  if (policies !== undefined) writeFileSync(join(partFolder, 'policies.sql'), policies);
  return { name: of, folder: partFolder };
}

const run = (...parts: SqlPart[]) => migrate(database.asService(), parts);
const table = (of: string) =>
  `create table public.${of} (id int primary key); alter table public.${of} enable row level security;`;
const names = async (text: string) => (await database.asService().query<{ name: string }>(text)).map((row) => row.name);

test('applies each migration once, over all parts in the order of their stamps', async () => {
  const later = part('later', {
    '202601010002_create_b.sql': 'create table public.b (a_id int references public.a (id));',
  });
  const earlier = part('earlier', { '202601010001_create_a.sql': table('a') });
  expect((await run(later, earlier)).applied).toEqual(['202601010001_create_a.sql', '202601010002_create_b.sql']);
  expect(await run(later, earlier)).toEqual({ applied: [], policies: false });
});

test('refuses a migration that was changed after it was applied', async () => {
  await run(part('a', { '202601010001_create_a.sql': table('a') }));
  await expect(run(part('a', { '202601010001_create_a.sql': `${table('a')} -- changed` }))).rejects.toThrow(
    'The migration 202601010001_create_a.sql was changed after it was applied',
  );
});

test('rejects a migration older than one already applied, and a duplicate stamp', async () => {
  await run(part('a', { '202601010005_create_a.sql': table('a') }));
  await expect(run(part('a', { '202601010004_create_b.sql': table('b') }))).rejects.toThrow(
    'older than one already applied',
  );
  await expect(run(part('b', { '202601010005_create_c.sql': table('c') }), part('a', {}))).rejects.toThrow(
    'carry the stamp',
  );
});

test('rejects a database with a migration this version does not have', async () => {
  const initial = part('a', { '202601010001_create_a.sql': table('a') });
  await run(initial, part('b', { '202601010002_create_b.sql': table('b') }));
  await expect(run(initial)).rejects.toThrow('of a newer version');
});

test('leaves nothing of a run that fails, and says where it failed', async () => {
  const parts = [
    part('a', {
      '202601010001_create_a.sql': table('a'),
      '202601010002_break.sql': 'select 1;\n\nselect nothing from nowhere;',
    }),
  ];
  await expect(run(...parts)).rejects.toThrow('a/migrations/202601010002_break.sql: line 3');
  expect(await names(`select tablename as name from pg_tables where schemaname = 'public'`)).toEqual([]);
});

test('replaces policies whole when any changed: what is no longer written is gone', async () => {
  const migrations = { '202601010001_create_a.sql': table('a') };
  const readable = `create function private.one() returns int language sql as 'select 1';
    create view public.seen as select id from public.a where id = private.one();
    create policy "Everyone reads" on public.a for select to public using (id = private.one());`;
  expect((await run(part('a', migrations, readable))).policies).toBe(true);
  expect((await run(part('a', migrations, readable))).policies).toBe(false);
  expect(
    (await run(part('a', migrations, 'create policy "Nobody reads" on public.a for select to public using (false);')))
      .policies,
  ).toBe(true);
  expect(await names(`select policyname as name from pg_policies where tablename = 'a'`)).toEqual(['Nobody reads']);
  expect(await names(`select proname as name from pg_proc where proname = 'one'`)).toEqual([]);
  expect(await names(`select viewname as name from pg_views where schemaname = 'public'`)).toEqual([]);
});

test('lets nobody execute a function that no grant names', async () => {
  await run(part('a', {}, `create function public.open_to_none() returns int language sql as 'select 1';`));
  const rows = await database
    .asService()
    .query<{ open: boolean }>(`select has_function_privilege('anon', 'public.open_to_none()', 'execute') as open`);
  expect(rows).toEqual([{ open: false }]);
});

test('opens nothing to clients where the database would do so by itself, and leaves its defaults to others', async () => {
  const sql = database.asService();
  for (const kind of ['tables', 'functions'])
    await sql.query(`alter default privileges in schema public grant all on ${kind} to anon, authenticated`);
  const policies = `create function public.closed() returns int language sql as 'select 1';
    create view public.seen as select 1 as one;`;
  await run(part('a', { '202601010001_create_a.sql': table('a') }, policies));
  await sql.query(
    `create table public.others (id int); create function public.others_own() returns int language sql as 'select 1'`,
  );
  const rights = await sql.query<{ what: string; may: boolean }>(
    `select 'table' as what, has_table_privilege('anon', 'public.a', 'select') as may
     union all select 'view', has_table_privilege('anon', 'public.seen', 'select')
     union all select 'function', has_function_privilege('authenticated', 'public.closed()', 'execute')
     union all select 'another table', has_table_privilege('anon', 'public.others', 'select')
     union all select 'another function', has_function_privilege('authenticated', 'public.others_own()', 'execute')`,
  );
  expect(rights.filter(({ may }) => may).map(({ what }) => what)).toEqual(['another table', 'another function']);
});

test('two starts at once apply a migration once', async () => {
  const parts = [part('a', { '202601010001_create_a.sql': table('a') }, '')];
  const outcomes = await Promise.all([run(...parts), run(...parts), run(...parts)]);
  expect(outcomes.flatMap((outcome) => outcome.applied)).toEqual(['202601010001_create_a.sql']);
});

test('a guest keeps a ledger of its own, leaves the grants of others, and replaces in place what they built on', async () => {
  const sql = database.asService();
  const guest = (policies: string) =>
    migrate(sql, [part('guest', { '202601010001_create_a.sql': 'create schema if not exists auth;' }, policies)], {
      ledger: 'gateway',
      isGuest: true,
    });
  await sql.query('create table public.theirs (id int); grant select on public.theirs to anon');
  await guest('create function auth.answer() returns int language sql as $$ select 1 $$;');
  await sql.query('create view public.built as select auth.answer() as answer');
  await guest(`create function auth.answer() returns int language sql as $$ select 2 $$;
    create function auth.other() returns int language sql as $$ select 3 $$;`);
  expect(await sql.query('select answer from public.built')).toEqual([{ answer: 2 }]);
  await sql.query('drop view public.built');
  await guest('select 1;');
  expect(await names(`select proname as name from pg_proc where pronamespace = 'auth'::regnamespace`)).toEqual([]);
  expect(await sql.query(`select has_table_privilege('anon', 'public.theirs', 'select') as may`)).toEqual([
    { may: true },
  ]);
  expect(await names(`select schemaname as name from pg_tables where tablename = 'migrations'`)).toEqual(['gateway']);
});
