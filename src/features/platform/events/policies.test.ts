import { spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Sql } from '#base/server/database.ts';
import {
  createEventDispatcher,
  type DomainEvent,
  registerSubscribers,
  type Subscriber,
} from '#base/server/event-dispatcher.ts';
import type { JobContext } from '#base/server/jobs.ts';
import { silentLog } from '#base/server/log.ts';
import { matrix, sessionOf, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let subjects: string[] = [];
const HANDLED =
  'create table if not exists public.handled_events (subscriber text, event_id uuid, subject text, facts jsonb, is_replay boolean, at int generated always as identity)';

beforeAll(async () => {
  world = await openWorld();
  await world.sql.query(HANDLED);
});
beforeEach(async () => {
  await world.sql.query('delete from private.events');
  await world.sql.query('delete from public.handled_events');
  subjects = Array.from({ length: 3 }, () => crypto.randomUUID());
});
afterEach(() => registerSubscribers(world.sql, [], []));
afterAll(() => world.close());

const record = (tx: Sql, name: string, event: DomainEvent) =>
  tx.query(
    'insert into public.handled_events (subscriber, event_id, subject, facts, is_replay) values ($1, $2, $3, $4, $5)',
    [name, event.id, event.subject, event.facts, event.is_replay],
  );
const subscriber = (
  name: string,
  handle: Subscriber['handle'] = (tx, event) => record(tx, name, event).then(() => {}),
): Subscriber => ({
  name,
  types: ['order.paid'],
  handle,
});
const emit = (sql: Sql, subject: string | undefined, facts: object = {}, actor: string | null = null) =>
  sql.query("select private.emit($1, 'order.paid', 'order:' || $2::text, $3, $4)", [world.demo, subject, actor, facts]);
const handled = async (name = 'points') =>
  world.sql.query<{ subject: string; facts: { n?: number }; is_replay: boolean }>(
    'select subject, facts, is_replay from public.handled_events where subscriber = $1 order by at',
    [name],
  );
const context = { log: silentLog } as JobContext;
async function dispatcherOf(subscribers: Subscriber[], sql = world.sql, maxAttempts?: number) {
  await registerSubscribers(world.sql, subscribers, []);
  return createEventDispatcher({ sql, subscribers, context, maxAttempts });
}
/** Retries become due without waiting for them. */
const skipPauses = () =>
  world.sql.query("update private.event_deliveries set next_attempt_at = now() - interval '1 second'");

describe('who may', () => {
  matrix(
    () => world,
    [
      ['record an event', "select private.emit({demo}, 'order.paid', 'order:1')", { others: '42501' }],
      ['read events', 'select * from private.events', { others: '42501' }],
      ['read the queue', 'select * from private.event_deliveries', { others: '42501' }],
      ['read who subscribes', 'select * from private.event_subscribers', { others: '42501' }],
      ['say who subscribes', "select private.set_event_subscribers('{}')", { others: '42501' }],
      ['see dead letters', 'select * from public.dead_letters()', { others: 'forbidden', visitor: '42501' }],
      ['replay dead letters', 'select public.replay_dead_letters()', { others: 'forbidden', visitor: '42501' }],
    ],
  );
});

describe('an event', () => {
  test('is recorded with the fact, or not at all', async () => {
    const dispatcher = await dispatcherOf([subscriber('points')]);
    await world.sql
      .transaction(async (tx) => {
        await emit(tx, subjects[0]);
        throw new Error('rolled back');
      })
      .catch(() => {});
    await emit(world.sql, subjects[1]);
    await dispatcher.drain();
    expect(await handled()).toMatchObject([{ subject: `order:${subjects[1]}` }]);
  });

  test('goes to every subscriber of its type, and to nobody else', async () => {
    const other: Subscriber = { ...subscriber('others'), types: ['order.refunded'] };
    const dispatcher = await dispatcherOf([subscriber('points'), subscriber('reports'), other]);
    await emit(world.sql, subjects[0]);
    await dispatcher.drain();
    const counts = await Promise.all(['points', 'reports', 'others'].map(async (name) => (await handled(name)).length));
    expect(counts).toEqual([1, 1, 0]);
  });

  test('of one subject reaches a subscriber in order, also when one is tried again', async () => {
    let failures = 0;
    const fails = subscriber('points', async (tx, event) => {
      if (event.facts.n === 1 && failures++ < 2) throw new Error('not yet');
      await record(tx, 'points', event);
    });
    const dispatcher = await dispatcherOf([fails]);
    for (let n = 0; n < 4; n++) await emit(world.sql, subjects[0], { n });
    await emit(world.sql, subjects[1], { n: 9 });
    await dispatcher.drain();
    // The other subject does not wait.
    expect((await handled()).map(({ facts }) => facts.n)).toEqual([0, 9]);
    for (let round = 0; round < 3; round++) {
      await skipPauses();
      await dispatcher.drain();
    }
    expect((await handled()).map(({ facts }) => facts.n)).toEqual([0, 9, 1, 2, 3]);
  });

  test('has one effect under repeated delivery: two dispatchers, and a handler that is cut off', async () => {
    let calls = 0;
    const cutOff = subscriber('points', async (tx, event) => {
      await record(tx, 'points', event);
      // The effect is there, and the transaction that holds it is lost.
      if (calls++ === 0) await tx.query('select pg_terminate_backend(pg_backend_pid())');
    });
    const first = await dispatcherOf([cutOff]);
    const second = await dispatcherOf([cutOff]);
    await emit(world.sql, subjects[0]);
    await first.drain().catch(() => {});
    await Promise.all([first.drain(), second.drain(), first.drain()]);
    expect(await handled()).toHaveLength(1);
    expect(calls).toBeGreaterThan(1);
  });

  test('is not skipped when its transaction began earlier and commits later', async () => {
    const dispatcher = await dispatcherOf([subscriber('points')]);
    const database = createDatabase({ ownerUrl: world.ownerUrl, clientUrl: world.clientUrl, poolSize: 2 });
    try {
      let commit = () => {};
      const held = new Promise<void>((resolve) => {
        commit = resolve;
      });
      let begun = () => {};
      const hasBegun = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const earlier = database.asService().transaction(async (tx) => {
        await emit(tx, subjects[0], { n: 1 });
        begun();
        await held;
      });
      await hasBegun;
      await emit(world.sql, subjects[1], { n: 2 });
      await dispatcher.drain();
      expect((await handled()).map(({ facts }) => facts.n)).toEqual([2]);
      commit();
      await earlier;
      await dispatcher.drain();
      expect((await handled()).map(({ facts }) => facts.n)).toEqual([2, 1]);
    } finally {
      await database.close();
    }
  });

  test('survives kill -9 between its commit and its delivery', async () => {
    const dispatcher = await dispatcherOf([subscriber('points')]);
    const script = `
      import pg from 'pg';
      const client = new pg.Client({ connectionString: process.argv[1] });
      await client.connect();
      await client.query("select private.emit($1, 'order.paid', 'order:' || $2::text)", [process.argv[2], process.argv[3]]);
      process.kill(process.pid, 'SIGKILL');
    `;
    const child = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      script,
      world.ownerUrl,
      world.demo,
      subjects[0] ?? '',
    ]);
    const signal = await new Promise((resolve) => child.on('exit', (_, name) => resolve(name)));
    expect(signal).toBe('SIGKILL');
    await dispatcher.drain();
    expect(await handled()).toMatchObject([{ subject: `order:${subjects[0]}` }]);
  });
});

