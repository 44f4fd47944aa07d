import { join } from 'node:path';
import { checkDatabase, createClientRoles, ensureClientLogin, grantFurtherRoles } from '#base/server/client-login.ts';
import { markSpent, readSecrets, writePrivate } from '#base/server/data-folder.ts';
import { createDatabase, type Database, type Sql } from '#base/server/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#base/server/embedded-postgres.ts';
import { reencryptInBackground } from '#base/server/encrypted-columns.ts';
import { StartError } from '#base/server/environment.ts';
import type { Log } from '#base/server/log.ts';
import { migrate, type SqlPart } from '#base/server/migrations.ts';
import { root } from '#base/server/root.ts';
import { apiKeysOf, createTokens, rolesOfApiKeys } from '#base/server/tokens.ts';
import type { Configuration } from './configuration.ts';
import { connectBucket } from './connect-bucket.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { createMailTexts } from './mail-text.ts';
import { openOutgoingMails } from './outgoing-mails.ts';
import { keysOf } from './token-variables.ts';

export type OpenBackend = {
  gateway: Gateway;
  keys: { anon_key: string; service_role_key: string };
  /** Resolves with a reason when the embedded PostgreSQL stops by itself. */
  failed: Promise<string>;
  close(): Promise<void>;
};

const GRANTS_LOCK = 7_406_513;
const SERVICES = ['auth', 'storage', 'realtime', 'rest'];

/**
 * Starts or connects to PostgreSQL, creates what is missing there, writes `keys.json`, and opens the services. The
 * caller holds the lock of the data folder.
 * @throws {StartError} with everything it started stopped again.
 */
