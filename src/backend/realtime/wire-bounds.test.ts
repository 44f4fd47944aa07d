import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { silentLog } from '#base/server/log.ts';
import { accountA, ada, openScene, type Scene, talker, WAIT } from '#tests/db/realtime-wire.ts';

// https://supabase.com/docs/guides/realtime/limits and https://supabase.com/docs/guides/realtime/error_codes
let scene: Scene;
/** Stands still: after a rest twice a second's worth passes at once, and then nothing. */
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
const refused = (reason: string) => ({ status: 'error', response: { reason } });
type Talker = Awaited<ReturnType<typeof talker>>;

/** Joined to a room; `speak` and `show` resolve to the answer, or to the sentence that ended the channel. */
async function member(query: string, topic = 'realtime:room') {
  const one = await talker(scene, query);
  expect((await one.ask(topic, 'phx_join', ack)).status).toBe('ok');
  const answer = async (ref: string) => {
    const find = () => one.said.find((said) => (said.ref === ref && said.event === 'phx_reply') || isBreach(said));
    await expect.poll(find, WAIT).toBeDefined();
    const said = find();
    return said?.event === 'system' ? said.payload.message : said?.payload;
  };
  const isBreach = ({ event, payload }: Talker['said'][number]) => event === 'system' && payload.status === 'error';
  return {
    ...one,
    speak: (payload: unknown = {}) => answer(one.say(topic, 'broadcast', { event: 'e', payload }, '1')),
    show: (payload: unknown) => answer(one.say(topic, 'presence', { event: 'track', payload }, '1')),
    closed: () => expect.poll(() => one.said.some((said) => said.event === 'phx_close'), WAIT).toBe(true),
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
    const tooMany = refused('ConnectionRateLimitReached: Too many connected users');
    expect(await third.ask('realtime:a', 'phx_join', {})).toEqual(tooMany);
    const other = await talker(scene, newAccount());
    expect((await other.ask('realtime:a', 'phx_join', {})).status).toBe('ok');
    first.socket.close();
    await once(first.socket, 'close');
    await expect.poll(async () => (await third.ask('realtime:a', 'phx_join', {})).status, WAIT).toBe('ok');
  });

  it('of a socket in a moment', async () => {
    const one = await talker(scene, newAccount());
    const tooMany = refused('ClientJoinRateLimitReached: Too many joins per second');
    for (let count = 0; count < 4; count++) {
      expect((await one.ask('realtime:a', 'phx_join', {})).status).toBe('ok');
    }
    expect(await one.ask('realtime:a', 'phx_join', {})).toEqual(tooMany);
    now += 500;
    expect((await one.ask('realtime:a', 'phx_join', {})).status).toBe('ok');
    expect(await one.ask('realtime:a', 'phx_join', {})).toEqual(tooMany);
  });

  it('of an account in a moment', async () => {
    const account = newAccount();
    const [first, second] = [await talker(scene, account), await talker(scene, account)];
    for (const one of [first, second, first, second, first, second]) {
      expect((await one.ask('realtime:a', 'phx_join', {})).status).toBe('ok');
    }
    expect(await first.ask('realtime:a', 'phx_join', {})).toEqual(
      refused('ClientJoinRateLimitReached: Too many joins per second'),
    );
  });

  it('channels of a socket', async () => {
    const one = await talker(scene, newAccount());
    for (const topic of ['realtime:a', 'realtime:b', 'realtime:c']) {
      expect((await one.ask(topic, 'phx_join', {})).status).toBe('ok');
    }
    expect(await one.ask('realtime:d', 'phx_join', {})).toEqual(refused('ChannelRateLimitReached: Too many channels'));
  });

  it('row changes of a channel', async () => {
    const one = await talker(scene, newAccount());
    const asked = (count: number) => ({
      config: {
        postgres_changes: Array.from({ length: count }, () => ({ event: '*', schema: 'public', table: 'notes' })),
      },
    });
    const words = () => one.said.filter((said) => said.event === 'system').map((said) => said.payload.message);
    await one.ask('realtime:a', 'phx_join', asked(2));
    await expect.poll(words, WAIT).toEqual(['Subscribed to PostgreSQL']);
    await one.ask('realtime:b', 'phx_join', asked(3));
    await expect.poll(words, WAIT).toContain('At most 2 postgres_changes may be asked for on one channel');
  });
});

