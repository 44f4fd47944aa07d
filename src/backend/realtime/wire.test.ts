import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLog } from '#base/server/log.ts';
import { createTokens } from '#base/server/tokens.ts';
import {
  accountA,
  accountB,
  ada,
  bob,
  listener,
  openScene,
  type Scene,
  subscribed,
  type Vsn,
} from '#tests/db/realtime-wire.ts';
import { createRealtime } from './realtime.ts';

let scene: Scene;
let adaToken: string;
let bobToken: string;

beforeAll(async () => {
  scene = await openScene();
  adaToken = await scene.tokenOf(ada, accountA);
  bobToken = await scene.tokenOf(bob, accountB);
});
afterAll(() => scene.close());

const versions: Vsn[] = ['1.0.0', '2.0.0'];

// https://supabase.com/docs/guides/realtime/broadcast
describe.each(versions)('broadcast, protocol %s', (vsn) => {
  it('reaches everyone in the topic but the sender', async () => {
    const first = await listener(await scene.connect({ vsn }), 'room');
    const two = await listener(await scene.connect({ vsn }), 'room');
    const outsider = await listener(await scene.connect({ vsn }), 'another');
    expect(first.status).toBe('SUBSCRIBED');
    const payload = { text: 'Grüße 🙂', __proto__x: 1 };
    expect(await first.channel.send({ type: 'broadcast', event: 'said', payload })).toBe('ok');
    await expect.poll(() => two.heard).toEqual([{ event: 'said', payload }]);
    expect([first.heard, outsider.heard]).toEqual([[], []]);
  });

  it('comes back to the sender who asks for it, and is acknowledged', async () => {
    const { channel, heard: received } = await listener(await scene.connect({ vsn }), 'mirror', {
      broadcast: { self: true, ack: true },
    });
    expect(await channel.send({ type: 'broadcast', event: 'said', payload: { a: 1 } })).toBe('ok');
    await expect.poll(() => received).toEqual([{ event: 'said', payload: { a: 1 } }]);
  });

  it('is two topics where two accounts use one name', async () => {
    const inAccountA = await listener(await scene.connect({ vsn, account: accountA }), 'room');
    const long = await listener(await scene.connect({ vsn, account: accountA }), `room:${accountA}`);
    const inAccountB = await listener(await scene.connect({ vsn, account: accountB }), 'room');
    const foreign = await listener(await scene.connect({ vsn, account: accountB }), `room:${accountA}`);
    await inAccountA.channel.send({ type: 'broadcast', event: 'said', payload: {} });
    await expect.poll(() => long.heard.length).toBe(1);
    expect([inAccountB.heard, foreign.heard]).toEqual([[], []]);
  });

  it('goes over HTTP in a batch and alone', async () => {
    const { heard: received } = await listener(await scene.connect({ vsn, account: accountA }), 'news');
    const sender = (await scene.connect({ vsn, account: accountA })).channel('news');
    // The client warns that it will drop this behaviour.
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(await sender.send({ type: 'broadcast', event: 'batch', payload: { n: 1 } })).toBe('ok');
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
    expect(await sender.httpSend('alone', { n: 2 })).toEqual({ success: true });
    await expect
      .poll(() => received)
      .toEqual([
        { event: 'batch', payload: { n: 1 } },
        { event: 'alone', payload: { n: 2 } },
      ]);
  });
});

it('carries bytes between clients of version 2 and leaves those of version 1 alone', async () => {
  const old = await listener(await scene.connect({ vsn: '1.0.0' }), 'bytes');
  const two = await listener(await scene.connect(), 'bytes');
  const first = await listener(await scene.connect(), 'bytes');
  const payload = new Uint8Array([0, 255, 1]).buffer;
  await first.channel.send({ type: 'broadcast', event: 'raw', payload });
  await first.channel.send({ type: 'broadcast', event: 'end', payload: {} });
  await expect.poll(() => old.heard).toEqual([{ event: 'end', payload: {} }]);
  expect(Buffer.from(two.heard[0]?.payload as ArrayBuffer)).toEqual(Buffer.from([0, 255, 1]));
});

