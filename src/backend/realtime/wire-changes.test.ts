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

type Told = { eventType: string; new: Record<string, unknown>; old: Record<string, unknown>; errors: unknown };
type Asked = {
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

/** A subscriber to row changes; resolves when the service says it is ready or refuses. */
async function follow(person: string | null, ...asked: Asked[]) {
  const client = await scene.connect(person ? { token: await scene.tokenOf(person, accountA) } : {});
  const channel = client.channel(`changes-${Math.random()}`);
  const told: Told[] = [];
  const systems: string[] = [];
  channel.on('system', {}, (payload: { message: string }) => systems.push(payload.message));
  for (const one of asked) {
    channel.on('postgres_changes', one as { event: '*'; schema: string }, (change) =>
      told.push(change as unknown as Told),
    );
  }
  const status = await subscribed(channel);
  if (status === 'SUBSCRIBED') await expect.poll(() => systems.length).toBe(1);
  return { told, channel, status, system: systems[0], client };
}

const all: Asked = { event: '*', schema: 'public', table: 'notes' };

// https://supabase.com/docs/guides/realtime/postgres-changes
describe.each(changeModes)('row changes by %s', (mode) => {
  beforeAll(async () => {
    scene = await openScene({}, { changes: { mode } });
    expect(scene.realtime.changesSource()).toBe(mode);
  });
  afterAll(() => scene.close());

  it('reach those who may see the row and nobody else', async () => {
    const mine = await follow(ada, all);
    const others = await follow(bob, all);
    const visitors = await follow(null, all);
    expect(mine.system).toBe('Subscribed to PostgreSQL');
    const id = await insert(ada);
    await expect.poll(() => mine.told.length).toBe(1);
    await scene.sql.query('update public.notes set body = $2 where id = $1', [id, 'second']);
    await expect.poll(() => mine.told.length).toBe(2);
    await scene.sql.query('delete from public.notes where id = $1', [id]);
    await expect.poll(() => mine.told.map((one) => one.eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE']);
    expect(others.told).toEqual([]);
    // Nor that something happened at all.
    expect(visitors.told).toEqual([]);
  });

  it('of a table without row-level security tell whose role may not read it that it may not', async () => {
    const { told, system } = await follow(null, { event: '*', schema: 'public', table: 'closed' });
    expect(system).toBe('Subscribed to PostgreSQL');
    await scene.sql.query('insert into public.closed values (1)');
    await scene.sql.query('delete from public.closed');
    await expect.poll(() => told.length).toBe(2);
    expect(told.map(({ eventType, new: row, old, errors }) => ({ eventType, row, old, errors }))).toEqual(
      ['INSERT', 'DELETE'].map((eventType) => ({ eventType, row: {}, old: {}, errors: ['Error 401: Unauthorized'] })),
    );
  });

  // One transaction changes the row and deletes it: whenever the change is looked for, the row is gone.
  const passingBy = async (change: string, ...values: unknown[]) =>
    scene.sql.transaction(async (tx) => {
      await tx.query(change, values);
      await tx.query('delete from public.r');
    });

  it('tell of a row that is gone already, where no policy guards its table', async () => {
    const { told } = await follow(null, { event: '*', schema: 'public', table: 'r' });
    const some = await follow(null, { event: 'INSERT', schema: 'public', table: 'r', filter: 't=eq.gone' });
    await passingBy(`insert into public.r values (2, 'gone'), (3, 'gone too')`);
    await expect.poll(() => told.map((one) => one.eventType)).toEqual(['INSERT', 'INSERT', 'DELETE', 'DELETE']);
    expect(told.map((one) => one.new).slice(0, 2)).toEqual([
      { r: 2, t: 'gone' },
      { r: 3, t: 'gone too' },
    ]);
    expect(told.map((one) => one.old).slice(2)).toEqual([{ r: 2 }, { r: 3 }]);
    await expect.poll(() => some.told.map((one) => one.new)).toEqual([{ r: 2, t: 'gone' }]);
    await scene.sql.query(`insert into public.r values (4, 'stays')`);
    await passingBy(`update public.r set t = 'changed' where r = 4`);
    await expect
      .poll(() => told.slice(4).map((one) => [one.eventType, one.new.t]))
      .toEqual([
        ['INSERT', 'stays'],
        ['UPDATE', 'changed'],
        ['DELETE', undefined],
      ]);
  });

  it('tell nobody of a row that is gone from a table whose row-level security has only just begun', async () => {
    const { told } = await follow(ada, { event: '*', schema: 'public', table: 'r' }, all);
    await scene.sql.query(`insert into public.r values (5, 'seen by all')`);
    await expect.poll(() => told.length).toBe(1);
    await scene.sql.transaction(async (tx) => {
      await tx.query(`insert into public.r values (6, 'noted while open')`);
      await tx.query('delete from public.r where r = 6');
      await tx.query('alter table public.r enable row level security');
    });
    // Changes are told in their order: once the next is there, this one stayed away.
    const id = await insert(ada);
    await expect.poll(() => told.at(-1)?.new.id).toBe(id);
    expect(told.map((one) => one.new.r ?? one.new.id)).toEqual([5, id]);
    await scene.sql.query('alter table public.r disable row level security');
    await scene.sql.query('delete from public.r');
    await expect.poll(() => told.at(-1)?.old).toEqual({ r: 5 });
  });

  it('carry a row whose columns are called as the row itself is in our SQL', async () => {
    const { told } = await follow(null, { event: '*', schema: 'public', table: 'r' });
    await scene.sql.query(`insert into public.r values (1, 'first')`);
    await expect.poll(() => told.map((change) => change.new)).toEqual([{ r: 1, t: 'first' }]);
    await scene.sql.query('delete from public.r');
    await expect.poll(() => told.map((change) => change.old)).toEqual([{}, { r: 1 }]);
  });

  it('carry the row as it is now, its type and its key', async () => {
    const { told } = await follow(ada, all);
    const id = await insert(ada, { body: 'typed', price: 2.5 });
    await expect.poll(() => told.length).toBe(1);
    expect(told[0]).toMatchObject({
      eventType: 'INSERT',
      schema: 'public',
      table: 'notes',
      errors: null,
      new: { account_id: accountA, id, owner: ada, body: 'typed', price: 2.5 },
      old: {},
    });
    expect(told[0]?.new).not.toHaveProperty('secret');
    await scene.sql.query('update public.notes set body = $2 where id = $1', [id, 'changed']);
    await expect.poll(() => told.length).toBe(2);
    expect(told[1]).toMatchObject({ eventType: 'UPDATE', new: { body: 'changed' }, old: { account_id: accountA, id } });
    await scene.sql.query('delete from public.notes where id = $1', [id]);
    await expect.poll(() => told.length).toBe(3);
    expect(told[2]).toMatchObject({ eventType: 'DELETE', new: {} });
    expect(told[2]?.old).toEqual({ account_id: accountA, id });
  });

  it('tell of a deletion only those who knew the row or see its neighbours', async () => {
    const bobs = await insert(bob, { account: accountB });
    const old = await insert(ada);
    await insert(ada);
    const neighbour = await follow(ada, { ...all, event: 'DELETE' });
    await scene.sql.query('delete from public.notes where id = any($1)', [[bobs, old]]);
    await expect.poll(() => neighbour.told.map((one) => one.old.id)).toEqual([old]);
  });

  it('are not told of what was undone, and of a bulk in its order', async () => {
    const { told } = await follow(ada, { ...all, event: 'INSERT' });
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
    await expect.poll(() => told.length).toBe(500);
    expect(told.map((one) => one.new.id)).toEqual(Array.from({ length: 500 }, (_, index) => 1001 + index));
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
  ])('are filtered by %s', async (filter, wanted, other) => {
    const { told } = await follow(ada, { event: 'INSERT', schema: 'public', table: 'notes', filter });
    if (other) await insert(ada, other);
    const id = await insert(ada, wanted);
    await expect.poll(() => told.map((one) => one.new.id)).toEqual([id]);
  });

  it('come to several listeners of one channel, each with its own events and columns', async () => {
    const client = await scene.connect({ token: await scene.tokenOf(ada, accountA) });
    const channel = client.channel('several');
    const heard: string[] = [];
    const systems: unknown[] = [];
    channel.on('system', {}, (payload) => systems.push(payload));
    channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, () => heard.push('insert'));
    channel.on('postgres_changes', { event: 'DELETE', schema: 'public', table: 'notes' }, () => heard.push('delete'));
    channel.on('postgres_changes', { event: '*', schema: 'public' }, () => heard.push('any'));
    channel.on(
      'postgres_changes',
      { event: 'UPDATE', schema: 'public', table: 'notes', select: ['body'] },
      ({ new: row }) => heard.push(Object.keys(row).sort().join()),
    );
    expect(await subscribed(channel)).toBe('SUBSCRIBED');
    await expect.poll(() => systems.length).toBe(1);
    const id = await insert(ada);
    await expect.poll(() => heard.length).toBe(2);
    await scene.sql.query('update public.notes set price = 3 where id = $1', [id]);
    await expect.poll(() => heard.length).toBe(4);
    await scene.sql.query('delete from public.notes where id = $1', [id]);
    await expect.poll(() => heard.length).toBe(6);
    expect(heard.slice().sort()).toEqual(['account_id,body,id', 'any', 'any', 'any', 'delete', 'insert']);
  });

  it('follow the token: what a fresher one may see, and no more', async () => {
    const { told, client, channel } = await follow(ada, all);
    await client.setAuth(await scene.tokenOf(bob, accountA));
    expect(await channel.send({ type: 'presence', event: 'untrack' })).toBe('ok');
    await insert(ada);
    const id = await insert(bob);
    await expect.poll(() => told.map((one) => one.new.id)).toEqual([id]);
  });

  it.each([
    ['a table that is not shared', { ...all, table: 'quiet' }],
    ['a table that is none', { ...all, table: 'nothing"; drop' }],
    ['a filter on a column they may not read', { ...all, filter: 'secret=eq.hidden' }],
  ])('are refused for %s', async (_, asked) => {
    const { system } = await follow(ada, asked as Asked);
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
  ])('are refused for %s, and the channel stays', async (_, asked, message) => {
    const { system, status } = await follow(ada, asked as unknown as Asked);
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
