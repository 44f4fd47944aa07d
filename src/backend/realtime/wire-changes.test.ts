import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accountA,
  accountB,
  ada,
  bob,
  changeModes,
  openScene,
  type Scene,
  subscribed,
} from '#tests/db/realtime-wire.ts';

type ReceivedChange = {
  eventType: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
  errors: unknown;
};
type ChangeConfig = {
  event: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  schema: string;
  table?: string;
  filter?: string;
  select?: string[];
};

let scene: Scene;

let lastId = 0;
const insert = async (owner: string, facts: { body?: string | null; price?: number; account?: string } = {}) => {
  const id = ++lastId;
  await scene.sql.query('insert into public.notes (account_id, id, owner, body, price) values ($1, $2, $3, $4, $5)', [
    facts.account ?? accountA,
    id,
    owner,
    facts.body === undefined ? 'a note' : facts.body,
    facts.price ?? 1,
  ]);
  return id;
};

/** A subscriber to row changes; resolves when the service reports ready or an error. */
async function follow(person: string | null, ...requests: ChangeConfig[]) {
  const client = await scene.connect(person ? { token: await scene.tokenOf(person, accountA) } : {});
  const channel = client.channel(`changes-${Math.random()}`);
  const changes: ReceivedChange[] = [];
  const systems: string[] = [];
  channel.on('system', {}, (payload: { message: string }) => systems.push(payload.message));
  for (const request of requests) {
    channel.on('postgres_changes', request as { event: '*'; schema: string }, (change) =>
      changes.push(change as unknown as ReceivedChange),
    );
  }
  const status = await subscribed(channel);
  if (status === 'SUBSCRIBED') await expect.poll(() => systems.length).toBe(1);
  return { told: changes, channel, status, system: systems[0], client };
}

const all: ChangeConfig = { event: '*', schema: 'public', table: 'notes' };

