import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPayment } from '#tests/db/payments.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await addPayment(world.sql, world.demo);
});
afterAll(() => world.close());

const store = () =>
  world.sql.query<{ stored: boolean }>(
    `select private.store_provider_event($1, 'stripe', 'evt_one', 'refund.created', 'pi_1') as stored`,
    [world.demo],
  );
const rerun = (person: Person, events: string[]) =>
  refused(world.database.as(world.caller(person)).query('select public.rerun_provider_events($1)', [events]));

test('a message is stored once, also by many at once, with one job', async () => {
  const stored = await Promise.all(Array.from({ length: 6 }, store));
  expect(stored.filter(([row]) => row?.stored)).toHaveLength(1);
  const jobs = await world.sql.query(`select from private.outbox where queue = 'provider-event'`);
  expect(jobs).toHaveLength(1);
});

test('is worked on again for managers of its shop alone', async () => {
  const [event] = await world.sql.query<{ id: string }>(
    `select id from public.provider_events where event_id = 'evt_one'`,
  );
  const id = event?.id ?? '';
  await world.sql.query(`update public.provider_events set status = 'failed', error = 'x' where id = $1`, [id]);
  expect(await rerun('student', [id])).toBe('forbidden');
  expect(await rerun('atelierOwner', [id])).toMatch(/accepted|forbidden/);
  const stateOf = () => world.sql.query('select status, error from public.provider_events where id = $1', [id]);
  expect(await stateOf()).toEqual([{ status: 'failed', error: 'x' }]);
  expect(await rerun('owner', [])).toBe('forbidden');
  expect(await rerun('owner', [id])).toBe('accepted');
  expect(await stateOf()).toEqual([{ status: 'received', error: '' }]);
});
