import { readFileSync } from 'node:fs';
import pg from 'pg';

/** Moves the product's clock forward, and publishes what is due then, as the job of each minute does. */
export async function passMinutes(minutes: number): Promise<void> {
  const { database_url } = JSON.parse(readFileSync(process.env.JOURNEY_KEYS ?? '', 'utf8')) as { database_url: string };
  const client = new pg.Client(database_url);
  await client.connect();
  try {
    await client.query('select private.move_clock(time_offset + make_interval(mins => $1)) from private.clock', [
      minutes,
    ]);
    await client.query('select private.publish_due()');
  } finally {
    await client.end();
  }
}
