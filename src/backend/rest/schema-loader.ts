import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { loadSchemaCache } from './load-cache.ts';
import { type RoleSettings, readRoleSettings } from './role-settings.ts';
import type { SchemaCache } from './schema-cache.ts';
import { type RestSettings, settingsOf } from './settings.ts';

/** Every role may read the catalogue; no table row is read. */
const READER = { role: 'service_role', claims: { role: 'service_role' } } as const;

/** The schema cache together with the settings of the service and of the roles, as read from the database. */
export type LoadedSchema = { cache: SchemaCache; settings: RestSettings; ofRole: RoleSettings['ofRole'] };

/** Loads the schema cache at startup and again on every notification of a change. */
export type SchemaLoader = {
  /** Null until the first load has succeeded. */
  current(): LoadedSchema | null;
  /** Joins a running load or starts one. @throws the database's error. */
  load(): Promise<LoadedSchema>;
  reload(): Promise<void>;
  /** Names of the time zones PostgreSQL knows; queried once. */
  timezones(): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
};

const RELOAD_PAYLOADS = new Set(['', 'reload schema', 'reload config']);

/**
 * Listens on PostgREST's channel `pgrst` for `reload schema`, `reload config` or an empty payload.
 * Source: https://docs.postgrest.org/en/stable/references/listener.html
 */
export function createSchemaLoader(options: {
  database: Database;
  settings: Partial<RestSettings>;
  /** Settings `pgrst.*` of the login role override `settings`. */
  isConfiguredInDatabase: boolean;
  log: Log;
  changed: () => void;
}): SchemaLoader {
  const { database, log, changed } = options;
  let current: LoadedSchema | null = null;
  let loading: Promise<LoadedSchema> | null = null;
  const timezones = createTimezones(database);
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
    // A running load may have read the catalogue before this change.
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
    // Notifications may have been missed while the connection was down.
    reloadInBackground,
  );
  listening.catch((error: unknown) => log.warn({ error: String(error) }, 'Schema changes are not listened for'));
  load().catch((error: unknown) => log.error({ error: String(error) }, 'The schema cache could not be loaded'));

  return {
    current: () => current,
    load,
    reload,
    timezones,
    close: async () => {
      isClosed = true;
      await loading?.catch(() => undefined);
      const stop = await listening.catch(() => undefined);
      await stop?.();
    },
  };
}

/** Reads the time zones once, again after a failure. */
function createTimezones(database: Database): () => Promise<ReadonlySet<string>> {
  let zones: Promise<ReadonlySet<string>> | null = null;
  return () => {
    zones ??= readTimezones(database).catch((error: unknown) => {
      zones = null;
      throw error;
    });
    return zones;
  };
}

async function readTimezones(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.as(READER).query<{ name: string }>('select name from pg_timezone_names');
  return new Set(rows.map((row) => row.name));
}
