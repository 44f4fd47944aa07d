import pg from 'pg';
import { StartError } from './environment.ts';
import { sealed } from './tokens.ts';

const LOGIN = 'stoa_client';
const CLIENT_ROLES = ['anon', 'authenticated', 'service_role'];

/**
 * Checks that a database can carry us, before anything is changed.
 * @throws {StartError} unreachable, older than 15, or a role without the rights to make the client roles.
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

/**
 * The address clients' statements go through: a login role that owns nothing and may only become the three client
 * roles. Where it can't be made (hosted backends), the owner's own address, which may become them too.
 */
export async function ensureClientLogin(ownerUrl: string, secret: string): Promise<string> {
  const address = new URL(ownerUrl);
  // Derived, so that several processes over one database agree without telling each other.
  const password = sealed(secret, `login ${LOGIN}`);
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
    return ownerUrl;
  } finally {
    await owner.end();
  }
  return (await canConnect(address.href)) ? address.href : ownerUrl;
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
