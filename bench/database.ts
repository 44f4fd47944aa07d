import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Where the measured product's database is, as its owner. */
export function databaseUrl(folder: string): string {
  const { database_url } = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as { database_url: string };
  return `${database_url}?host=${encodeURIComponent(realpathSync(join(folder, 'postgres')))}`;
}

/** Runs `work` with a connection to the measured product's database, as its owner. */
export async function withDatabase<Result>(
  folder: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl(folder) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
