import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { silentLog } from '#base/server/log.ts';
import { accountA, ada, openScene, type Scene, talker, WAIT } from '#tests/db/realtime-wire.ts';

// https://supabase.com/docs/guides/realtime/limits and https://supabase.com/docs/guides/realtime/error_codes
let scene: Scene;
/** A frozen clock: a burst of twice a second's limit passes, and then nothing. */
let now = 0;
let lastAccount = 0;

beforeAll(async () => {
  scene = await openScene(
    {
      channels: 3,
      joinsPerSecond: 2,
      messagesPerSecond: 2,
      messageBytes: 1_000,
      presenceCalls: 3,
      presenceBytes: 100,
      changesPerChannel: 2,
      accountSockets: 2,
      accountJoinsPerSecond: 3,
      accountMessagesPerSecond: 3,
      accountPresencePerSecond: 2,
    },
    { clock: () => now },
  );
});
afterAll(() => scene.close());

const newAccount = () => `&account=account-${++lastAccount}`;
const ack = { config: { broadcast: { ack: true } } };
const ok = { status: 'ok', response: {} };
const errorReply = (reason: string) => ({ status: 'error', response: { reason } });
type Talker = Awaited<ReturnType<typeof talker>>;

/** A client joined to a topic; `speak` and `show` resolve to the reply, or to the sentence that closed the channel. */
async function member(query: string, topic = 'realtime:room') {
  const client = await talker(scene, query);
  expect((await client.ask(topic, 'phx_join', ack)).status).toBe('ok');
  const reply = async (ref: string) => {
    const find = () =>
      client.said.find((frame) => (frame.ref === ref && frame.event === 'phx_reply') || isBreach(frame));
    await expect.poll(find, WAIT).toBeDefined();
    const frame = find();
    return frame?.event === 'system' ? frame.payload.message : frame?.payload;
  };
  const isBreach = ({ event, payload }: Talker['said'][number]) => event === 'system' && payload.status === 'error';
  return {
    ...client,
    speak: (payload: unknown = {}) => reply(client.say(topic, 'broadcast', { event: 'e', payload }, '1')),
    show: (payload: unknown) => reply(client.say(topic, 'presence', { event: 'track', payload }, '1')),
    closed: () => expect.poll(() => client.said.some((frame) => frame.event === 'phx_close'), WAIT).toBe(true),
  };
}

describe('joins, at the limit and one above', () => {
  it('sockets of an account', async () => {
    const account = newAccount();
    const [first, second, third] = [
      await talker(scene, account),
      await talker(scene, account),
      await talker(scene, account),
    ];
    expect((await first.ask('realtime:a', 'phx_join', {})).status).toBe('ok');
    expect((await second.ask('realtime:a', 'phx_join', {})).status).toBe('ok');
    const tooMany = errorReply('ConnectionRateLimitReached: Too many connected users');
    expect(await third.ask('realtime:a', 'phx_join', {})).toEqual(tooMany);
    const otherAccountClient = await talker(scene, newAccount());
    expect((await otherAccountClient.ask('realtime:a', 'phx_join', {})).status).toBe('ok');
    first.socket.close();
    await once(first.socket, 'close');
    await expect.poll(async () => (await third.ask('realtime:a', 'phx_join', {})).status, WAIT).toBe('ok');
  });

  it('of a socket in a moment', async () => {
    const client = await talker(scene, newAccount());
    const tooMany = errorReply('ClientJoinRateLimitReached: Too many joins per second');
    for (let count = 0; count < 4; count++) {
      expect((await client.ask('realtime:a', 'phx_join', {})).status).toBe('ok');
    }
    expect(await client.ask('realtime:a', 'phx_join', {})).toEqual(tooMany);
    now += 500;
    expect((await client.ask('realtime:a', 'phx_join', {})).status).toBe('ok');
    expect(await client.ask('realtime:a', 'phx_join', {})).toEqual(tooMany);
  });

  it('of an account in a moment', async () => {
    const account = newAccount();
    const [first, second] = [await talker(scene, account), await talker(scene, account)];
    for (const client of [first, second, first, second, first, second]) {
      expect((await client.ask('realtime:a', 'phx_join', {})).status).toBe('ok');
    }
    expect(await first.ask('realtime:a', 'phx_join', {})).toEqual(
      errorReply('ClientJoinRateLimitReached: Too many joins per second'),
    );
  });

  it('channels of a socket', async () => {
    const client = await talker(scene, newAccount());
    for (const topic of ['realtime:a', 'realtime:b', 'realtime:c']) {
      expect((await client.ask(topic, 'phx_join', {})).status).toBe('ok');
    }
    expect(await client.ask('realtime:d', 'phx_join', {})).toEqual(
      errorReply('ChannelRateLimitReached: Too many channels'),
    );
  });

  it('row changes of a channel', async () => {
    const client = await talker(scene, newAccount());
    const config = (count: number) => ({
      config: {
        postgres_changes: Array.from({ length: count }, () => ({ event: '*', schema: 'public', table: 'notes' })),
      },
    });
    const systemMessages = () =>
      client.said.filter((frame) => frame.event === 'system').map((frame) => frame.payload.message);
    await client.ask('realtime:a', 'phx_join', config(2));
    await expect.poll(systemMessages, WAIT).toEqual(['Subscribed to PostgreSQL']);
    await client.ask('realtime:b', 'phx_join', config(3));
    await expect.poll(systemMessages, WAIT).toContain('At most 2 postgres_changes may be asked for on one channel');
  });
});

