import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { accountA, ada, listener, openScene, type Scene, subscribed, talker, WAIT } from '#tests/db/realtime-wire.ts';

let scene: Scene;
let adaToken: string;

beforeAll(async () => {
  scene = await openScene();
  adaToken = await scene.tokenOf(ada, accountA);
});
afterAll(() => scene.close());

const chat = `chat:${accountA}`;
const member = () => scene.connect({ token: adaToken, account: accountA });
type Heard = { event: string; payload: unknown; meta?: Record<string, unknown> };

/** A member of a private channel who requests a replay. */
async function latecomer(topic: string, replay: { since: number; limit?: number }, vsn: '1.0.0' | '2.0.0' = '2.0.0') {
  const client = await scene.connect({ token: adaToken, account: accountA, vsn });
  const channel = client.channel(topic, { config: { private: true, broadcast: { replay } } });
  const received: Heard[] = [];
  channel.on('broadcast', { event: '*' }, ({ event, payload, meta }) =>
    received.push({ event, payload, meta: meta ?? {} }),
  );
  expect(await subscribed(channel)).toBe('SUBSCRIBED');
  return received;
}

// https://supabase.com/docs/guides/realtime/broadcast#broadcast-replay
describe.each(['1.0.0', '2.0.0'] as const)('replay, protocol %s', (vsn) => {
  it('brings what was sent from SQL since a moment, oldest first, at most so many and at most 25', async () => {
    const topic = `news-${vsn}`;
    for (let n = 1; n <= 30; n++) {
      await scene.sql.query(
        `insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
         values ($1, 'broadcast', 'said', $2, true, now() - interval '1 hour' + make_interval(secs => $3))`,
        [`${topic}:${accountA}`, JSON.stringify({ n }), n],
      );
    }
    await scene.sql.query(`insert into realtime.messages (topic, extension, event, payload, private)
      values ('${topic}:${accountA}', 'presence', 'said', '{}', true), ('${topic}:${accountA}', 'broadcast', 'said', '{}', false)`);
    const numbers = (received: Heard[]) => received.map(({ payload }) => (payload as { n: number }).n);
    const ten = await latecomer(topic, { since: 0 }, vsn);
    await expect.poll(() => numbers(ten), WAIT).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
    expect(ten[0]?.meta).toEqual({ replayed: true, id: expect.any(String) });
    const three = await latecomer(topic, { since: 0, limit: 3 }, vsn);
    await expect.poll(() => numbers(three), WAIT).toEqual([28, 29, 30]);
    const maximum = await latecomer(topic, { since: 0, limit: 100 }, vsn);
    await expect.poll(() => maximum.length, WAIT).toBe(25);
    const none = await latecomer(topic, { since: Date.now() + 1000 }, vsn);
    await scene.realtime.broadcast(`${topic}:${accountA}`, 'now', { n: 0 });
    await expect.poll(() => numbers(none), WAIT).toEqual([0]);
  });
});