// https://supabase.com/docs/guides/realtime/presence
describe.each(versions)('presence, protocol %s', (vsn) => {
  it('shows who is there, who comes and who goes', async () => {
    const first = (await scene.connect({ vsn })).channel('hall', { config: { presence: { key: 'ada' } } });
    const events: string[] = [];
    first.on('presence', { event: 'join' }, ({ key, newPresences }) => events.push(`+${key} ${newPresences[0]?.mood}`));
    first.on('presence', { event: 'leave' }, ({ key, leftPresences }) =>
      events.push(`-${key} ${leftPresences[0]?.mood}`),
    );
    expect(await subscribed(first)).toBe('SUBSCRIBED');
    expect(await first.track({ mood: 'glad' })).toBe('ok');
    await expect.poll(() => events).toEqual(['+ada glad']);

    const client = await scene.connect({ vsn });
    const second = client.channel('hall', { config: { presence: { key: '__proto__' } } });
    let synced = 0;
    second.on('presence', { event: 'sync' }, () => synced++);
    expect(await subscribed(second)).toBe('SUBSCRIBED');
    await expect.poll(() => synced).toBe(1);
    expect(second.presenceState()).toMatchObject({ ada: [{ mood: 'glad', presence_ref: expect.any(String) }] });

    await second.track({ mood: 'new' });
    await expect.poll(() => events).toEqual(['+ada glad', '+__proto__ new']);
    await first.track({ mood: 'tired' });
    await expect.poll(() => events.slice(2)).toEqual(['+ada tired', '-ada glad']);
    await client.disconnect();
    await expect.poll(() => events.slice(4)).toEqual(['-__proto__ new']);
    expect(await first.untrack()).toBe('ok');
    await expect.poll(() => Object.keys(first.presenceState())).toEqual([]);
  });
});