describe('messages, at the limit and one above', () => {
  it('of a socket in a moment', async () => {
    const client = await member(newAccount());
    for (let count = 0; count < 4; count++) expect(await client.speak()).toEqual(ok);
    expect(await client.speak()).toBe('Too many messages per second');
    await client.closed();
  });

  it('of an account in a moment', async () => {
    const account = newAccount();
    const [first, second] = [await member(account), await member(account)];
    for (const client of [first, second, first, second, first, second]) expect(await client.speak()).toEqual(ok);
    expect(await first.speak()).toBe('Too many messages per second');
    await first.closed();
  });

  it('in bytes', async () => {
    const client = await member(newAccount());
    // {"t":"…"} adds eight bytes to the text.
    expect(await client.speak({ t: 'x'.repeat(992) })).toEqual(ok);
    const tooLong = { status: 'error', response: { error: 'payload_size_exceeded' } };
    expect(await client.speak({ t: 'x'.repeat(993) })).toEqual(tooLong);
    // The channel stays open.
    expect(await client.speak({ t: 'ü'.repeat(496) })).toEqual(ok);
  });

  it('over HTTP: bytes, number, and of an account in a moment', async () => {
    const account = newAccount().slice(1);
    const call = async (messages: unknown[], query = account) => {
      const address = `http://${scene.host}/realtime/v1/api/broadcast?${query}`;
      const headers = { apikey: scene.anonKey, 'content-type': 'application/json' };
      const request = new Request(address, { method: 'POST', headers, body: JSON.stringify({ messages }) });
      const reply = await scene.realtime.fetch(request);
      return [reply.status, await reply.text()] as const;
    };
    const message = (text = '') => ({ topic: 'room', event: 'e', payload: { t: text } });
    now += 10_000;
    expect((await call([message('x'.repeat(992))]))[0]).toBe(202);
    expect((await call([message('x'.repeat(993))]))[0]).toBe(422);
    expect((await call(Array.from({ length: 101 }, () => message())))[0]).toBe(422);
    expect((await call(Array.from({ length: 3 }, () => message())))[0]).toBe(202);
    const [status, text] = await call([message()]);
    expect(status).toBe(429);
    expect(text).toBe('{"message":"You have exceeded your rate limit"}');
  });
});

