import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { loadSchemaCache } from './load-cache.ts';
import { type RoleSettings, readRoleSettings } from './role-settings.ts';
import type { SchemaCache } from './schema-cache.ts';
import { type RestSettings, settingsOf } from './settings.ts';

/** The catalogue shows its shape to every role; no row of a table is read. */
const READER = { role: 'service_role', claims: { role: 'service_role' } } as const;

/** What is known of the database: its shape, and what it says of the service and its roles. */
export type Known = { cache: SchemaCache; settings: RestSettings; ofRole: RoleSettings['ofRole'] };

/** Loaded at the start and again whenever somebody says it changed. */
export type KnownSchema = {
  /** Null until it was loaded for the first time. */
  current(): Known | null;
  /** Waits for a load that is under way, or begins one. @throws what the database throws. */
  load(): Promise<Known>;
  reload(): Promise<void>;
  /** Names of time zones, asked for once. */
  timezones(): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
};

const HEARD = new Set(['', 'reload schema', 'reload config']);

/**
 * Listens on channel `pgrst`, as operators of such services know it: `reload schema`, `reload config`, or nothing.
 * Source: https://docs.postgrest.org/en/stable/references/listener.html
 */
export function createKnownSchema(options: {
  database: Database;
  settings: Partial<RestSettings>;
  /** Settings `pgrst.*` of the login role go before those given. */
  isConfiguredInDatabase: boolean;
  log: Log;
  changed: () => void;
}): KnownSchema {
  const { database, log, changed } = options;
  let current: Known | null = null;
  let loading: Promise<Known> | null = null;
  let zones: Promise<ReadonlySet<string>> | null = null;
  let isStale = false;
  let isClosed = false;

  async function loadOnce(): Promise<Known> {
    let found: Known;
    do {
      isStale = false;
      const sql = database.as(READER);
      const { service, ofRole } = await readRoleSettings(sql);
      const settings = settingsOf({ ...options.settings, ...(options.isConfiguredInDatabase ? service : {}) });
      found = { cache: await loadSchemaCache(sql, settings.schemas), settings, ofRole };
      current = found;
      changed();
    } while (isStale && !isClosed);
    return found;
  }

  function load(): Promise<Known> {
    loading ??= loadOnce().finally(() => {
      loading = null;
    });
    return loading;
  }

  async function reload(): Promise<void> {
    // A change that comes while the catalogue is being read may have been missed by that reading.
    isStale = true;
    await load();
  }

  function reloadHeard(): void {
    reload().catch((error: unknown) => log.error({ error: String(error) }, 'The schema cache could not be reloaded'));
  }

  const listening = database.listen(
    'pgrst',
    (payload) => {
      if (HEARD.has(payload)) reloadHeard();
    },
    // While nobody listened, anything may have been said.
    reloadHeard,
  );
  listening.catch((error: unknown) => log.warn({ error: String(error) }, 'Schema changes are not listened for'));
  load().catch((error: unknown) => log.error({ error: String(error) }, 'The schema cache could not be loaded'));

  return {
    current: () => current,
    load,
    reload,
    timezones: () => {
      zones ??= readTimezones(database).catch((error: unknown) => {
        zones = null;
        throw error;
      });
      return zones;
    },
    close: async () => {
      isClosed = true;
      await loading?.catch(() => undefined);
      const stop = await listening.catch(() => undefined);
      await stop?.();
    },
  };
}

async function readTimezones(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.as(READER).query<{ name: string }>('select name from pg_timezone_names');
  return new Set(rows.map((row) => row.name));
}
