import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accountA,
  ada,
  changeModes,
  listener,
  openScene,
  type Scene,
  subscribed,
  talker,
  WAIT,
} from '#tests/db/realtime-wire.ts';

let first: Scene;
let second: Scene;
let adaToken: string;
const times = { beatMs: 100, patienceMs: 2_000 };

beforeAll(async () => {
  first = await openScene({}, { times });
  second = await openScene({}, { times }, first);
  adaToken = await first.tokenOf(ada, accountA);
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const both = async (topic: string, config = {}) =>
  Promise.all([listener(await first.connect(), topic, config), listener(await second.connect(), topic, config)]);

describe('two processes over one database', () => {
  it('share broadcasts, short and long, in JSON and bytes, each once', async () => {
    const [sender, receiver] = await both('shared');
    const payloads = [{ n: 1 }, { text: 'ü'.repeat(20_000) }, new Uint8Array([0, 255]).buffer];
    for (const payload of payloads) await sender.channel.send({ type: 'broadcast', event: 'e', payload });
    await expect.poll(() => receiver.heard.length, WAIT).toBe(3);
    expect(receiver.heard.slice(0, 2).map((message) => message.payload)).toEqual(payloads.slice(0, 2));
    expect(Buffer.from(receiver.heard[2]?.payload as ArrayBuffer)).toEqual(Buffer.from([0, 255]));
    await receiver.channel.send({ type: 'broadcast', event: 'back', payload: {} });
    await expect.poll(() => sender.heard.map((message) => message.event), WAIT).toEqual(['back']);
    expect(receiver.heard.length).toBe(3);
  });

  it('share what comes over HTTP, and what SQL sends, each once', async () => {
    const [sender, receiver] = await both('news');
    await (await first.connect()).channel('news').httpSend('http', { a: 1 });
    await first.realtime.broadcast('news', 'sql', {}, false);
    for (const { heard: hasReceived } of [sender, receiver]) {
      await expect.poll(() => hasReceived.map((message) => message.event).sort(), WAIT).toEqual(['http', 'sql']);
    }
  });

  it('share presence: who is there, who comes, who goes', async () => {
    const ofOne = (await first.connect()).channel('hall', { config: { presence: { key: 'ada' } } });
    ofOne.on('presence', { event: 'sync' }, () => {});
    await subscribed(ofOne);
    await ofOne.track({ mood: 'glad' });
    const ofTwo = (await second.connect()).channel('hall', { config: { presence: { key: 'bob' } } });
    ofTwo.on('presence', { event: 'sync' }, () => {});
    await subscribed(ofTwo);
    await ofTwo.track({ text: 'long '.repeat(3_000) });
    for (const channel of [ofOne, ofTwo]) {
      await expect.poll(() => Object.keys(channel.presenceState()).sort(), WAIT).toEqual(['ada', 'bob']);
    }
    await ofOne.track({ mood: 'tired' });
    await expect
      .poll(() => ofTwo.presenceState().ada?.map((entry) => (entry as { mood?: string }).mood), WAIT)
      .toEqual(['tired']);
    await ofTwo.unsubscribe();
    await expect.poll(() => Object.keys(ofOne.presenceState()), WAIT).toEqual(['ada']);
  });

  it('deliver row changes, whichever a subscriber is connected to', async () => {
    const ids: [unknown[], unknown[]] = [[], []];
    for (const [index, scene] of [first, second].entries()) {
      const channel = (await scene.connect({ token: adaToken, account: accountA })).channel('rows', {
        config: { postgres_changes_options: { wait: true } },
      });
      channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, ({ new: row }) =>
        ids[index]?.push(row.id),
      );
      expect(await subscribed(channel)).toBe('SUBSCRIBED');
    }
    await first.sql.query('insert into public.notes (account_id, id, owner) values ($1, 1, $2)', [accountA, ada]);
    await expect.poll(() => ids, WAIT).toEqual([[1], [1]]);
  });

  it('let the people of one that ends go, and those of one that dies', async () => {
    const watcher = (await first.connect()).channel('fates', { config: { presence: { key: 'watcher' } } });
    watcher.on('presence', { event: 'sync' }, () => {});
    await subscribed(watcher);
    for (const end of ['ends', 'dies']) {
      const third = await openScene({}, { times }, first);
      const channel = (await third.connect()).channel('fates', { config: { presence: { key: end } } });
      await subscribed(channel);
      await channel.track({});
      await expect.poll(() => Object.keys(watcher.presenceState()), WAIT).toEqual([end]);
      if (end === 'dies') await third.die();
      else await third.close();
      await expect.poll(() => Object.keys(watcher.presenceState()), WAIT).toEqual([]);
      if (end === 'dies') await third.close();
    }
  });

  it('find each other again after nothing was heard for a while', async () => {
    const [sender, receiver] = await both('again');
    const watcher = await talker(second);
    await watcher.ask('realtime:again', 'phx_join', {});
    await dropListeners(first);
    // While one of them receives nothing.
    await sender.channel.track({ a: 1 });
    await expect
      .poll(
        () =>
          watcher.said.some((frame) => frame.event === 'presence_diff' && Object.keys(frame.payload.joins).length > 0),
        WAIT,
      )
      .toBe(true);
    const hasReceived = async () => {
      await receiver.channel.send({ type: 'broadcast', event: 'are you there?', payload: {} });
      return sender.heard.length > 0;
    };
    await expect.poll(hasReceived, { ...WAIT, interval: 200 }).toBe(true);
    watcher.socket.terminate();
  });
});

/** Ends every listening connection, as a restart of PostgreSQL does. */
async function dropListeners(scene: Scene): Promise<void> {
  await scene.sql.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'stoa-listen-realtime'`,
  );
}

// Notifications sent while nobody listened are lost: https://www.postgresql.org/docs/current/sql-notify.html
describe.each(changeModes)('a lost connection, row changes by %s', (mode) => {
  it('loses no row change and no message of SQL, and sockets stay', async () => {
    const scene = await openScene({}, { changes: { mode }, times });
    const token = await scene.tokenOf(ada, accountA);
    const channel = (await scene.connect({ token, account: accountA })).channel('chat', {
      config: { private: true, postgres_changes_options: { wait: true } },
    });
    const ids: unknown[] = [];
    const events: string[] = [];
    channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, ({ new: row }) =>
      ids.push(row.id),
    );
    channel.on('broadcast', { event: '*' }, ({ event }) => events.push(event));
    expect(await subscribed(channel)).toBe('SUBSCRIBED');
    const insert = (id: number) =>
      scene.sql.query('insert into public.notes (account_id, id, owner) values ($1, $2, $3)', [accountA, id, ada]);
    await insert(1);
    await scene.realtime.broadcast(`chat:${accountA}`, 'first', {});
    await expect.poll(() => [ids, events], WAIT).toEqual([[1], ['first']]);
    await scene.sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name in ('stoa-listen-realtime', 'stoa-realtime')`,
    );
    await insert(2);
    await scene.realtime.broadcast(`chat:${accountA}`, 'second', {});
    await expect
      .poll(() => [ids, events], WAIT)
      .toEqual([
        [1, 2],
        ['first', 'second'],
      ]);
    await insert(3);
    await expect.poll(() => ids, WAIT).toEqual([1, 2, 3]);
    expect(channel.state).toBe('joined');
    await scene.close();
  });
});