describe('a subscriber that fails', () => {
  test('holds up nobody else; after its last attempt the event is a dead letter and later ones go on', async () => {
    let isBroken = true;
    const mended = subscriber('points', async (tx, event) => {
      if (isBroken && event.facts.n === 1) throw new Error('broken');
      await record(tx, 'points', event);
    });
    const dispatcher = await dispatcherOf([mended, subscriber('reports')], world.sql, 3);
    await emit(world.sql, subjects[0], { n: 1 });
    await emit(world.sql, subjects[0], { n: 2 });
    for (let attempt = 0; attempt < 4; attempt++) {
      await dispatcher.drain();
      await skipPauses();
    }
    expect((await handled('reports')).map(({ facts }) => facts.n)).toEqual([1, 2]);
    expect((await handled('points')).map(({ facts }) => facts.n)).toEqual([2]);
    const [letter] = await world.sql.query(
      'select attempts, error from private.event_deliveries where dead_at is not null',
    );
    expect(letter).toMatchObject({ attempts: 3, error: 'broken' });

    isBroken = false;
    const admin = world.database.as(await sessionOf(world, world.platform, await userIdOf(world, 'admin@stoa.test')));
    const read = async (subscriber: string | null) =>
      (await admin.query<{ page: object }>('select public.dead_letters($1) as page', [subscriber]))[0]?.page;
    const row = {
      subscriber: 'points',
      slug: 'demo',
      type: 'order.paid',
      error: 'broken',
      attempts: 3,
      replayed_at: null,
    };
    const subscribers = [{ name: 'points', count: 1 }];
    expect(await read(null)).toMatchObject({ count: 1, subscribers, rows: [row] });
    expect(await read(null)).toMatchObject({
      rows: [{ first_tried_at: expect.any(String), last_tried_at: expect.any(String) }],
    });
    expect(await read('reports')).toEqual({ count: 0, subscribers, rows: [] });
    const replay = async (events: string[] | null, subscriber: string | null) =>
      (
        await admin.query<{ replayed: number }>('select public.replay_dead_letters($1, $2) as replayed', [
          events,
          subscriber,
        ])
      )[0]?.replayed;
    expect(await replay(null, 'reports')).toBe(0);
    expect(await replay([crypto.randomUUID()], null)).toBe(0);
    expect(await replay(null, 'points')).toBe(1);
    expect(
      await world.sql.query("select act, details from public.audit_entries where act = 'events.replayed'"),
    ).toEqual([{ act: 'events.replayed', details: { name: 'points', count: 1 } }]);
    await dispatcher.drain();
    expect(await handled('points')).toMatchObject([
      { facts: { n: 2 }, is_replay: false },
      { facts: { n: 1 }, is_replay: true },
    ]);
  });
});