describe('presence, at the limit and one above', () => {
  it('in bytes', async () => {
    const client = await member(newAccount());
    expect(await client.show({ t: 'x'.repeat(92) })).toEqual(ok);
    expect(await client.show({ t: 'x'.repeat(93) })).toBe('Track message size exceeded');
    await client.closed();
  });

  it('of a channel in a window', async () => {
    const client = await member(newAccount());
    for (let n = 0; n < 3; n++) expect(await client.show({ n })).toEqual(ok);
    now += 29_999;
    expect(await client.show({ n: 3 })).toBe('Client presence rate limit exceeded');
    await client.closed();
    const next = await member(newAccount());
    for (let n = 0; n < 3; n++) expect(await next.show({ n })).toEqual(ok);
    now += 30_000;
    expect(await next.show({ n: 3 })).toEqual(ok);
  });

  it('of an account in a moment', async () => {
    const account = newAccount();
    const [first, second] = [await member(account), await member(account)];
    for (const client of [first, second]) for (let n = 0; n < 2; n++) expect(await client.show({ n })).toEqual(ok);
    expect(await first.show({ n: 2 })).toBe('Too many presence messages per second');
    await first.closed();
  });
});

describe('a process', () => {
  it('holds so many sockets, and says when to try again', async () => {
    const small = await openScene({ sockets: 1 });
    const { socket } = await talker(small);
    const next = small.open(`apikey=${small.anonKey}`);
    const [, response] = await once(next, 'unexpected-response');
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
    next.terminate();
    socket.terminate();
    await small.close();
  });

  it('lets so many messages wait behind one that takes long', async () => {
    const strict = await openScene({ waiting: 5 });
    const token = await strict.tokenOf(ada, accountA);
    const join = { access_token: token, config: { private: true } };
    const patient = await talker(strict, `&account=${accountA}`);
    patient.say('realtime:chat', 'phx_join', join);
    const refs = [1, 2, 3, 4].map(() => patient.say('realtime:chat', 'phx_leave', {}));
    for (const ref of refs) await expect.poll(() => patient.said.some((frame) => frame.ref === ref), WAIT).toBe(true);
    const impatient = await talker(strict, `&account=${accountA}`);
    impatient.say('realtime:chat', 'phx_join', join);
    for (let count = 0; count < 5; count++) impatient.say('realtime:chat', 'phx_leave', {});
    const [code, reason] = await once(impatient.socket, 'close');
    expect([code, String(reason)]).toEqual([1008, 'Too many messages are waiting.']);
    patient.socket.terminate();
    await strict.close();
  });

  it('cuts off a reader who leaves too much unread, while others hear everything', async () => {
    let isCut = false;
    const log = {
      ...silentLog,
      warn: (_: object, message: string) => {
        if (message.includes('reads too slowly')) isCut = true;
      },
    };
    const unreadBytes = 1024 * 1024;
    const busy = await openScene({ unreadBytes, messagesPerSecond: 10_000 }, { log });
    const [slow, quick, sender] = [await talker(busy), await talker(busy), await talker(busy)];
    for (const client of [slow, quick, sender]) await client.ask('realtime:room', 'phx_join', ack);
    const db = (slow.socket as WebSocket & { _socket: Socket })._socket;
    db.pause();
    const payload = { text: 'x'.repeat(200_000) };
    const received = counting(quick.socket);
    let sentCount = 0;
    // The operating system's own buffers fill first, some megabytes.
    while (!isCut && sentCount < 1_000) {
      expect(await sender.ask('realtime:room', 'broadcast', { event: 'e', payload }, '1')).toEqual(ok);
      sentCount++;
    }
    expect(isCut).toBe(true);
    db.resume();
    const [code, reason] = await once(slow.socket, 'close');
    expect([code, String(reason)]).toEqual([1008, 'Too much is left unread.']);
    await expect.poll(received, WAIT).toBe(sentCount);
    for (const client of [quick, sender]) client.socket.terminate();
    await busy.close();
  });
});

/** Counts the broadcasts a socket receives, which come as binary frames. */
function counting(socket: WebSocket): () => number {
  let count = 0;
  socket.on('message', (_, isBinary) => {
    if (isBinary) count++;
  });
  return () => count;
}