// https://supabase.com/docs/guides/realtime/broadcast
describe('a broadcast that is to be kept', () => {
  it('comes once to who is there and again to who comes later, in JSON or bytes', async () => {
    const present = await listener(await member(), 'chat', { private: true });
    const sender = await listener(await member(), 'chat', { private: true, broadcast: { ack: true } });
    expect(await sender.channel.send({ type: 'broadcast', event: 'kept', payload: { n: 1 }, persist: true })).toBe(
      'ok',
    );
    const bytes = new Uint8Array([0, 1, 255]).buffer;
    expect(await sender.channel.send({ type: 'broadcast', event: 'bytes', payload: bytes, persist: { ttl: 60 } })).toBe(
      'ok',
    );
    expect(await sender.channel.httpSend('by http', { n: 3 }, { persist: true })).toEqual({ success: true });
    await expect.poll(() => present.heard.map((message) => message.event), WAIT).toEqual(['kept', 'bytes', 'by http']);
    const replayed = await latecomer('chat', { since: 0 });
    await expect.poll(() => replayed.map((message) => message.event), WAIT).toEqual(['kept', 'bytes', 'by http']);
    expect(Buffer.from(replayed[1]?.payload as ArrayBuffer)).toEqual(Buffer.from([0, 1, 255]));
    // Bytes can't be sent in protocol 1.0.0.
    const old = await latecomer('chat', { since: 0 }, '1.0.0');
    await expect.poll(() => old.map((message) => message.event), WAIT).toEqual(['kept', 'by http']);
    expect(present.heard.length).toBe(3);
  });

  it('is acknowledged with its id, or with the error', async () => {
    const { ask: request, said: frames, socket } = await talker(scene, `&account=${accountA}`);
    await request('realtime:chat', 'phx_join', {
      access_token: adaToken,
      config: { private: true, broadcast: { ack: true } },
    });
    const frame = (ref: string, metadata: object) => {
      const parts = ['1', ref, 'realtime:chat', 'e', JSON.stringify(metadata)].map((text) => Buffer.from(text));
      return Buffer.concat([Buffer.from([3, ...parts.map((part) => part.length), 1]), ...parts, Buffer.from('{}')]);
    };
    const replyTo = async (ref: string, metadata: object) => {
      socket.send(frame(ref, metadata));
      await expect.poll(() => frames.some((message) => message.ref === ref), WAIT).toBe(true);
      return frames.find((message) => message.ref === ref)?.payload;
    };
    expect(await replyTo('k1', { persist: true })).toEqual({
      status: 'ok',
      response: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
    expect(await replyTo('k2', {})).toEqual({ status: 'ok', response: {} });
    expect(await replyTo('k3', { persist: { ttl: 259_200 } })).toMatchObject({ status: 'ok' });
    for (const ttl of [0, -1, 1.5, 259_201, '60', null]) {
      expect(await replyTo(`t${ttl}`, { persist: { ttl } })).toEqual({
        status: 'error',
        response: { error: 'invalid_persist_ttl' },
      });
    }
    expect(await replyTo('k4', { persist: 'yes' })).toEqual({
      status: 'error',
      response: { error: 'invalid_persist_ttl' },
    });
    socket.terminate();
  });

  it('is delivered and not stored where no policy lets it be', async () => {
    await scene.sql.query(`create policy "members speak in passing" on realtime.messages for insert to authenticated
      with check (extension = 'broadcast' and realtime.topic() = 'passing:${accountA}')`);
    const present = await listener(await member(), 'passing', { private: true });
    const sender = await listener(await member(), 'passing', { private: true, broadcast: { ack: true } });
    expect(await sender.channel.send({ type: 'broadcast', event: 'gone', payload: {}, persist: true })).toBe('ok');
    await expect.poll(() => present.heard.length, WAIT).toBe(1);
    expect(await scene.sql.query(`select 1 from realtime.messages where topic = 'passing:${accountA}'`)).toEqual([]);
  });

  it.each([
    ['a time that is none', 'private=true&persist[ttl]=soon', 422],
    ['too long a time', 'private=true&persist[ttl]=259201', 422],
    ['a time', 'private=true&persist[ttl]=259200', 202],
    ['no time on a public channel, where nothing is kept', 'persist[ttl]=soon', 202],
  ])('over HTTP with %s', async (_, query, status) => {
    const response = await scene.realtime.fetch(
      new Request(`http://${scene.host}/realtime/v1/api/broadcast/${chat}/events/e?${query}&account=${accountA}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${adaToken}`, 'content-type': 'application/json' },
        body: '{}',
      }),
    );
    expect(response.status).toBe(status);
    if (status === 422) {
      expect((await response.json()).message).toBe(
        'persist ttl must be a positive integer of seconds from 1 to 259200',
      );
    }
  });
});

