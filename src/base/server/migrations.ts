import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from './database.ts';
import { StartError } from './environment.ts';

/** A folder that may hold `migrations/*.sql` and `policies.sql`, in dependency order. */
export type SqlPart = { name: string; folder: string };

type Migration = { stamp: string; name: string; part: string; text: string; hash: string };
type PolicyFile = { part: string; text: string };

const LOCK = 7_406_512;

/** Name of the application that owns these migrations. */
export type MigrationOptions = {
  /** Schema of the ledger of applied migrations; default `private`. */
  ledger?: string;
  /**
   * true: the database is shared with another application. Its tables in `public` keep their grants, and a function of
   * ours that its objects depend on is replaced in place instead of dropped and recreated.
   */
  isGuest?: boolean;
};

/** Schemas that may hold our policies, triggers, functions and views. */
const SCHEMAS = ['public', 'private', 'auth', 'storage', 'realtime'];

/**
 * Migrates a database in one transaction under an advisory lock: each stamped migration once, then every `policies.sql`
 * if any of them changed.
 * @returns the names of the migrations applied and whether policies were replaced.
 * @throws {StartError} a changed, an out-of-order or an unknown (newer) migration.
 */
export async function migrate(
  sql: Sql,
  parts: SqlPart[],
  { ledger = 'private', isGuest = false }: MigrationOptions = {},
): Promise<{ applied: string[]; policies: boolean }> {
  const migrations = parts.flatMap(readMigrations).sort((a, b) => a.stamp.localeCompare(b.stamp));
  const doubled = migrations.find((migration, index) => migrations[index - 1]?.stamp === migration.stamp);
  if (doubled) throw new StartError(`Two migrations carry the stamp ${doubled.stamp}: give ${doubled.name} its own.`);
  const policies = parts.flatMap(readPolicies);
  return sql.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await ensureLedger(tx, ledger);
    const applied = await applyMigrations(tx, migrations, ledger);
    const replaced = await replacePolicies(tx, policies, { ledger, isGuest, isForced: applied.length > 0 });
    return { applied, policies: replaced };
  });
}

function readMigrations(part: SqlPart): Migration[] {
  const folder = join(part.folder, 'migrations');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => {
      const match = /^(\d{12})_([a-z0-9_]+)\.sql$/.exec(file);
      if (!match?.[1])
        throw new StartError(`The migration ${join(folder, file)} must be named YYYYMMDDHHMM_verb_noun.sql.`);
      const text = readFileSync(join(folder, file), 'utf8');
      return { stamp: match[1], name: file, part: part.name, text, hash: hashOf(text) };
    });
}

