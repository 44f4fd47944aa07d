import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { loadSchemaCache } from './load-cache.ts';
import type { SchemaCache } from './schema-cache.ts';

/** The catalogue shows its shape to every role; no row of a table is read. */
const READER = { role: 'service_role', claims: { role: 'service_role' } } as const;

/** The schema cache as it stands, loaded at the start and again whenever somebody says it changed. */
export type KnownSchema = {
  /** Null until it was loaded for the first time. */
  current(): SchemaCache | null;
  /** Waits for a load that is under way, or begins one. @throws what the database throws. */
  load(): Promise<SchemaCache>;
  reload(): Promise<void>;
  close(): Promise<void>;
};

/** Listens on channel `pgrst`, as operators of such services know it: `reload schema`, or nothing at all. */
export function createKnownSchema(options: {
  database: Database;
  schemas: readonly string[];
  log: Log;
  changed: () => void;
}): KnownSchema {
  const { database, schemas, log, changed } = options;
  let current: SchemaCache | null = null;
  let loading: Promise<SchemaCache> | null = null;
  let isStale = false;
  let isClosed = false;

  async function loadOnce(): Promise<SchemaCache> {
    do {
      isStale = false;
      current = await loadSchemaCache(database.as(READER), schemas);
      changed();
    } while (isStale && !isClosed);
    return current;
  }

  function load(): Promise<SchemaCache> {
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

  function readAgain(): void {
    reload().catch((error: unknown) => log.error({ error: String(error) }, 'The schema cache could not be reloaded'));
  }
  const listening = database.listen(
    'pgrst',
    (payload) => {
      if (payload === '' || payload === 'reload schema') readAgain();
    },
    readAgain,
  );
  listening.catch((error: unknown) => log.warn({ error: String(error) }, 'Schema changes are not listened for'));
  load().catch((error: unknown) => log.error({ error: String(error) }, 'The schema cache could not be loaded'));

  return {
    current: () => current,
    load,
    reload,
    close: async () => {
      isClosed = true;
      await loading?.catch(() => undefined);
      const stop = await listening.catch(() => undefined);
      await stop?.();
    },
  };
}
