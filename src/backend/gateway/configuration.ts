import { resolve } from 'node:path';
import type { RealtimeLimits } from '#backend/realtime/limits.ts';
import { type AuthVariables, readAuthVariables } from './auth-variables.ts';
import { type MailVariables, readMailVariables } from './mail-variables.ts';
import { type RestVariables, readRestVariables } from './rest-variables.ts';
import { readStorageVariables, type StorageVariables } from './storage-variables.ts';
import { readTokenVariables, type TokenVariables } from './token-variables.ts';
import { type Source, variablesOf } from './variables.ts';

/** The configuration of the services in stand-alone mode. */
export type Configuration = {
  port: number;
  host: string;
  dataFolder: string;
  logLevel: string;
  trustedProxies: readonly string[];
  /** Lower-case name of a header that holds the client's address; trusted from every client. */
  addressHeader: string | undefined;
  /** Connection URL of the database owner; undefined: an embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined;
  /** Connection URL of the login that runs clients' statements, where the operator created one. */
  clientUrl: string | undefined;
  tokens: TokenVariables;
  auth: AuthVariables;
  mail: MailVariables;
  rest: RestVariables;
  storage: StorageVariables;
  realtime: Partial<RealtimeLimits>;
  /** Carries realtime messages between processes instead of NOTIFY. */
  redisUrl: string | undefined;
  /** Variables with a service's prefix that no setting reads. */
  unread: string[];
};

const POSTGRES = ['postgres', 'postgresql'];
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/**
 * Reads and checks every variable.
 * @throws {StartError} one sentence naming the variable that is wrong or contradicts another.
 */
export function readConfiguration(source: Source): Configuration {
  const variables = variablesOf(source);
  const dataFolder = resolve(variables.text('DATA_DIR') ?? '.data');
  const owner = variables.url('DATABASE_URL', POSTGRES);
  const authenticator = variables.url('PGRST_DB_URI', POSTGRES);
  const gotrue = variables.url('GOTRUE_DB_DATABASE_URL', POSTGRES);
  const header = variables.text('GOTRUE_RATE_LIMIT_HEADER')?.toLowerCase();
  const configuration = {
    port: variables.count('PORT', 0, 65_535) ?? 3000,
    host: variables.text('HOST') ?? '127.0.0.1',
    dataFolder,
    logLevel: variables.oneOf('LOG_LEVEL', LEVELS) ?? 'info',
    trustedProxies: variables.list('TRUST_PROXY') ?? [],
    addressHeader: header,
    databaseUrl: owner ?? gotrue ?? authenticator,
    clientUrl: owner === undefined && gotrue === undefined ? undefined : authenticator,
    tokens: readTokenVariables(variables),
    auth: readAuthVariables(variables),
    mail: readMailVariables(variables),
    rest: readRestVariables(variables),
    storage: readStorageVariables(variables, dataFolder),
    realtime: realtimeLimits(),
    redisUrl: variables.url('REDIS_URL', ['redis', 'rediss']),
  };
  return { ...configuration, unread: variables.unread(['PGRST_', 'GOTRUE_']) };

  function realtimeLimits(): Partial<RealtimeLimits> {
    const limits: Partial<RealtimeLimits> = {
      channels: variables.count('TENANT_MAX_CHANNELS_PER_CLIENT', 1),
      accountSockets: variables.count('TENANT_MAX_CONCURRENT_USERS', 1),
      accountMessagesPerSecond: variables.count('TENANT_MAX_EVENTS_PER_SECOND', 1),
      accountJoinsPerSecond: variables.count('TENANT_MAX_JOINS_PER_SECOND', 1),
    };
    return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
  }
}
