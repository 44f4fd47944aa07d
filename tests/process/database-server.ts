import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#base/server/embedded-postgres.ts';
import { dataFolder, removeFolder } from './product.ts';

/** A PostgreSQL of an operator's, with databases made as they are wanted. */
export type DatabaseServer = {
  /** A new, empty database. */
  database(): Promise<string>;
  /** Runs statements as the owner, and answers the rows of the last. */
  run(url: string, ...statements: string[]): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
};

export async function openDatabaseServer(): Promise<DatabaseServer> {
  const folder = dataFolder();
  const server: EmbeddedPostgres = await startEmbeddedPostgres({ folder, password: 'operator', volatile: true });
  let made = 0;
  async function run(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows;
      return rows;
    } finally {
      await client.end();
    }
  }
  return {
    database: async () => {
      const name = `operator_${++made}`;
      await run(server.url, `create database ${name}`);
      return Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
    },
    run,
    stop: async () => {
      await server.stop();
      removeFolder(folder);
    },
  };
}
