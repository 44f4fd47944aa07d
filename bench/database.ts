import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Runs `work` with a connection to the measured product's database, as its owner. */
export async function withDatabase<Result>(
  folder: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const { database_url } = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as { database_url: string };
  const socket = encodeURIComponent(realpathSync(join(folder, 'postgres')));
  const client = new pg.Client({ connectionString: `${database_url}?host=${socket}` });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