describe.runIf(changeModes.includes('decoding'))('the replication slot', () => {
  const slots = async (scene: Scene) =>
    (
      await scene.sql.query<{ name: string }>(
        `select slot_name as name from pg_replication_slots where database = current_database()`,
      )
    ).map((row) => row.name);

  it('is there as long as the process is, and those of dead processes go', async () => {
    const scene = await openScene({}, { changes: { mode: 'decoding' }, times });
    expect(await slots(scene)).toHaveLength(1);
    await scene.sql.query(`select pg_create_logical_replication_slot('stoa_realtime_dead', 'pgoutput')`);
    await scene.sql.query(`select pg_create_logical_replication_slot('another', 'pgoutput')`);
    const next = await openScene({}, { changes: { mode: 'decoding' }, times }, scene);
    expect(await slots(scene)).not.toContain('stoa_realtime_dead');
    expect(await slots(scene)).toContain('another');
    await next.close();
    expect((await slots(scene)).length).toBe(2);
    await scene.sql.query(`select pg_drop_replication_slot('another')`);
    await scene.close();
  });

  it('that is dropped behind our back is made anew, by way of triggers or not', async () => {
    const scene = await openScene({}, { changes: { mode: 'decoding' }, times });
    const token = await scene.tokenOf(ada, accountA);
    const channel = (await scene.connect({ token, account: accountA })).channel('rows', {
      config: { postgres_changes_options: { wait: true } },
    });
    const ids: unknown[] = [];
    channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, ({ new: row }) =>
      ids.push(row.id),
    );
    expect(await subscribed(channel)).toBe('SUBSCRIBED');
    const [before] = await slots(scene);
    await scene.sql.query('select realtime.drop_slot($1)', [before]);
    let id = 0;
    const isTold = async () => {
      await scene.sql.query('insert into public.notes (account_id, id, owner) values ($1, $2, $3)', [
        accountA,
        ++id,
        ada,
      ]);
      return ids.length > 0;
    };
    await expect.poll(isTold, { ...WAIT, interval: 200 }).toBe(true);
    await scene.close();
  });

  it('removes the triggers from the tables, which come back with a process that needs them', async () => {
    const watched = async (scene: Scene) =>
      (await scene.sql.query(`select 1 from pg_trigger where tgname = 'tell_subscribers_of_changes'`)).length;
    const reads = await openScene({}, { changes: { mode: 'decoding' }, times });
    expect(await watched(reads)).toBe(0);
    const watches = await openScene({}, { changes: { mode: 'triggers' }, times }, reads);
    expect(await watched(reads)).toBe(4);
    await watches.close();
    await reads.realtime.watchTables();
    expect(await watched(reads)).toBe(0);
    await reads.close();
  });

  it('is used without waiting for it where both sources work, and is not where the log has no row data', async () => {
    const scene = await openScene({}, { changes: { mode: 'auto' }, times });
    await expect.poll(() => scene.realtime.changesSource(), WAIT).toBe('decoding');
    await scene.close();
    const without = await openScene({}, { changes: { mode: 'auto', url: 'postgres://nobody@127.0.0.1:1/x' }, times });
    expect(without.realtime.changesSource()).toBe('triggers');
    await without.close();
    await expect(
      openScene({}, { changes: { mode: 'decoding', url: 'postgres://nobody@127.0.0.1:1/x' } }),
    ).rejects.toThrow();
  });
});

