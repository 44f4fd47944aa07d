import { setTimeout as pause } from 'node:timers/promises';
import { withDatabase } from './database.ts';
import { type Figure, thousands } from './report.ts';

const EVENTS = 10_000;
const SUBJECTS = 500;
const MIN_PER_MINUTE = 10_000;
const TIMEOUT_MS = 120_000;

/**
 * Domain events from their transaction until the webhook subscriber has handled the last of them, beside plain inserts of as
 * many rows. One transaction an event, as requests write them.
 */
export async function domainEvents({ folder, add }: { folder: string; add(figure: Figure): void }): Promise<void> {
  await withDatabase(folder, async (client) => {
    const { rows } = await client.query<{ account_id: string }>(
      "select account_id from public.accounts where slug = 'demo'",
    );
    const account = rows[0]?.account_id;
    await client.query('create temporary table plain (id uuid default gen_random_uuid(), facts jsonb)');
    const perMinute = (began: number) => (EVENTS / (performance.now() - began)) * 60_000;

    let began = performance.now();
    for (let n = 0; n < EVENTS; n++) await client.query('insert into plain (facts) values ($1)', [{ n }]);
    const plain = perMinute(began);

    began = performance.now();
    for (let n = 0; n < EVENTS; n++)
      await client.query("select private.emit($1, 'lesson.completed', 'member:' || $2, facts => $3)", [
        account,
        n % SUBJECTS,
        { n },
      ]);
    const emitted = perMinute(began);
    const pending = 'select count(*)::int as n from private.event_deliveries where dead_at is null';
    while (((await client.query<{ n: number }>(pending)).rows[0]?.n ?? 0) > 0) {
      if (performance.now() - began > TIMEOUT_MS) throw new Error('The events were not handled in two minutes.');
      await pause(50);
    }
    const handled = perMinute(began);
    add({
      name: 'domain events emitted, a minute',
      value: thousands(emitted),
      beside: `plain inserts ${thousands(plain)}`,
    });
    add({
      name: 'domain events emitted and handled, a minute',
      value: thousands(handled),
      beside: `plain inserts ${thousands(plain)}`,
      limit: `>= ${thousands(MIN_PER_MINUTE)}`,
      holds: handled >= MIN_PER_MINUTE,
    });
  });
}