// https://supabase.com/docs/guides/realtime/broadcast#broadcast-using-the-database
describe('SQL', () => {
  it('sends bytes to clients of the second protocol', async () => {
    const { heard: received } = await listener(await member(), 'chat', { private: true });
    await scene.sql.query(`select realtime.send_binary('\\x00ff', 'raw', $1)`, [chat]);
    await expect.poll(() => received.map((message) => message.event), WAIT).toEqual(['raw']);
    expect(Buffer.from(received[0]?.payload as ArrayBuffer)).toEqual(Buffer.from([0, 255]));
  });

  it('broadcasts the changes of a table by a trigger, in the published shape', async () => {
    await scene.sql.query(`
      create table public.rows (id int primary key, word text);
      create function public.tell() returns trigger language plpgsql as $$ begin
        perform realtime.broadcast_changes('${chat}', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
      create trigger tell after insert or update or delete on public.rows for each row execute function public.tell();`);
    const { heard: received } = await listener(await member(), 'chat', { private: true });
    await scene.sql.query(`insert into public.rows values (1, 'a')`);
    await scene.sql.query(`update public.rows set word = 'b'`);
    await scene.sql.query('delete from public.rows');
    await expect.poll(() => received.map((message) => message.event), WAIT).toEqual(['INSERT', 'UPDATE', 'DELETE']);
    const common = { id: expect.stringMatching(/^[0-9a-f-]{36}$/), schema: 'public', table: 'rows' };
    expect(received.map((message) => message.payload)).toEqual([
      { ...common, operation: 'INSERT', record: { id: 1, word: 'a' }, old_record: null },
      { ...common, operation: 'UPDATE', record: { id: 1, word: 'b' }, old_record: { id: 1, word: 'a' } },
      { ...common, operation: 'DELETE', record: null, old_record: { id: 1, word: 'b' } },
    ]);
    await expect(
      scene.sql.query(
        `select realtime.broadcast_changes('t', 'e', 'INSERT', 't', 's', null::public.rows, null::public.rows, 'STATEMENT')`,
      ),
    ).rejects.toThrow('function can only be triggered for each row, not for each statement');
  });

  // Since migration 20251103001201_broadcast_send_include_payload_id of the published service.
  it('puts the id of the message into a payload that has none, also where it is replayed', async () => {
    const { heard } = await listener(await member(), 'chat', { private: true });
    const since = Date.now();
    for (const payload of [
      '{"n":1}',
      '{"id":"mine"}',
      '{"id":null}',
      '[1]',
      '"text"',
      JSON.stringify({ long: 'x'.repeat(9000) }),
    ])
      await scene.sql.query(`select realtime.send($1::jsonb, 'identified', $2)`, [payload, chat]);
    await expect.poll(() => heard.length, WAIT).toBe(6);
    const rows = await scene.sql.query<{ id: string; payload: unknown }>(
      `select id, payload from realtime.messages where event = 'identified' order by inserted_at`,
    );
    const ids = rows.map(({ id }) => id);
    expect(rows.map(({ payload }) => payload)).toEqual([
      { id: ids[0], n: 1 },
      { id: 'mine' },
      { id: null },
      [1],
      'text',
      { id: ids[5], long: 'x'.repeat(9000) },
    ]);
    expect(heard.map(({ payload }) => payload)).toEqual(rows.map(({ payload }) => payload));
    const late = await latecomer('chat', { since });
    await expect
      .poll(() => late.filter(({ event }) => event === 'identified').map(({ payload }) => payload), WAIT)
      .toEqual(rows.map(({ payload }) => payload));
  });

  it('broadcasts from a plain trigger that a signed-in writer fires, also to who comes later', async () => {
    const topic = (name: string) => `${name}:${accountA}`;
    await scene.sql.query(`
      create table public.words (id int primary key, room text not null);
      grant insert on public.words to authenticated;
      create function public.pass_on() returns trigger language plpgsql as $$ begin
        perform realtime.send(jsonb_build_object('n', new.id), 'sent', new.room);
        perform realtime.send_binary('\\x00ff', 'bytes', new.room);
        perform realtime.broadcast_changes(new.room, 'changed', tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
      create trigger pass_on after insert on public.words for each row execute function public.pass_on();
      create policy "members write letters" on realtime.messages for insert to authenticated
        with check (extension = 'broadcast' and realtime.topic() = '${topic('letters')}')`);
    const writer: Caller = { role: 'authenticated', claims: { role: 'authenticated', sub: ada, account: accountA } };
    const write = (id: number, room: string) =>
      scene.database.as(writer).query('insert into public.words values ($1, $2)', [id, room]);
    const allowed = await listener(await member(), 'letters', { private: true });
    const rejected = await listener(await member(), 'closed', { private: true });
    await write(1, topic('closed'));
    await write(2, topic('letters'));
    await expect.poll(() => allowed.heard.map((message) => message.event), WAIT).toEqual(['sent', 'bytes', 'changed']);
    expect(allowed.heard[0]?.payload).toEqual({ id: expect.any(String), n: 2 });
    const replayed = await latecomer('letters', { since: 0 });
    await expect
      .poll(() => replayed.map((message) => [message.event, message.meta?.replayed]), WAIT)
      .toEqual([
        ['sent', true],
        ['bytes', true],
        ['changed', true],
      ]);
    // A message the writer's policies reject is not sent, and the row is written all the same.
    expect(rejected.heard).toEqual([]);
    expect(await scene.sql.query('select id from public.words order by id')).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('is not undone by a message that can not be sent', async () => {
    await scene.sql.transaction(async (tx) => {
      await tx.query('select realtime.send($1::jsonb, $2, $3)', ['{}', 'e', 'x'.repeat(600)]);
      await tx.query(`insert into public.quiet values (77)`);
    });
    expect(await scene.sql.query('select 1 from public.quiet where id = 77')).toHaveLength(1);
  });
});

it('old rows are cleared away', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const otherScene = await openScene();
  try {
    await otherScene.sql.query(`
      insert into realtime.messages (topic, extension, event, private, inserted_at, expires_at) values
        ('t', 'broadcast', 'old', true, now() - interval '73 hours', null),
        ('t', 'broadcast', 'young', true, now() - interval '71 hours', null),
        ('t', 'broadcast', 'expired', true, now(), now() - interval '1 second'),
        ('t', 'broadcast', 'to expire', true, now(), now() + interval '1 hour');
      insert into realtime.bus_messages (body, sent_at) values ('old', now() - interval '6 minutes'), ('young', now());
      insert into realtime.changes (transaction_id, schema_name, table_name, operation, key, committed_at)
        values ('1', 's', 't', 'INSERT', '{}', now() - interval '6 minutes'), ('2', 's', 't', 'INSERT', '{}', now())`);
    await vi.advanceTimersByTimeAsync(61_000);
    const left = async (text: string) =>
      (await otherScene.sql.query<{ name: string }>(text)).map((row) => row.name).sort();
    await expect.poll(() => left('select event as name from realtime.messages'), WAIT).toEqual(['to expire', 'young']);
    await expect.poll(() => left('select body as name from realtime.bus_messages'), WAIT).toEqual(['young']);
    await expect.poll(() => left('select transaction_id as name from realtime.changes'), WAIT).toEqual(['2']);
  } finally {
    vi.useRealTimers();
    await otherScene.close();
  }
});