it('a server whose log tells nothing of rows is watched by triggers, and a mode that needs the log is refused', async () => {
  const canDecode = changeModes.includes('decoding');
  const scene = await openScene({}, { changes: { mode: 'auto' }, times });
  const usesTriggers = async () =>
    (await scene.sql.query('select 1 from realtime.processes where uses_triggers')).length;
  await expect.poll(() => scene.realtime.changesSource(), WAIT).toBe(canDecode ? 'decoding' : 'triggers');
  await expect.poll(usesTriggers, WAIT).toBe(canDecode ? 0 : 1);
  await scene.close();
  const begins = openScene({}, { changes: { mode: 'decoding' }, times });
  if (canDecode) await (await begins).close();
  else await expect(begins).rejects.toThrow('wal_level is replica, not logical');
});

it('a socket that leaves while it joins leaves nothing behind', async () => {
  for (let round = 0; round < 5; round++) {
    const { socket, say: send } = await talker(first, `&account=${accountA}`);
    send('realtime:onlineUsers', 'phx_join', { access_token: adaToken, config: { private: true } });
    send('realtime:onlineUsers', 'presence', { event: 'track', payload: { round } });
    const closed = once(socket, 'close');
    if (round % 2) socket.terminate();
    else socket.close();
    await closed;
  }
  const lastClient = await talker(first, `&account=${accountA}`);
  await lastClient.ask('realtime:onlineUsers', 'phx_join', { access_token: adaToken, config: { private: true } });
  await expect
    .poll(async () => {
      const rejoined = await talker(first, `&account=${accountA}`);
      await rejoined.ask('realtime:onlineUsers', 'phx_join', { access_token: adaToken, config: { private: true } });
      const state = rejoined.said.find((frame) => frame.event === 'presence_state')?.payload;
      rejoined.socket.terminate();
      return state;
    }, WAIT)
    .toEqual({});
  lastClient.socket.terminate();
});
