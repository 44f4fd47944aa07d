import pg from 'pg';
import type { Sql } from './database.ts';
import { StartError } from './environment.ts';
import { timingSafeHash } from './tokens.ts';

const LOGIN = 'stoa_client';
const CLIENT_ROLES = ['anon', 'authenticated', 'service_role'];

/**
 * Checks that a database meets our requirements, before anything is changed.
 * @throws {StartError} unreachable, older than 15, or a role without the privileges to create the client roles.
 */
export async function checkDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`The database of DATABASE_URL can't be reached: ${(error as Error).message}.`);
  }
  try {
    const { rows } = await client.query<{ version: number; superuser: boolean; able: boolean; present: number }>(
      `select current_setting('server_version_num')::int / 10000 as version, rolsuper as superuser,
              rolcreaterole and rolbypassrls as able,
              (select count(*)::int from pg_roles where rolname = any($1)) as present
         from pg_roles where rolname = current_user`,
      [CLIENT_ROLES],
    );
    const facts = rows[0];
    if (!facts) throw new StartError('The role of DATABASE_URL is unknown to its own database.');
    if (facts.version < 15)
      throw new StartError(`DATABASE_URL names PostgreSQL ${facts.version}: 15 or newer is needed.`);
    const isEnough = facts.superuser || (facts.able && facts.version >= 16) || facts.present === CLIENT_ROLES.length;
    if (!isEnough) {
      throw new StartError(
        'The role of DATABASE_URL must be a superuser, or have CREATEROLE and BYPASSRLS (PostgreSQL 16 or newer), or the roles anon, authenticated and service_role must exist already.',
      );
    }
  } finally {
    await client.end();
  }
}

/** Creates the missing ones of the three client roles. */
export async function createClientRoles(sql: Sql): Promise<void> {
  await sql.query(`do $$ begin
    if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
    if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
    if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
  exception when duplicate_object or unique_violation then null; end $$`);
}

/**
 * The connection URL for client statements: a login role that owns nothing and may only become the three client roles.
 * Where it can't be created (hosted backends), the owner's own URL, which may become them too.
 */
export async function ensureClientLogin(ownerUrl: string, secret: string): Promise<string> {
  const address = new URL(ownerUrl);
  // Derived from the owner's password where there is one, so that several processes on one server agree without
  // coordination: a login belongs to the whole server, and installations on it have secrets of their own.
  const password = timingSafeHash(address.password || secret, `login ${LOGIN}`);
  address.username = LOGIN;
  address.password = password;
  if (await canConnect(address.href)) return address.href;
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${LOGIN}') then create role ${LOGIN} noinherit login; end if;
    exception when duplicate_object or unique_violation then null; end $$`);
    await owner.query(`alter role ${LOGIN} with noinherit login password ${pg.escapeLiteral(password)}`);
    for (const role of CLIENT_ROLES) await owner.query(`grant ${role} to ${LOGIN}`);
  } catch {
    // Another process may have created it first.
  } finally {
    await owner.end();
  }
  return (await canConnect(address.href)) ? address.href : ownerUrl;
}

/**
 * Grants the client login the further roles that the owner was granted: operators name them in tokens of their own.
 * Never a role that may log in, bypass row-level security or create roles.
 */
export async function grantFurtherRoles(sql: Sql): Promise<void> {
  await sql.query(`do $$ declare r record; begin
    if not exists (select from pg_roles where rolname = '${LOGIN}') then return; end if;
    for r in
      select distinct g.rolname from pg_auth_members m join pg_roles g on g.oid = m.roleid
        where m.member = (select oid from pg_roles where rolname = current_user)
          and not (g.rolsuper or g.rolcanlogin or g.rolcreaterole or g.rolcreatedb or g.rolreplication or g.rolbypassrls)
          and g.rolname !~ '^pg_' and not pg_has_role('${LOGIN}', g.oid, 'member')
    loop
      execute format('grant %I to ${LOGIN}', r.rolname);
    end loop;
  exception when insufficient_privilege or unique_violation then null; end $$`);
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.query("select set_config('role', 'anon', true)");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