describe('messages, at the limit and one above', () => {
  it('of a socket in a moment', async () => {
    const one = await member(newAccount());
    for (let count = 0; count < 4; count++) expect(await one.speak()).toEqual(ok);
    expect(await one.speak()).toBe('Too many messages per second');
    await one.closed();
  });

  it('of an account in a moment', async () => {
    const account = newAccount();
    const [first, second] = [await member(account), await member(account)];
    for (const one of [first, second, first, second, first, second]) expect(await one.speak()).toEqual(ok);
    expect(await first.speak()).toBe('Too many messages per second');
    await first.closed();
  });

  it('in bytes', async () => {
    const one = await member(newAccount());
    // {"t":"…"} is eight bytes longer than its text.
    expect(await one.speak({ t: 'x'.repeat(992) })).toEqual(ok);
    const tooLong = { status: 'error', response: { error: 'payload_size_exceeded' } };
    expect(await one.speak({ t: 'x'.repeat(993) })).toEqual(tooLong);
    // The channel goes on.
    expect(await one.speak({ t: 'ü'.repeat(496) })).toEqual(ok);
  });

  it('over HTTP: bytes, number, and of an account in a moment', async () => {
    const account = newAccount().slice(1);
    const call = async (messages: unknown[], query = account) => {
      const address = `http://${scene.host}/realtime/v1/api/broadcast?${query}`;
      const headers = { apikey: scene.anonKey, 'content-type': 'application/json' };
      const request = new Request(address, { method: 'POST', headers, body: JSON.stringify({ messages }) });
      const answer = await scene.realtime.fetch(request);
      return [answer.status, await answer.text()] as const;
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
    const one = await member(newAccount());
    expect(await one.show({ t: 'x'.repeat(92) })).toEqual(ok);
    expect(await one.show({ t: 'x'.repeat(93) })).toBe('Track message size exceeded');
    await one.closed();
  });

  it('of a channel in a window', async () => {
    const one = await member(newAccount());
    for (let n = 0; n < 3; n++) expect(await one.show({ n })).toEqual(ok);
    now += 29_999;
    expect(await one.show({ n: 3 })).toBe('Client presence rate limit exceeded');
    await one.closed();
    const next = await member(newAccount());
    for (let n = 0; n < 3; n++) expect(await next.show({ n })).toEqual(ok);
    now += 30_000;
    expect(await next.show({ n: 3 })).toEqual(ok);
  });

  it('of an account in a moment', async () => {
    const account = newAccount();
    const [first, second] = [await member(account), await member(account)];
    for (const one of [first, second]) for (let n = 0; n < 2; n++) expect(await one.show({ n })).toEqual(ok);
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
    for (const ref of refs) await expect.poll(() => patient.said.some((said) => said.ref === ref), WAIT).toBe(true);
    const hasty = await talker(strict, `&account=${accountA}`);
    hasty.say('realtime:chat', 'phx_join', join);
    for (let count = 0; count < 5; count++) hasty.say('realtime:chat', 'phx_leave', {});
    const [code, reason] = await once(hasty.socket, 'close');
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
    const [slow, quick, speaker] = [await talker(busy), await talker(busy), await talker(busy)];
    for (const one of [slow, quick, speaker]) await one.ask('realtime:room', 'phx_join', ack);
    const db = (slow.socket as WebSocket & { _socket: Socket })._socket;
    db.pause();
    const payload = { text: 'x'.repeat(200_000) };
    const heard = counting(quick.socket);
    let spoken = 0;
    // The machine's own buffers fill first, some megabytes of them.
    while (!isCut && spoken < 1_000) {
      expect(await speaker.ask('realtime:room', 'broadcast', { event: 'e', payload }, '1')).toEqual(ok);
      spoken++;
    }
    expect(isCut).toBe(true);
    db.resume();
    const [code, reason] = await once(slow.socket, 'close');
    expect([code, String(reason)]).toEqual([1008, 'Too much is left unread.']);
    await expect.poll(heard, WAIT).toBe(spoken);
    for (const one of [quick, speaker]) one.socket.terminate();
    await busy.close();
  });
});

/** Broadcasts a socket has heard, which come as binary frames. */
function counting(socket: WebSocket): () => number {
  let count = 0;
  socket.on('message', (_, isBinary) => {
    if (isBinary) count++;
  });
  return () => count;
}
