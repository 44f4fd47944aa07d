import { join } from 'node:path';
import { checkDatabase, ensureClientLogin } from '#base/server/client-login.ts';
import { readSecrets, writePrivate } from '#base/server/data-folder.ts';
import { createDatabase, type Database } from '#base/server/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#base/server/embedded-postgres.ts';
import type { Environment } from '#base/server/environment.ts';
import { registerSubscribers } from '#base/server/event-dispatcher.ts';
import { migrate } from '#base/server/migrations.ts';
import { type StartStep, silentSteps } from '#base/server/start-steps.ts';
import { apiKeysOf, createTokens, rolesOfApiKeys, type Tokens } from '#base/server/tokens.ts';
import { eventCatalogue } from '#features/events.ts';
import { features } from '#features/features.ts';
import { subscribers } from '#features/server-parts.ts';
import { createHostedTokens } from './hosted-tokens.ts';
import { migrationSources } from './migration-sources.ts';

export type Keys = { anon_key: string; service_role_key: string };

export type OpenDatabase = {
  database: Database;
  ownerUrl: string;
  clientUrl: string;
  /** A connection that may read the write-ahead log for row changes; absent, row changes come by triggers. */
  replicationUrl?: string;
  tokens: Tokens;
  jwtSecret: string;
  /** Still decrypt what they encrypted and verify what they signed; the newest first. */
  formerSecrets?: readonly string[];
  keys: Keys;
  /** Whether the embedded PostgreSQL is being started again after it ended by itself; absent with an external one. */
  isDown?: () => boolean;
  /** Settled when the embedded PostgreSQL can't be kept up; never with an external one. */
  failed: Promise<string>;
  close(): Promise<void>;
};

/**
 * Starts or reaches PostgreSQL, migrates it, writes `keys.json`, and opens both connections, with and without row-level
 * security. The caller holds the lock of the data folder.
 */
export async function openDatabase(
  environment: Pick<
    Environment,
    | 'DATA_DIR'
    | 'DATABASE_URL'
    | 'JWT_SECRET'
    | 'JWT_FORMER_SECRETS'
    | 'embeddedBackend'
    | 'BACKEND_URL'
    | 'BACKEND_ANON_KEY'
    | 'BACKEND_SERVICE_KEY'
  >,
  { volatile, step = silentSteps }: { volatile?: boolean; step?: StartStep } = {},
): Promise<OpenDatabase> {
  const folder = environment.DATA_DIR;
  const secrets = readSecrets(folder, {
    jwtSecret: environment.JWT_SECRET,
    formerSecrets: environment.JWT_FORMER_SECRETS,
  });
  let embedded: EmbeddedPostgres | undefined;
  if (environment.DATABASE_URL) await checkDatabase(environment.DATABASE_URL);
  else
    embedded = await step('Start PostgreSQL', () =>
      startEmbeddedPostgres({ folder, password: secrets.databasePassword, volatile }),
    );
  const ownerUrl = environment.DATABASE_URL ?? embedded?.ownUrl ?? '';
  try {
    await step('Migrate the database', () => migrateAt(ownerUrl, environment.embeddedBackend));
    const clientUrl = await ensureClientLogin(ownerUrl, secrets.jwtSecret);
    const { tokens, keys } = await tokensAndKeys(environment, secrets);
    writePrivate(join(folder, 'keys.json'), {
      ...keys,
      ...(environment.embeddedBackend ? apiKeysOf(secrets.jwtSecret) : {}),
      ...(embedded ? { database_url: embedded.url } : {}),
    });
    const database = createDatabase({ ownerUrl, clientUrl });
    return {
      database,
      ownerUrl,
      clientUrl,
      replicationUrl: ownerUrl,
      tokens,
      jwtSecret: secrets.jwtSecret,
      formerSecrets: secrets.formerSecrets,
      keys,
      isDown: () => embedded?.isUp() === false,
      failed: embedded?.failed ?? new Promise(() => {}),
      close: async () => {
        await database.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Migrates the database at an address by a short-lived connection of its own. */
export async function migrateAt(
  ownerUrl: string,
  embeddedBackend: boolean,
): Promise<{ applied: string[]; policies: boolean }> {
  const database = createDatabase({ ownerUrl, clientUrl: ownerUrl, poolSize: 1 });
  try {
    const migrated = await migrate(database.asService(), migrationSources({ embeddedBackend }));
    await registerSubscribers(database.asService(), subscribers, eventCatalogue);
    const kinds = features.flatMap(({ notifications = [] }) => notifications);
    await database.asService().query('select private.set_notification_kinds($1)', [kinds]);
    return migrated;
  } finally {
    await database.close();
  }
}

async function tokensAndKeys(
  environment: Pick<Environment, 'JWT_SECRET' | 'BACKEND_URL' | 'BACKEND_ANON_KEY' | 'BACKEND_SERVICE_KEY'>,
  { jwtSecret, formerSecrets }: { jwtSecret: string; formerSecrets: readonly string[] },
): Promise<{ tokens: Tokens; keys: Keys }> {
  const { BACKEND_URL: url, BACKEND_ANON_KEY: anonKey, BACKEND_SERVICE_KEY: serviceKey, JWT_SECRET } = environment;
  if (url && anonKey && serviceKey) {
    const tokens = createHostedTokens({ url, anonKey, serviceKey, secret: JWT_SECRET });
    return { tokens, keys: { anon_key: anonKey, service_role_key: serviceKey } };
  }
  const tokens = createTokens(
    jwtSecret,
    [],
    rolesOfApiKeys(jwtSecret, formerSecrets),
    { minRsaBits: 3072 },
    formerSecrets,
  );
  return {
    tokens,
    keys: { anon_key: await keyFor(tokens, 'anon'), service_role_key: await keyFor(tokens, 'service_role') },
  };
}

/** The public and the secret API key: tokens without a person that do not expire. */
function keyFor(tokens: Tokens, role: 'anon' | 'service_role'): Promise<string> {
  return tokens.sign({ role, iss: 'stoa' });
}
