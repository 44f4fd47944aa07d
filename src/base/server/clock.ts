import { setClockOffset } from '#base/shared/clock.ts';
import type { Database, Sql } from './database.ts';
import { StartError } from './environment.ts';

/**
 * Writes `offset` (ISO 8601, from CLOCK_OFFSET) into the database where it is set, and keeps this process's clock in
 * step with the database, also when another process moves it. Resolves to a function that stops it.
 *
 * @throws {StartError} the clock is further ahead already: rows of the later time exist, so it never goes back.
 */
export async function startClock(
  { sql, listen }: { sql: Sql; listen: Database['listen'] },
  offset: string | undefined,
): Promise<() => Promise<void>> {
  async function read(): Promise<void> {
    const [row] = await sql.query<{ ms: number }>(
      'select (extract(epoch from now() + time_offset - now()) * 1000)::float8 as ms from private.clock',
    );
    setClockOffset(row?.ms ?? 0);
  }
  if (offset !== undefined) {
    try {
      await sql.query('select private.move_clock($1::interval)', [offset]);
    } catch (error) {
      if ((error as { detail?: string }).detail !== 'clock_moved_back') throw error;
      const [row] = await sql.query<{ ahead: string }>('select time_offset::text as ahead from private.clock');
      throw new StartError(
        `CLOCK_OFFSET is ${offset}, but the clock is ${row?.ahead} ahead already: it can only be moved forward. Set a longer one, or begin with an empty DATA_DIR.`,
      );
    }
  }
  await read();
  return listen(
    'clock',
    () => void read().catch(() => {}),
    () => void read().catch(() => {}),
  );
}
