import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { accountA, ada, listener, openScene, type Scene, subscribed } from '#tests/db/realtime-wire.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await openScene({ channels: 3, messagesPerSecond: 5, presenceBytes: 100 });
});
afterAll(() => scene.close());

async function openRaw(query = `apikey=${scene.anonKey}&vsn=2.0.0`) {
  const socket = scene.open(query);
  const frames: unknown[][] = [];
  socket.on('message', (data, isBinary) => frames.push(isBinary ? ['binary'] : JSON.parse(String(data))));
  await once(socket, 'open');
  return { socket, answers: frames };
}

describe('the door', () => {
  it.each([
    ['no key', 'vsn=1.0.0', 401],
    ['a wrong key', 'apikey=x&vsn=1.0.0', 403],
    ['an unknown protocol', 'vsn=3.0.0&apikey=', 400],
  ])('is shut to %s', async (_, query, status) => {
    const socket = scene.open(query);
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(status);
    socket.terminate();
  });

  it('is nowhere else', async () => {
    const socket = scene.open(`apikey=${scene.anonKey}`, '/realtime/v1/other');
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(404);
    socket.terminate();
  });
});

describe('what no client sends', () => {
  it('is ignored, and the socket stays open', async () => {
    const { socket, answers: frames } = await openRaw();
    const malformed = [
      '',
      '{',
      'null',
      '[]',
      '[1,2,3]',
      '{"topic":"x"}',
      '["1","1","realtime:","phx_join",{}]',
      '["1","1",7,"phx_join",{}]',
      '["1","2","realtime:a\\u0000b","phx_join",{}]',
      '["1","3","realtime:x","phx_join",{"config":7}]',
      '["1","4","realtime:x","__proto__",{}]',
      '["9","5","nowhere","broadcast",null]',
      '["1","6","realtime:x","presence",{"event":"dance"}]',
    ];
    for (const data of malformed) socket.send(data);
    for (const bytes of ['', '03', '03ffffffffff00', '00', '0300000000000178', 'ff'.repeat(50)])
      socket.send(Buffer.from(bytes, 'hex'));
    socket.send('[null,"77","phoenix","heartbeat",{}]');
    await expect.poll(() => frames.some((frame) => frame[1] === '77')).toBe(true);
    await expect.poll(() => frames.some((frame) => frame[1] === '6')).toBe(true);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  });

  it('closes the socket where it is too long', async () => {
    const { socket } = await openRaw();
    socket.send('x'.repeat((256 + 64) * 1024 + 1));
    expect((await once(socket, 'close'))[0]).toBe(1009);
  });
});

describe('limits', () => {
  it('allow so many channels on a socket', async () => {
    const client = await scene.connect();
    for (const name of ['a', 'b', 'c']) expect((await listener(client, name)).status).toBe('SUBSCRIBED');
    expect((await listener(client, 'd')).status).toBe('CHANNEL_ERROR: ChannelRateLimitReached: Too many channels');
    await client.channel('a').unsubscribe();
    expect((await listener(client, 'e')).status).toBe('SUBSCRIBED');
  });

  it('close a channel that sends too many messages', async () => {
    const { channel } = await listener(await scene.connect(), 'loud');
    const systems: string[] = [];
    channel.on('system', {}, (payload: { message: string }) => systems.push(payload.message));
    for (let count = 0; count < 30; count++) channel.send({ type: 'broadcast', event: 'x', payload: {} });
    await expect.poll(() => systems).toEqual(['Too many messages per second']);
    await expect.poll(() => channel.state).toBe('closed');
  });

  it('close a channel that sends too much presence', async () => {
    const channel = (await scene.connect()).channel('big');
    const systems: string[] = [];
    channel.on('system', {}, (payload: { message: string }) => systems.push(payload.message));
    channel.on('presence', { event: 'sync' }, () => {});
    await subscribed(channel);
    channel.track({ text: 'x'.repeat(200) });
    await expect.poll(() => systems).toEqual(['Track message size exceeded']);
  });

  it('apply to HTTP', async () => {
    const call = (body: string, headers: Record<string, string> = { apikey: scene.anonKey }) =>
      scene.realtime.fetch(
        new Request(`http://${scene.host}/realtime/v1/api/broadcast`, { method: 'POST', body, headers }),
      );
    const message = { topic: 't', event: 'e', payload: {} };
    const batch = (count: number) => JSON.stringify({ messages: Array.from({ length: count }, () => message) });
    const statuses: number[] = [];
    for (const frame of [
      call(batch(1), {}),
      call(batch(1), { apikey: 'wrong' }),
      call('{'),
      call('{"messages":[]}'),
      call(batch(101)),
      call('{"messages":[{"topic":7}]}'),
      call('x'.repeat(400_000)),
      call(batch(2)),
      call(batch(50)),
    ]) {
      statuses.push((await frame).status);
    }
    expect(statuses).toEqual([401, 401, 422, 422, 422, 422, 413, 202, 429]);
  });
});

describe('sockets', () => {
  it('that are silent are closed; a heartbeat keeps them open', async () => {
    const strict = await openScene({ silenceMs: 400 });
    const silent = strict.open(`apikey=${strict.anonKey}`);
    const alive = strict.open(`apikey=${strict.anonKey}&vsn=2.0.0`);
    await Promise.all([once(silent, 'open'), once(alive, 'open')]);
    const beat = setInterval(() => alive.send('[null,"1","phoenix","heartbeat",{}]'), 50);
    expect((await once(silent, 'close'))[0]).toBe(1006);
    expect(alive.readyState).toBe(WebSocket.OPEN);
    clearInterval(beat);
    await strict.close();
  });
});

describe('the end', () => {
  it('closes every socket with 1001, and the presence of each is removed', async () => {
    const second = await openScene();
    const client = await second.connect({ token: await second.tokenOf(ada, accountA), account: accountA });
    const { status } = await listener(client, 'onlineUsers', { private: true });
    expect(status).toBe('SUBSCRIBED');
    const socket = second.open(`apikey=${second.anonKey}`);
    await once(socket, 'open');
    const [[code]] = await Promise.all([once(socket, 'close'), second.close()]);
    expect(code).toBe(1001);
  });
});
