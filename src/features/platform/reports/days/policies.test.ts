import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('the days of a report', () => {
  const frameAt = async (period: string, compare: string, since?: string, until?: string) =>
    (
      await world.sql.query<Record<string, string>>(
        `select zone, unit, first::text, last::text, past_first::text, past_last::text, (ends - starts)::text as span, (past_ends - past_starts)::text as past_span
           from private.report_frame($1, $2, $3, $4, $5)`,
        [world.demo, period, since ?? null, until ?? null, compare],
      )
    )[0];

  test.each([
    ['2026-03-01', '2026-03-31', 'previous', '2026-02-01', '2026-02-28', 'day'],
    ['2026-03-02', '2026-03-31', 'previous', '2026-01-31', '2026-03-01', 'day'],
    ['2026-01-01', '2026-03-31', 'previous', '2025-10-01', '2025-12-31', 'week'],
    ['2026-03-10', '2026-03-10', 'previous', '2026-03-09', '2026-03-09', 'day'],
    ['2024-02-01', '2024-02-29', 'year', '2023-02-01', '2023-02-28', 'day'],
    ['2025-07-01', '2026-06-30', 'previous', '2024-07-01', '2025-06-30', 'month'],
    ['2026-03-10', '2026-03-12', 'none', null, null, 'day'],
  ])('%s to %s against %s: %s to %s, by %s', async (since, until, compare, first, last, unit) => {
    const frame = await frameAt('custom', compare, since, until);
    expect([frame?.past_first, frame?.past_last, frame?.unit]).toEqual([first, last, unit]);
  });

  test.each(['7d', '30d', '90d', '12m', 'month', 'year'])(
    '%s ends now, and is compared with a part of the same length',
    async (period) => {
      const frame = await frameAt(period, 'previous');
      const [today] = await world.sql.query<{ day: string }>("select (now() at time zone 'UTC')::date::text as day");
      expect(frame?.last).toBe(today?.day);
      if (period === '7d' || period === '30d' || period === '90d') expect(frame?.past_span).toBe(frame?.span);
      // The current month is compared with the same number of days of the other, or all it has.
      else {
        const [, month = 0] = (frame?.past_last ?? '').split('-').map(Number);
        const days = new Date(Date.UTC(Number(frame?.past_last?.slice(0, 4)), month, 0)).getUTCDate();
        expect(Number(frame?.past_last?.slice(8))).toBe(Math.min(days, Number(frame?.last?.slice(8))));
      }
    },
  );

  test('begin at midnight where the account is', async () => {
    const settings = (zone: string) =>
      world.sql.query(
        `update public.options set value = jsonb_set(value, '{timezone}', to_jsonb($2::text)) where account_id = $1 and key = 'settings'`,
        [world.demo, zone],
      );
    const starts = async () =>
      (
        await world.sql.query<{ starts: string; zone: string }>(
          `select (starts at time zone 'UTC')::text as starts, zone from private.report_frame($1, 'custom', '2026-07-01', '2026-07-02', 'none')`,
          [world.demo],
        )
      )[0];
    try {
      await settings('Asia/Tokyo');
      expect(await starts()).toEqual({ starts: '2026-06-30 15:00:00', zone: 'Asia/Tokyo' });
      await settings('No/Such');
      expect(await starts()).toEqual({ starts: '2026-07-01 00:00:00', zone: 'UTC' });
    } finally {
      await settings('');
    }
  });

  test.each([
    ['a time there is not', ['fortnight', null, null, 'previous']],
    ['a last day before the first', ['custom', '2026-03-10', '2026-03-01', 'previous']],
    ['days to come', ['custom', '2026-03-10', '2999-01-01', 'previous']],
    ['more than three years', ['custom', '2020-01-01', '2026-01-01', 'previous']],
    ['another comparison', ['7d', null, null, 'rival']],
  ])('%s is refused', async (_, [period, since, until, compare]) => {
    const attempt = await world.attempt('owner', 'select public.report($1, $2, $3, $4, $5, $6)', [
      world.demo,
      'sales',
      period,
      since,
      until,
      compare,
    ]);
    expect(attempt).toMatchObject({ refused: 'invalid' });
  });
});