function readPolicies(part: SqlPart): PolicyFile[] {
  const file = join(part.folder, 'policies.sql');
  return existsSync(file) ? [{ part: part.name, text: readFileSync(file, 'utf8') }] : [];
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function ensureLedger(tx: Sql, ledger: string): Promise<void> {
  await tx.query(`create schema if not exists ${ledger}`);
  await tx.query(`create table if not exists ${ledger}.migrations (
    stamp text primary key, name text not null, part text not null, hash text not null,
    applied_at timestamptz not null default now())`);
  await tx.query(`create table if not exists ${ledger}.policy_state (
    only_one boolean primary key default true check (only_one), hash text not null, objects text[] not null)`);
  for (const table of ['migrations', 'policy_state']) {
    await tx.query(`alter table ${ledger}.${table} enable row level security`);
    await tx.query(`alter table ${ledger}.${table} force row level security`);
  }
}

async function applyMigrations(tx: Sql, migrations: Migration[], ledger: string): Promise<string[]> {
  const recorded = await tx.query<{ stamp: string; name: string; hash: string }>(
    `select stamp, name, hash from ${ledger}.migrations order by stamp`,
  );
  const files = new Map(migrations.map((migration) => [migration.stamp, migration]));
  for (const row of recorded) {
    const file = files.get(row.stamp);
    if (!file) {
      throw new StartError(
        `The database is of a newer version (it knows ${row.name}): start that version, or restore a backup.`,
      );
    }
    if (file.hash !== row.hash)
      throw new StartError(`The migration ${row.name} was changed after it was applied: write a new one.`);
  }
  const newest = recorded.at(-1)?.stamp ?? '';
  const applied: string[] = [];
  const stamps = new Set(recorded.map((row) => row.stamp));
  for (const migration of migrations) {
    if (stamps.has(migration.stamp)) continue;
    if (migration.stamp < newest) {
      throw new StartError(
        `The migration ${migration.name} is older than one already applied (${newest}): give it a new stamp.`,
      );
    }
    try {
      await tx.query(migration.text);
    } catch (error) {
      throw new Error(`${migration.part}/migrations/${migration.name}: ${located(error, migration.text)}`, {
        cause: error,
      });
    }
    await tx.query(`insert into ${ledger}.migrations (stamp, name, part, hash) values ($1, $2, $3, $4)`, [
      migration.stamp,
      migration.name,
      migration.part,
      migration.hash,
    ]);
    applied.push(migration.name);
  }
  return applied;
}

async function replacePolicies(
  tx: Sql,
  files: PolicyFile[],
  { ledger, isGuest, isForced }: Required<MigrationOptions> & { isForced: boolean },
): Promise<boolean> {
  const hash = hashOf(files.map((file) => `${file.part}\n${file.text}`).join('\n'));
  const state = (
    await tx.query<{ hash: string; objects: string[] }>(`select hash, objects from ${ledger}.policy_state`)
  )[0];
  if (state?.hash === hash && !isForced) return false;
  const remaining = await dropOurs(tx, state?.objects ?? []);
  if (remaining.length > 0 && !isGuest)
    throw new Error(`Something still depends on what policies.sql made: ${remaining.join('; ')}`);
  const before = new Set((await objects(tx)).map((object) => object.statement));
  for (const statement of remaining) before.delete(statement);
  if (!isGuest) await closeTables(tx);
  await withoutDefaultGrants(tx, async () => {
    for (const file of files) {
      const text = isGuest ? file.text.replace(/^create function/gim, 'create or replace function') : file.text;
      try {
        await tx.query(text);
      } catch (error) {
        throw new Error(`${file.part}/policies.sql: ${located(error, file.text)}`, { cause: error });
      }
    }
  });
  const created = (await objects(tx)).filter((object) => !before.has(object.statement));
  for (const object of created) {
    // PostgreSQL grants execute on a new function to everyone: here only explicit grants count.
    if (object.kind === 'function') await tx.query(`revoke execute on function ${object.identity} from public`);
    if (object.kind === 'function') await tx.query(`grant execute on function ${object.identity} to service_role`);
  }
  await tx.query(`delete from ${ledger}.policy_state`);
  await tx.query(`insert into ${ledger}.policy_state (hash, objects) values ($1, $2)`, [
    hash,
    created.map((object) => object.statement),
  ]);
  await tx.query(`notify pgrst, 'reload schema'`);
  return true;
}

/** Revokes everything in `public` from clients; each policies.sql grants what it needs. */
async function closeTables(tx: Sql): Promise<void> {
  await tx.query(`do $$ declare t record; begin
    for t in select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' loop
      execute format('revoke all on %s from anon, authenticated, public', t.name);
      execute format('grant all on %s to service_role', t.name);
    end loop; end $$`);
}

/**
 * A hosted database may have default privileges that grant clients everything created in `public`. Our objects need
 * explicit grants, so these defaults are suspended during the migration; for objects of others they apply as before.
 */
async function withoutDefaultGrants(tx: Sql, work: () => Promise<void>): Promise<void> {
  const defaults = await tx.query<{ revoke: string; restore: string }>(
    `select format('alter default privileges in schema public revoke %s on %s from %I', a.privilege_type, k.kind, r.rolname) as revoke,
       format('alter default privileges in schema public grant %s on %s to %I', a.privilege_type, k.kind, r.rolname) as restore
     from pg_default_acl d cross join lateral aclexplode(d.defaclacl) a
     join pg_roles r on r.oid = a.grantee and r.rolname in ('anon', 'authenticated')
     join (values ('r', 'tables'), ('S', 'sequences'), ('f', 'functions')) k (letter, kind) on k.letter = d.defaclobjtype::text
     where d.defaclnamespace = to_regnamespace('public') and d.defaclrole = (select oid from pg_roles where rolname = current_user)`,
  );
  for (const { revoke } of defaults) await tx.query(revoke);
  await work();
  for (const { restore } of defaults) await tx.query(restore);
}

/**
 * Drops the objects of the previous run; objects that others still depend on are retried in the next round.
 * @returns the statements that failed.
 */
async function dropOurs(tx: Sql, statements: string[]): Promise<string[]> {
  let waiting = statements;
  while (waiting.length > 0) {
    const remaining: string[] = [];
    for (const statement of waiting) {
      try {
        await tx.transaction((inner) => inner.query(statement));
      } catch {
        remaining.push(statement);
      }
    }
    if (remaining.length === waiting.length) return remaining;
    waiting = remaining;
  }
  return [];
}

type PolicyObject = { kind: string; identity: string; statement: string };

/** Every object a policies.sql may create, each with its drop statement. */
async function objects(tx: Sql): Promise<PolicyObject[]> {
  return tx.query<PolicyObject>(
    `select 'policy' as kind, '' as identity,
        format('drop policy if exists %I on %I.%I', policyname, schemaname, tablename) as statement
       from pg_policies where schemaname = any($1)
     union all
     select 'trigger', '', format('drop trigger if exists %I on %I.%I', t.tgname, n.nspname, c.relname)
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
       where not t.tgisinternal and n.nspname = any($1)
     union all
     select 'view', '', format('drop view if exists %I.%I', n.nspname, c.relname)
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'v' and n.nspname = any($1)
     union all
     select 'event trigger', '', format('drop event trigger if exists %I', evtname) from pg_event_trigger
       where evtfoid in (select oid from pg_proc where pronamespace = any(
         select oid from pg_namespace where nspname = any($1)))
     union all
     select 'function', p.oid::regprocedure::text, format('drop function if exists %s', p.oid::regprocedure)
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = any($1) and p.prokind in ('f', 'w')
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    [SCHEMAS],
  );
}

/** A PostgreSQL error with the file and line it points at. */
function located(error: unknown, text: string): string {
  const { message, position } = error as { message: string; position?: string };
  if (!position) return message;
  return `line ${text.slice(0, Number(position)).split('\n').length}: ${message}`;
}