// https://supabase.com/docs/guides/realtime/authorization
describe('private channels', () => {
  const join = async (options: Parameters<Scene['connect']>[0], topic: string) =>
    await listener(await scene.connect(options), topic, { private: true, broadcast: { ack: true } });

  it('are for those the policies let in, by the short and by the long name', async () => {
    for (const topic of ['onlineUsers', `onlineUsers:${accountA}`]) {
      expect((await join({ token: adaToken, account: accountA }, topic)).status).toBe('SUBSCRIBED');
    }
  });

  it.each([
    ['a visitor', () => undefined, accountA, 'onlineUsers'],
    ['a stranger on this host', () => bobToken, accountA, 'onlineUsers'],
    ['a stranger who names the account', () => bobToken, accountB, `onlineUsers:${accountA}`],
    ['a member on another host', () => adaToken, accountB, 'onlineUsers'],
  ])('refuse %s', async (_, token, account, topic) => {
    const { status } = await join({ token: token(), account }, topic);
    expect(status).toBe(
      `CHANNEL_ERROR: Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
    );
  });

  it('let members be present where they may, and speak where they may', async () => {
    const online = await join({ token: adaToken, account: accountA }, 'onlineUsers');
    const witness = await join({ token: adaToken, account: accountA }, 'onlineUsers');
    expect(await online.channel.track({ device_id: 'd1' })).toBe('ok');
    const result = await online.channel.send({ type: 'broadcast', event: 'notification', payload: {} });
    expect(result).toBe('error');
    const overHttp = (await scene.connect({ token: adaToken, account: accountA })).channel('onlineUsers', {
      config: { private: true },
    });
    await expect(overHttp.httpSend('notification', {})).rejects.toThrow('permission');
    // The client warns that this method is deprecated.

    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    expect(await overHttp.send({ type: 'broadcast', event: 'notification', payload: {} })).toBe('ok');
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();

    const chat = await join({ token: adaToken, account: accountA }, 'chat');
    const reader = await join({ token: adaToken, account: accountA }, 'chat');
    expect(await chat.channel.send({ type: 'broadcast', event: 'said', payload: { n: 1 } })).toBe('ok');
    expect(await chat.channel.track({})).toBe('error');
    await expect.poll(() => reader.heard).toEqual([{ event: 'said', payload: { n: 1 } }]);
    expect(witness.heard).toEqual([]);
  });

  it('hear what the server says, and no public channel of that name does', async () => {
    const member = await join({ token: adaToken, account: accountA }, 'onlineUsers');
    const listening = await listener(await scene.connect({ account: accountA }), 'onlineUsers');
    await scene.realtime.broadcast(`onlineUsers:${accountA}`, 'notification', { id: 7 });
    await expect.poll(() => member.heard).toEqual([{ event: 'notification', payload: { id: 7 } }]);
    expect(listening.heard).toEqual([]);
  });

  it('receive what SQL sends once it is committed, long or short, and nothing of what is rolled back', async () => {
    const { heard: received } = await join({ token: adaToken, account: accountA }, 'onlineUsers');
    const send = 'select realtime.send($1::jsonb, $2, $3)';
    const topic = `onlineUsers:${accountA}`;
    const long = { text: 'ü'.repeat(9000) };
    await expect(
      scene.sql.transaction(async (tx) => {
        await tx.query(send, ['{}', 'undone', topic]);
        throw new Error('never mind');
      }),
    ).rejects.toThrow('never mind');
    await scene.sql.transaction(async (tx) => {
      await tx.query(send, [JSON.stringify(long), 'long', topic]);
      await tx.query(send, ['{"n":2}', 'short', topic]);
    });
    await expect.poll(() => received.map((first) => first.event).sort()).toEqual(['long', 'short']);
    expect(received.find((first) => first.event === 'long')?.payload).toEqual({ id: expect.any(String), ...long });
  });

  it('receive what another process sends', async () => {
    const member = await join({ token: adaToken, account: accountA }, 'onlineUsers');
    const { realtime, database } = scene;
    const outsider = createRealtime({
      database,
      tokens: createTokens('another process, another secret, long enough'),
      log: silentLog,
      scopeOf: async () => null,
    });
    await outsider.broadcast(`onlineUsers:${accountA}`, 'from afar', {});
    await expect.poll(() => member.heard.map((first) => first.event)).toEqual(['from afar']);
    await outsider.close();
    await realtime.broadcast(`onlineUsers:${accountA}`, 'from here', {});
    await expect.poll(() => member.heard.map((first) => first.event)).toEqual(['from afar', 'from here']);
  });

  it('leave no trace of the rights check', async () => {
    const before = await scene.sql.query('select 1 from realtime.messages');
    await join({ token: adaToken, account: accountA }, 'chat');
    expect((await scene.sql.query('select 1 from realtime.messages')).length).toBe(before.length);
  });
});

describe('tokens', () => {
  const closedBy = (channel: Awaited<ReturnType<typeof listener>>['channel']) => {
    const messages: string[] = [];
    channel.on('system', {}, (payload: { message: string }) => messages.push(payload.message));
    return messages;
  };

  it('that expire close their channels', async () => {
    const client = await scene.connect({ token: await scene.tokenOf(ada, accountA, 2), account: accountA });
    const { channel, status } = await listener(client, 'onlineUsers', { private: true });
    const messages = closedBy(channel);
    expect(status).toBe('SUBSCRIBED');
    await expect.poll(() => channel.state, { timeout: 10_000 }).toBe('closed');
    expect(messages).toEqual(['Token has expired 0 seconds ago']);
  });

  it('that are renewed keep them, and those that are worth less close them', async () => {
    const client = await scene.connect({ token: await scene.tokenOf(ada, accountA, 2), account: accountA });
    const { channel, heard: received } = await listener(client, 'onlineUsers', { private: true });
    const messages = closedBy(channel);
    await client.setAuth(adaToken);
    await scene.realtime.broadcast(`onlineUsers:${accountA}`, 'still', {});
    await expect.poll(() => received.map((first) => first.event)).toEqual(['still']);
    await client.setAuth(bobToken);
    await expect.poll(() => channel.state).toBe('closed');
    expect(messages).toEqual(['You no longer have permission to read from this Channel topic: onlineUsers']);
  });

  it.each(['not a token', ''])('that are none are refused at the join: %j', async (token) => {
    const client = await scene.connect();
    const channel = client.channel('room');
    channel.updateJoinPayload({ access_token: token });
    const status = await listenerStatus(channel, token);
    expect(status).toBe(
      token === '' ? 'SUBSCRIBED' : 'CHANNEL_ERROR: MalformedJWT: The token provided is not a valid JWT',
    );
  });

  async function listenerStatus(channel: Parameters<typeof subscribed>[0], token: string): Promise<string> {
    channel.socket.accessTokenValue = token;
    return subscribed(channel);
  }
});
