import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { createDatabase } from '#base/server/database.ts';
import { migrate } from '#base/server/migrations.ts';
import { root } from '#base/server/root.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's PostgreSQL: the owner's role, the clients' role, and the database the demo was seeded into. */
    postgres: { ownerUrl: string; clientUrl: string; template: string };
  }
}

export type OwnDatabase = { name: string; ownerUrl: string; clientUrl: string; drop(): Promise<void> };

/** The addresses of the owner's and the clients' role on a database of the run's PostgreSQL. */
export function addressesOf(name: string): { ownerUrl: string; clientUrl: string } {
  const { ownerUrl, clientUrl } = inject('postgres');
  return { ownerUrl: databaseAt(ownerUrl, name), clientUrl: databaseAt(clientUrl, name) };
}

/** A copy of the seeded database, for whoever commits what others must not see. */
export function copySeeded(): Promise<OwnDatabase> {
  return copy(inject('postgres').template);
}

/** A database with nothing in it. */
export function createEmpty(): Promise<OwnDatabase> {
  return copy('template0');
}

/**
 * A copy of a database that `fill` prepares, given the owner's address, once in a whole run, whichever worker is first.
 * `purpose` is its name, e.g. `storage`; a database that is still open can't be copied, so `fill` closes what it opens.
 */
export async function copyPrepared(purpose: string, fill: (ownerUrl: string) => Promise<void>): Promise<OwnDatabase> {
  const template = `${inject('postgres').template}_${purpose}`;
  await maintain(async (client) => {
    // Held until this connection ends.
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount) return;
    await client.query(`create database ${template}_new template template0`);
    await fill(addressesOf(`${template}_new`).ownerUrl);
    await client.query(`alter database ${template}_new rename to ${template}`);
  });
  return copy(template);
}

/** A copy of a database in which one of the services stands alone, with `statements` of its tests beside it. */
export function copyOfService(service: 'auth' | 'realtime' | 'storage', statements = ''): Promise<OwnDatabase> {
  return copyPrepared(service, async (url) => {
    const database = createDatabase({ ownerUrl: url, clientUrl: url, poolSize: 1 });
    await migrate(database.asService(), [
      { name: 'core', folder: join(root, 'src/base/server/core') },
      { name: `backend/${service}`, folder: join(root, `src/backend/${service}`) },
    ]);
    if (statements) await database.asService().query(statements);
    await database.close();
  });
}

async function copy(template: string): Promise<OwnDatabase> {
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await maintain((client) => client.query(`create database ${name} template ${template}`));
  return {
    name,
    ...addressesOf(name),
    drop: async () => {
      await maintain((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Runs statements on a database as its owner. */
export async function runAsOwner(ownerUrl: string, statements: string): Promise<void> {
  await connected(ownerUrl, (client) => client.query(statements));
}

function maintain(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  return connected(databaseAt(inject('postgres').ownerUrl, 'postgres'), work);
}

async function connected(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function databaseAt(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
