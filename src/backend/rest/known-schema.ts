import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { loadSchemaCache } from './load-cache.ts';
import { type RoleSettings, readRoleSettings } from './role-settings.ts';
import type { SchemaCache } from './schema-cache.ts';
import { type RestSettings, settingsOf } from './settings.ts';

/** The catalogue shows its shape to every role; no row of a table is read. */
const READER = { role: 'service_role', claims: { role: 'service_role' } } as const;

/** What is known of the database: its shape, and what it says of the service and its roles. */
export type LoadedSchema = { cache: SchemaCache; settings: RestSettings; ofRole: RoleSettings['ofRole'] };

/** Loaded at the start and again whenever somebody says it changed. */
export type SchemaLoader = {
  /** Null until it was loaded for the first time. */
  current(): LoadedSchema | null;
  /** Waits for a load that is under way, or begins one. @throws what the database throws. */
  load(): Promise<LoadedSchema>;
  reload(): Promise<void>;
  /** Names of time zones, asked for once. */
  timezones(): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
};

const RELOAD_PAYLOADS = new Set(['', 'reload schema', 'reload config']);

/**
 * Listens on channel `pgrst`, as operators of such services know it: `reload schema`, `reload config`, or nothing.
 * Source: https://docs.postgrest.org/en/stable/references/listener.html
 */
export function createSchemaLoader(options: {
  database: Database;
  settings: Partial<RestSettings>;
  /** Settings `pgrst.*` of the login role go before those given. */
  isConfiguredInDatabase: boolean;
  log: Log;
  changed: () => void;
}): SchemaLoader {
  const { database, log, changed } = options;
  let current: LoadedSchema | null = null;
  let loading: Promise<LoadedSchema> | null = null;
  let zones: Promise<ReadonlySet<string>> | null = null;
  let isStale = false;
  let isClosed = false;

  async function loadOnce(): Promise<LoadedSchema> {
    let loaded: LoadedSchema;
    do {
      isStale = false;
      const sql = database.as(READER);
      const { service, ofRole } = await readRoleSettings(sql);
      const settings = settingsOf({ ...options.settings, ...(options.isConfiguredInDatabase ? service : {}) });
      loaded = { cache: await loadSchemaCache(sql, settings.schemas), settings, ofRole };
      current = loaded;
      changed();
    } while (isStale && !isClosed);
    return loaded;
  }

  function load(): Promise<LoadedSchema> {
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

  function reloadInBackground(): void {
    reload().catch((error: unknown) => log.error({ error: String(error) }, 'The schema cache could not be reloaded'));
  }

  const listening = database.listen(
    'pgrst',
    (payload) => {
      if (RELOAD_PAYLOADS.has(payload)) reloadInBackground();
    },
    // While nobody listened, anything may have been said.
    reloadInBackground,
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