export async function openBackend(configuration: Configuration, log: Log): Promise<OpenBackend> {
  const { dataFolder, databaseUrl, storage } = configuration;
  const secrets = readSecrets(dataFolder, {
    jwtSecret: configuration.tokens.secret,
    formerSecrets: configuration.tokens.formerSecrets,
  });
  const { jwtSecret: secret, formerSecrets } = secrets;
  const undo: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of undo.reverse().splice(0)) await step();
  };
  try {
    const { ownerUrl, embedded } = await openPostgres(databaseUrl, dataFolder, secrets.databasePassword);
    if (embedded) undo.push(embedded.stop);
    await prepare(ownerUrl);
    const { tokens, keys } = await openTokens(configuration, secrets, embedded?.url);
    const clientUrl = configuration.clientUrl ?? (await ensureClientLogin(ownerUrl, secret));
    const database = createDatabase({ ownerUrl, clientUrl, poolSize: configuration.rest.poolSize });
    undo.push(database.close);
    const sql = database.asService();
    await grantFurtherRoles(sql);
    const texts = createMailTexts({
      siteUrl: configuration.auth.siteUrl ?? '',
      templates: configuration.mail.templates,
      log,
    });
    const mails = await openOutgoingMails({ database, sql, mail: configuration.mail, texts, log });
    undo.push(mails.close);
    const { poolSize: _, ...rest } = configuration.rest;
    const gateway = await createGateway({
      database,
      sql,
      tokens,
      log,
      secret,
      formerSecrets,
      auth: {
        apiUrlOf: (request) => configuration.auth.apiExternalUrl ?? `${new URL(request.url).origin}/auth/v1`,
        ...configuration.auth,
        sendMail: mails.enqueue,
      },
      rest,
      storage: {
        folder: storage.folder,
        fileSizeLimit: storage.fileSizeLimit,
        ...(storage.bucket ? { store: await connectBucket(storage.bucket, 'GLOBAL_S3_BUCKET') } : {}),
        s3: { ...storage.s3, anonKey: keys.anon_key },
      },
      realtime: {
        scopeOf: async () => null,
        limits: configuration.realtime,
        changes: { url: ownerUrl },
        ...(configuration.redisUrl === undefined ? {} : { redis: { url: configuration.redisUrl, secret } }),
      },
    });
    undo.push(gateway.close);
    if (formerSecrets.length > 0) {
      const done = () => markSpent(dataFolder, formerSecrets);
      undo.push(reencryptInBackground({ sql, places: gateway.encryptedColumns, log, done }));
    }
    undo.push(await followSchema(database, sql, gateway, log));
    return { gateway, keys, failed: embedded?.failed ?? new Promise(() => {}), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The database of the URL, or else an embedded one in the data folder. */
async function openPostgres(
  databaseUrl: string | undefined,
  folder: string,
  password: string,
): Promise<{ ownerUrl: string; embedded?: EmbeddedPostgres }> {
  if (databaseUrl) {
    await checkDatabase(databaseUrl);
    return { ownerUrl: databaseUrl };
  }
  const embedded = await startEmbeddedPostgres({ folder, password });
  return { ownerUrl: embedded.ownUrl, embedded };
}

/** The tokens of the installation; its API keys are written to `keys.json`. */
async function openTokens(
  { tokens: settings, rest, dataFolder }: Configuration,
  { jwtSecret: secret, formerSecrets }: ReturnType<typeof readSecrets>,
  databaseUrl: string | undefined,
) {
  const { anonRole } = rest;
  const roles = { isAnyAllowed: true, ...(anonRole ? { unnamed: anonRole } : {}) };
  const opaqueKeys = rolesOfApiKeys(secret, formerSecrets);
  const tokens = createTokens(secret, settings.keys, opaqueKeys, roles, formerSecrets);
  const keys = await keysOf(settings, tokens);
  writePrivate(join(dataFolder, 'keys.json'), {
    ...keys,
    ...apiKeysOf(secret),
    ...(databaseUrl === undefined ? {} : { database_url: databaseUrl }),
  });
  return { tokens, keys };
}

/** Grants and watches what a changed schema brings. Resolves to a function that stops it. */
async function followSchema(database: Database, sql: Sql, gateway: Gateway, log: Log): Promise<() => Promise<void>> {
  const onSchemaChange = async () => {
    await grantFurtherRoles(sql);
    await gateway.realtime.watchTables();
  };
  const failed = (error: unknown) => log.error({ error: String(error) }, 'A changed database was not followed.');
  return database.listen('pgrst', () => void onSchemaChange().catch(failed));
}

/** Creates roles, schemas and tables of the services. */
async function prepare(ownerUrl: string): Promise<void> {
  const database = createDatabase({ ownerUrl, clientUrl: ownerUrl, poolSize: 1 });
  try {
    const sql = database.asService();
    await createClientRoles(sql);
    await migrateAlone(sql, (await areServicesThere(sql)) ? [] : SERVICES);
    await openToServiceKey(sql);
  } finally {
    await database.close();
  }
}

async function migrateAlone(sql: Sql, services: string[]): Promise<void> {
  const parts: SqlPart[] = [...services, 'gateway'].map((name) => ({
    name: `backend/${name}`,
    folder: join(root, 'src', 'backend', name),
  }));
  await migrate(sql, parts, { ledger: 'gateway', isGuest: true });
}

/**
 * Grants the service role everything the owner has and will have in `public`, as hosted backends do. The other two
 * roles get what an operator grants them.
 */
async function openToServiceKey(sql: Sql): Promise<void> {
  await sql.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [GRANTS_LOCK]);
    await tx.query(`do $$ declare o record; begin
      for o in
        select case c.relkind when 'S' then 'sequence' else 'table' end as kind, c.oid::regclass as name
          from pg_class c where c.relnamespace = to_regnamespace('public') and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
            and pg_has_role(c.relowner, 'usage')
      loop
        execute format('grant all on %s %s to service_role', o.kind, o.name);
      end loop;
    end $$`);
    for (const kind of ['tables', 'sequences', 'routines']) {
      await tx.query(`alter default privileges in schema public grant all on ${kind} to service_role`);
    }
  });
}

/**
 * Whether the product has migrated these services' tables: it keeps its own ledger and updates them itself.
 * @throws {StartError} where tables of the same names were made by other software.
 */
async function areServicesThere(sql: Sql): Promise<boolean> {
  const [existing] = await sql.query<{ product: boolean; alone: boolean; users: boolean }>(
    `select to_regclass('private.migrations') is not null as product, to_regclass('gateway.migrations') is not null as alone,
       to_regclass('auth.users') is not null as users`,
  );
  if (existing?.product) {
    const rows = await sql.query("select from private.migrations where part = 'backend/auth' limit 1");
    if (rows.length > 0) return true;
  }
  if (existing?.users && !existing.alone) {
    throw new StartError(
      'The database of DATABASE_URL has a table auth.users that other services made: name a database without it.',
    );
  }
  return false;
}