describe('what is kept of an event', () => {
  test('erasing a person clears actor and facts of what is by or about them, and nobody else', async () => {
    const [person, member] = [crypto.randomUUID(), crypto.randomUUID()];
    await emit(world.sql, subjects[0], { user_id: person });
    await emit(world.sql, subjects[1], { member_id: member });
    await emit(world.sql, subjects[2], { n: 1 });
    await world.sql.query('select private.erase_events($1, $2, $3)', [world.demo, person, member]);
    const rows = await world.sql.query(
      'select facts, actor, erased_at is not null as is_erased from private.events order by position',
    );
    expect(rows).toEqual([
      { facts: {}, actor: null, is_erased: true },
      { facts: {}, actor: null, is_erased: true },
      { facts: { n: 1 }, actor: null, is_erased: false },
    ]);
  });

  test('after 90 days it is deleted, unless somebody has yet to handle it', async () => {
    await registerSubscribers(world.sql, [subscriber('points')], []);
    await emit(world.sql, subjects[0]);
    await world.sql.query("update private.events set occurred_at = now() - interval '91 days'");
    const prune = async () => (await world.sql.query<{ n: string }>('select private.prune_events() as n'))[0]?.n;
    expect(await prune()).toBe('0');
    await world.sql.query('delete from private.event_deliveries');
    expect(await prune()).toBe('1');
  });
});
