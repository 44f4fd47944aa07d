import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clockNow, clockOffset, setClockOffset } from '#base/shared/clock.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { startClock } from './clock.ts';
import { readEnvironment } from './environment.ts';

const DAY_MS = 86_400_000;
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => setClockOffset(0));
afterAll(() => world.close());

const start = (offset?: string) => startClock({ sql: world.sql, listen: world.database.listen }, offset);
const aheadInSql = async () =>
  (await world.sql.query<{ days: number }>('select extract(epoch from private.clock_now() - now()) / 86400 as days'))[0]
    ?.days;

describe('the clock', () => {
  test('is written at the start, where SQL and TypeScript both read it, and only goes forward', async () => {
    const stop = await start('P35D');
    expect(Number(await aheadInSql())).toBe(35);
    expect(clockOffset()).toBe(35 * DAY_MS);
    expect(clockNow()).toBeGreaterThan(Date.now() + 34 * DAY_MS);
    await expect(start('P10D')).rejects.toThrow(/CLOCK_OFFSET is P10D, but the clock is 35 days ahead already/);
    await stop();
    // A start without the variable keeps the clock where it is.
    setClockOffset(0);
    const stopAgain = await start();
    expect(clockOffset()).toBe(35 * DAY_MS);
    // Another process moves it.
    await world.sql.query("select private.move_clock('P40D')");
    await expect.poll(() => clockOffset()).toBe(40 * DAY_MS);
    await stopAgain();
  });

  test('dates rows of the product and no logs', async () => {
    const [row] = await world.sql.query<{ order: number; log: number }>(
      `with o as (insert into public.contacts (account_id, email, state) values ($1, 'clock@test.example', 'pending') returning created_at),
            l as (insert into private.outbox (queue, payload) values ('nothing', '{}') returning created_at)
       select extract(day from (select created_at from o) - now())::int as "order", extract(day from (select created_at from l) - now())::int as log`,
      [world.demo],
    );
    expect(row).toEqual({ order: 40, log: 0 });
  });
});

test.each(['35', 'P', 'P1', '-P1D', 'P1DT', 'tomorrow'])('CLOCK_OFFSET %j stops the start', (CLOCK_OFFSET) =>
  expect(() => readEnvironment({ CLOCK_OFFSET })).toThrow(/CLOCK_OFFSET/),
);

test('CLOCK_OFFSET is refused in production', () =>
  expect(() => readEnvironment({ CLOCK_OFFSET: 'P1D', NODE_ENV: 'production' })).toThrow(/CLOCK_OFFSET/));