// https://supabase.com/docs/guides/realtime/postgres-changes
describe.each(changeModes)('row changes by %s', (mode) => {
  beforeAll(async () => {
    scene = await openScene({}, { changes: { mode } });
    expect(scene.realtime.changesSource()).toBe(mode);
  });
  afterAll(() => scene.close());

  it('reach those who may see the row and nobody else', async () => {
    const own = await follow(ada, all);
    const foreign = await follow(bob, all);
    const visitors = await follow(null, all);
    expect(own.system).toBe('Subscribed to PostgreSQL');
    const id = await insert(ada);
    await expect.poll(() => own.told.length).toBe(1);
    await scene.sql.query('update public.notes set body = $2 where id = $1', [id, 'second']);
    await expect.poll(() => own.told.length).toBe(2);
    await scene.sql.query('delete from public.notes where id = $1', [id]);
    await expect.poll(() => own.told.map((request) => request.eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE']);
    expect(foreign.told).toEqual([]);
    // Nor do they learn that something happened.
    expect(visitors.told).toEqual([]);
  });

  it('of a table without row-level security report an error to a role that may not read it', async () => {
    const { told: changes, system } = await follow(null, { event: '*', schema: 'public', table: 'closed' });
    expect(system).toBe('Subscribed to PostgreSQL');
    await scene.sql.query('insert into public.closed values (1)');
    await scene.sql.query('delete from public.closed');
    await expect.poll(() => changes.length).toBe(2);
    expect(changes.map(({ eventType, new: row, old, errors }) => ({ eventType, row, old, errors }))).toEqual(
      ['INSERT', 'DELETE'].map((eventType) => ({ eventType, row: {}, old: {}, errors: ['Error 401: Unauthorized'] })),
    );
  });

  // One transaction changes and deletes the row: it is always gone when the change is looked up.
  const passingBy = async (change: string, ...values: unknown[]) =>
    scene.sql.transaction(async (tx) => {
      await tx.query(change, values);
      await tx.query('delete from public.r');
    });

  it('tell of a row that is gone already, where no policy guards its table', async () => {
    const { told: changes } = await follow(null, { event: '*', schema: 'public', table: 'r' });
    const some = await follow(null, { event: 'INSERT', schema: 'public', table: 'r', filter: 't=eq.gone' });
    await passingBy(`insert into public.r values (2, 'gone'), (3, 'gone too')`);
    await expect
      .poll(() => changes.map((request) => request.eventType))
      .toEqual(['INSERT', 'INSERT', 'DELETE', 'DELETE']);
    expect(changes.map((request) => request.new).slice(0, 2)).toEqual([
      { r: 2, t: 'gone' },
      { r: 3, t: 'gone too' },
    ]);
    expect(changes.map((request) => request.old).slice(2)).toEqual([{ r: 2 }, { r: 3 }]);
    await expect.poll(() => some.told.map((request) => request.new)).toEqual([{ r: 2, t: 'gone' }]);
    await scene.sql.query(`insert into public.r values (4, 'stays')`);
    await passingBy(`update public.r set t = 'changed' where r = 4`);
    await expect
      .poll(() => changes.slice(4).map((request) => [request.eventType, request.new.t]))
      .toEqual([
        ['INSERT', 'stays'],
        ['UPDATE', 'changed'],
        ['DELETE', undefined],
      ]);
  });

  it('tell nobody of a row that is gone from a table whose row-level security has only just begun', async () => {
    const { told: changes } = await follow(ada, { event: '*', schema: 'public', table: 'r' }, all);
    await scene.sql.query(`insert into public.r values (5, 'seen by all')`);
    await expect.poll(() => changes.length).toBe(1);
    await scene.sql.transaction(async (tx) => {
      await tx.query(`insert into public.r values (6, 'noted while open')`);
      await tx.query('delete from public.r where r = 6');
      await tx.query('alter table public.r enable row level security');
    });
    // Changes come in order: once the next has arrived, this one was not sent.
    const id = await insert(ada);
    await expect.poll(() => changes.at(-1)?.new.id).toBe(id);
    expect(changes.map((request) => request.new.r ?? request.new.id)).toEqual([5, id]);
    await scene.sql.query('alter table public.r disable row level security');
    await scene.sql.query('delete from public.r');
    await expect.poll(() => changes.at(-1)?.old).toEqual({ r: 5 });
  });

  it('carry a row whose columns have the names our SQL uses for the row', async () => {
    const { told: changes } = await follow(null, { event: '*', schema: 'public', table: 'r' });
    await scene.sql.query(`insert into public.r values (1, 'first')`);
    await expect.poll(() => changes.map((change) => change.new)).toEqual([{ r: 1, t: 'first' }]);
    await scene.sql.query('delete from public.r');
    await expect.poll(() => changes.map((change) => change.old)).toEqual([{}, { r: 1 }]);
  });

  it('carry the row as it is now, its type and its key', async () => {
    const { told: changes } = await follow(ada, all);
    const id = await insert(ada, { body: 'typed', price: 2.5 });
    await expect.poll(() => changes.length).toBe(1);
    expect(changes[0]).toMatchObject({
      eventType: 'INSERT',
      schema: 'public',
      table: 'notes',
      errors: null,
      new: { account_id: accountA, id, owner: ada, body: 'typed', price: 2.5 },
      old: {},
    });
    expect(changes[0]?.new).not.toHaveProperty('secret');
    await scene.sql.query('update public.notes set body = $2 where id = $1', [id, 'changed']);
    await expect.poll(() => changes.length).toBe(2);
    expect(changes[1]).toMatchObject({
      eventType: 'UPDATE',
      new: { body: 'changed' },
      old: { account_id: accountA, id },
    });
    await scene.sql.query('delete from public.notes where id = $1', [id]);
    await expect.poll(() => changes.length).toBe(3);
    expect(changes[2]).toMatchObject({ eventType: 'DELETE', new: {} });
    expect(changes[2]?.old).toEqual({ account_id: accountA, id });
  });

  it('tell of a deletion only those who knew the row or see its neighbours', async () => {
    const bobs = await insert(bob, { account: accountB });
    const old = await insert(ada);
    await insert(ada);
    const neighbour = await follow(ada, { ...all, event: 'DELETE' });
    await scene.sql.query('delete from public.notes where id = any($1)', [[bobs, old]]);
    await expect.poll(() => neighbour.told.map((request) => request.old.id)).toEqual([old]);
  });

  it('skip what was rolled back, and keep the order of a bulk', async () => {
    const { told: changes } = await follow(ada, { ...all, event: 'INSERT' });
    await expect(
      scene.sql.transaction(async (tx) => {
        await tx.query('insert into public.notes (account_id, id, owner) values ($1, 900000, $2)', [accountA, ada]);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await scene.sql.query(
      `insert into public.notes (account_id, id, owner) select $1::uuid, 1000 + n, $2::uuid from generate_series(1, 500) n`,
      [accountA, ada],
    );
    await expect.poll(() => changes.length).toBe(500);
    expect(changes.map((request) => request.new.id)).toEqual(Array.from({ length: 500 }, (_, index) => 1001 + index));
    await scene.sql.query('delete from public.notes where id > 1000');
  });

  it.each([
    ['body=eq.yes', { body: 'yes' }, { body: 'no' }],
    ['body=neq.no', { body: 'yes' }, { body: 'no' }],
    ['price=gt.9', { price: 10 }, { price: 9 }],
    ['price=gte.10', { price: 10 }, { price: 9.5 }],
    ['price=lt.9', { price: 8 }, { price: 10 }],
    ['price=lte.9', { price: 9 }, { price: 10 }],
    ['price=in.(3,"4")', { price: 4 }, { price: 34 }],
    ['body=in.(a,"b,c")', { body: 'b,c' }, { body: 'b' }],
    ['body=like.h%o', { body: 'hello' }, { body: 'Hello' }],
    ['body=ilike.H_llo', { body: 'hello' }, { body: 'heello' }],
    ['body=match.^h[aeiou]llo$', { body: 'hello' }, { body: 'Hello' }],
    ['body=imatch."^H(e|a)llo$"', { body: 'hello' }, { body: 'hollo' }],
    ['body=not.match.^no', { body: 'yes' }, { body: 'no way' }],
    ['body=is.null', { body: null }, { body: 'a' }],
    ['body=not.is.null', { body: 'a' }, { body: null }],
    ['body=isdistinct.no', { body: null }, { body: 'no' }],
    ['price=not.eq.5', { price: 4 }, { price: 5 }],
    ['body=eq.yes,price=gt.1', { body: 'yes', price: 2 }, { body: 'yes', price: 1 }],
    ['written_at=gt.2001-01-01', {}, null],
    [`owner=eq.${ada.toUpperCase()}`, {}, null],
  ])('are filtered by %s', async (filter, matching, excluded) => {
    const { told: changes } = await follow(ada, { event: 'INSERT', schema: 'public', table: 'notes', filter });
    if (excluded) await insert(ada, excluded);
    const id = await insert(ada, matching);
    await expect.poll(() => changes.map((request) => request.new.id)).toEqual([id]);
  });

  it('come to several listeners of one channel, each with its own events and columns', async () => {
    const client = await scene.connect({ token: await scene.tokenOf(ada, accountA) });
    const channel = client.channel('several');
    const received: string[] = [];
    const systems: unknown[] = [];
    channel.on('system', {}, (payload) => systems.push(payload));
    channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, () =>
      received.push('insert'),
    );
    channel.on('postgres_changes', { event: 'DELETE', schema: 'public', table: 'notes' }, () =>
      received.push('delete'),
    );
    channel.on('postgres_changes', { event: '*', schema: 'public' }, () => received.push('any'));
    channel.on(
      'postgres_changes',
      { event: 'UPDATE', schema: 'public', table: 'notes', select: ['body'] },
      ({ new: row }) => received.push(Object.keys(row).sort().join()),
    );
    expect(await subscribed(channel)).toBe('SUBSCRIBED');
    await expect.poll(() => systems.length).toBe(1);
    const id = await insert(ada);
    await expect.poll(() => received.length).toBe(2);
    await scene.sql.query('update public.notes set price = 3 where id = $1', [id]);
    await expect.poll(() => received.length).toBe(4);
    await scene.sql.query('delete from public.notes where id = $1', [id]);
    await expect.poll(() => received.length).toBe(6);
    expect(received.slice().sort()).toEqual(['account_id,body,id', 'any', 'any', 'any', 'delete', 'insert']);
  });

  it('follow the token: what a newer one may see, and no more', async () => {
    // Rows that other tests delete are told to everyone.
    const { told: changes, client, channel } = await follow(ada, { ...all, event: 'INSERT' });
    await client.setAuth(await scene.tokenOf(bob, accountA));
    expect(await channel.send({ type: 'presence', event: 'untrack' })).toBe('ok');
    await insert(ada);
    const id = await insert(bob);
    await expect.poll(() => changes.map((request) => request.new.id)).toEqual([id]);
  });

  it.each([
    ['a table that is not shared', { ...all, table: 'quiet' }],
    ['a table that is none', { ...all, table: 'nothing"; drop' }],
    ['a filter on a column they may not read', { ...all, filter: 'secret=eq.hidden' }],
  ])('are rejected for %s', async (_, requests) => {
    const { system } = await follow(ada, requests as ChangeConfig);
    expect(system).toMatch(/^Unable to subscribe to changes with given parameters/);
  });

  it.each([
    [
      'an unknown operator',
      { ...all, filter: 'body=foo.bar' },
      'Error parsing `filter` params: "body=foo.bar" is not of the form column=operator.value',
    ],
    [
      'a regular expression that is none',
      { ...all, filter: 'body=match.(' },
      'Error parsing `filter` params: invalid regular expression: parentheses () not balanced',
    ],
    [
      'columns of a table that is not named',
      { event: '*', schema: 'public', select: ['body'] },
      'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
    ],
    [
      'columns in a text',
      { ...all, select: 'body' },
      'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]',
    ],
    ['a filter that is none', { ...all, filter: 7 }, /^No subscription params provided\. Please provide at least/],
  ])('are rejected for %s, and the channel stays', async (_, requests, message) => {
    const { system, status } = await follow(ada, requests as unknown as ChangeConfig);
    expect(status).toBe('SUBSCRIBED');
    if (typeof message === 'string') expect(system).toBe(message);
    else expect(system).toMatch(message);
  });

  it.runIf(mode === 'triggers')(
    'are watched on tables that join the publication later, and no more on those that leave it',
    async () => {
      await scene.sql.query('alter publication supabase_realtime add table public.quiet');
      await scene.realtime.watchTables();
      const watched = () =>
        scene.sql.query(
          `select 1 from pg_trigger where tgname = 'tell_subscribers_of_changes' and tgrelid = 'public.quiet'::regclass`,
        );
      expect((await watched()).length).toBe(1);
      await scene.sql.query('alter publication supabase_realtime drop table public.quiet');
      await scene.realtime.watchTables();
      expect((await watched()).length).toBe(0);
    },
  );
});
