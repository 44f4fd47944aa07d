import { readFileSync } from 'node:fs';
import pg from 'pg';

/** Runs statements in the product's database, as whoever runs it may. */
export async function inDatabase(...statements: [text: string, values?: unknown[]][]): Promise<void> {
  const { database_url } = JSON.parse(readFileSync(process.env.JOURNEY_KEYS ?? '', 'utf8')) as { database_url: string };
  const client = new pg.Client(database_url);
  await client.connect();
  try {
    for (const [text, values = []] of statements) await client.query(text, values);
  } finally {
    await client.end();
  }
}
