import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accountA,
  accountB,
  ada,
  bob,
  listener,
  openScene,
  type Scene,
  subscribed,
  talker,
  WAIT,
} from '#tests/db/realtime-wire.ts';

let scene: Scene;
let adaToken: string;

beforeAll(async () => {
  scene = await openScene({ tokenRefreshMs: 0 });
  adaToken = await scene.tokenOf(ada, accountA);
});
afterAll(() => scene.close());

const signed = (claims: Record<string, unknown>, secret = 'a secret for tests, long enough for HS256') =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(secret));
const past = () => Math.floor(Date.now() / 1000) - 100;

// https://supabase.com/docs/guides/realtime/error_codes
describe('a join is refused', () => {
  type Case = [string, string, () => unknown | Promise<unknown>, RegExp | string];
  const cases: Case[] = [
    ['without a topic', 'realtime:', () => ({}), 'TopicNameRequired: You must provide a topic name'],
    ['of another service', 'room', () => ({}), 'unmatched topic'],
    [
      'with what is no token',
      'realtime:a',
      () => ({ access_token: 'not a token' }),
      'MalformedJWT: The token provided is not a valid JWT',
    ],
    [
      'with a token of another secret',
      'realtime:a',
      async () => ({ access_token: await signed({ role: 'authenticated', sub: ada }, 'another secret altogether') }),
      'JwtSignatureError: Failed to validate JWT signature',
    ],
    [
      'with an unsigned token',
      'realtime:a',
      () => ({ access_token: `${btoa('{"alg":"none"}')}.${btoa('{"role":"service_role"}')}.` }),
      /^(JwtSignatureError: Failed to validate JWT signature|MalformedJWT: The token provided is not a valid JWT)$/,
    ],
    [
      'with a token without a role',
      'realtime:a',
      async () => ({ access_token: await signed({ sub: ada }) }),
      'InvalidJWTToken: Fields `role` and `exp` are required in JWT',
    ],
    [
      'with a token that has expired',
      'realtime:a',
      async () => ({ access_token: await signed({ role: 'authenticated', sub: ada, exp: past() }) }),
      /^InvalidJWTToken: Token has expired 10\d seconds ago$/,
    ],
    [
      'to a private channel without the right to read it',
      'realtime:secret',
      () => ({ config: { private: true } }),
      'Unauthorized: You do not have permissions to read from this Channel topic: secret',
    ],
    [
      'to a private channel whose policy fails',
      'realtime:broken',
      async () => ({ access_token: await scene.tokenOf(bob, accountB), config: { private: true } }),
      'Unauthorized: You do not have permissions to read from this Channel topic: broken',
    ],
    [
      'to a public channel whose messages are to be replayed',
      'realtime:a',
      () => ({ config: { broadcast: { replay: { since: 1 } } } }),
      'UnableToReplayMessages: Replay is not allowed for public channels',
    ],
    [
      'with a replay that can not be',
      'realtime:chat',
      () => ({ access_token: adaToken, config: { private: true, broadcast: { replay: { since: 'yesterday' } } } }),
      'UnableToReplayMessages: Replay params are not valid',
    ],
    [
      'where row changes were to be waited for and are not shared',
      'realtime:a',
      () => ({
        config: {
          postgres_changes: [{ event: '*', schema: 'public', table: 'quiet' }],
          postgres_changes_options: { wait: true },
        },
      }),
      /^RealtimeDisabledForConfiguration: Unable to subscribe to changes with given parameters\. Please check Realtime is enabled for the given connect parameters: \[event: \*, schema: public, table: quiet, filters: \[\], select: nil\]$/,
    ],
  ];
  it.each(cases)('%s', async (_, topic, payload, reason) => {
    const { ask: request, socket } = await talker(scene, `&account=${accountA}`);
    const { status, response } = await request(topic, 'phx_join', await payload());
    expect(status).toBe('error');
    if (typeof reason === 'string') expect(response).toEqual({ reason });
    else expect(response.reason).toMatch(reason);
    socket.terminate();
  });
});

// https://supabase.com/docs/guides/realtime/protocol
describe('a channel', () => {
  it('answers a join with its row changes, a heartbeat, a leave, and passes over what it does not know', async () => {
    const { ask: request, say: send, said: frames, socket } = await talker(scene);
    const change = { event: '*', schema: 'public', table: 'notes', filter: 'id=gt.5' };
    const { status, response } = await request('realtime:a', 'phx_join', { config: { postgres_changes: [change] } });
    expect([status, response]).toEqual(['ok', { postgres_changes: [{ ...change, id: expect.any(Number) }] }]);
    expect(await request('phoenix', 'heartbeat', {})).toEqual({ status: 'ok', response: {} });
    send('realtime:a', 'dance', {}, '1');
    expect(await request('realtime:a', 'phx_leave', {}, '1')).toEqual({ status: 'ok', response: {} });
    await expect
      .poll(() => frames.find((frame) => frame.event === 'phx_close'))
      .toMatchObject({ topic: 'realtime:a', joinRef: '1' });
    expect(await request('realtime:a', 'broadcast', { event: 'x' }, '1')).toEqual({
      status: 'error',
      response: { reason: 'unmatched topic' },
    });
    expect(await request('realtime:b', 'phx_leave', {})).toEqual({ status: 'ok', response: {} });
    socket.terminate();
  });

  it('that is joined again takes the place of the former', async () => {
    const { ask: request, said: frames, socket } = await talker(scene);
    const otherSocket = await talker(scene);
    await otherSocket.ask('realtime:twice', 'phx_join', {});
    await request('realtime:twice', 'phx_join', {});
    await request('realtime:twice', 'phx_join', { config: { broadcast: { ack: true } } });
    expect(frames.filter((frame) => frame.event === 'phx_close').map((frame) => frame.joinRef)).toEqual(['1']);
    expect(await request('realtime:twice', 'broadcast', { event: 'old' }, '1')).toMatchObject({ status: 'error' });
    expect(await request('realtime:twice', 'broadcast', { event: 'new' }, '2')).toMatchObject({ status: 'ok' });
    socket.terminate();
    otherSocket.socket.terminate();
  });

  it('shows presence by default, and not to a client that disables it', async () => {
    const { ask: request, said: frames, socket } = await talker(scene);
    await request('realtime:unsaid', 'phx_join', {});
    await request('realtime:unwanted', 'phx_join', { config: { presence: { enabled: false } } });
    await request('phoenix', 'heartbeat', {});
    expect(frames.filter((frame) => frame.event === 'presence_state').map((frame) => frame.topic)).toEqual([
      'realtime:unsaid',
    ]);
    // Tracking also subscribes to the others' presence.
    expect(await request('realtime:unwanted', 'presence', { event: 'track', payload: { a: 1 } }, '2')).toMatchObject({
      status: 'ok',
    });
    await expect
      .poll(() => frames.filter((frame) => frame.topic === 'realtime:unwanted').map((frame) => frame.event))
      .toContain('presence_diff');
    socket.terminate();
  });

  it('uses the socket’s key where the token names a project and no user', async () => {
    const { ask: request, socket } = await talker(scene);
    expect(await request('realtime:a', 'phx_join', { access_token: 'sb_publishable_x' })).toMatchObject({
      status: 'ok',
    });
    socket.terminate();
  });

  it('reports when messages from SQL are received', async () => {
    const channel = (await scene.connect()).channel('ready', { config: { broadcast: { replication_ready: true } } });
    const systems: unknown[] = [];
    channel.on('system', {}, (payload) => systems.push(payload));
    expect(await subscribed(channel)).toBe('SUBSCRIBED');
    await expect
      .poll(() => systems)
      .toEqual([
        { extension: 'system', status: 'ok', message: 'Replication connection established', channel: 'ready' },
      ]);
  });

  it('waits for its row changes where that is requested', async () => {
    const channel = (await scene.connect({ token: adaToken, account: accountA })).channel('waits', {
      config: { postgres_changes_options: { wait: true, timeout: 5000 } },
    });
    const ids: unknown[] = [];
    channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, ({ new: row }) =>
      ids.push(row.id),
    );
    expect(await subscribed(channel)).toBe('SUBSCRIBED');
    await scene.sql.query('insert into public.notes (account_id, id, owner) values ($1, 501, $2)', [accountA, ada]);
    await expect.poll(() => ids, WAIT).toEqual([501]);
  });
});

// https://supabase.com/docs/guides/realtime/authorization
describe('a token that comes later', () => {
  const closing = async (token: string | (() => Promise<string>)) => {
    const { ask: request, say: send, said: frames, socket } = await talker(scene, `&account=${accountA}`);
    expect(
      await request('realtime:chat', 'phx_join', { access_token: adaToken, config: { private: true } }),
    ).toMatchObject({
      status: 'ok',
    });
    send('realtime:chat', 'access_token', { access_token: typeof token === 'string' ? token : await token() }, '1');
    await expect.poll(() => frames.some((frame) => frame.event === 'phx_close'), WAIT).toBe(true);
    socket.terminate();
    return frames.find((frame) => frame.event === 'system')?.payload;
  };

  it.each([
    ['is none', () => 'x.y.z', /^The token provided is not a valid JWT$/],
    ['is of another secret', () => signed({ role: 'anon' }, 'another secret altogether'), /^Failed to validate JWT/],
    ['has expired', () => signed({ role: 'anon', exp: past() }), /^Token has expired 10\d seconds ago$/],
    ['has no role', () => signed({ sub: ada }), /^Fields `role` and `exp` are required in JWT$/],
    [
      'is of somebody without the right',
      () => scene.tokenOf(bob, accountB),
      /^You no longer have permission to read from this Channel topic: chat$/,
    ],
  ])('and %s ends the channel with the reason', async (_, token, message) => {
    const payload = await closing(async () => token());
    expect(payload).toMatchObject({ extension: 'system', status: 'error', channel: 'chat' });
    expect(payload.message).toMatch(message);
  });

  it.each([[null], [7], [''], ['sb_secret_x'], [{}]])('and is %j changes nothing', async (token) => {
    const { ask: request, say: send, said: frames, socket } = await talker(scene);
    await request('realtime:open', 'phx_join', {});
    send('realtime:open', 'access_token', { access_token: token }, '1');
    await request('phoenix', 'heartbeat', {});
    expect(await request('realtime:open', 'presence', { event: 'untrack' }, '1')).toMatchObject({ status: 'ok' });
    expect(frames.some((frame) => frame.event === 'phx_close')).toBe(false);
    socket.terminate();
  });

  it('too soon after another waits, and of several the newest counts', async () => {
    let now = 0;
    const slow = await openScene({ tokenRefreshMs: 300 }, { clock: () => now });
    const token = await slow.tokenOf(ada, accountA);
    const { ask: request, say: send, said: frames, socket } = await talker(slow, `&account=${accountA}`);
    await request('realtime:chat', 'phx_join', { access_token: token, config: { private: true } });
    now += 1000;
    send('realtime:chat', 'access_token', { access_token: await slow.tokenOf(ada, accountA, 800) }, '1');
    send('realtime:chat', 'access_token', { access_token: 'passed over' }, '1');
    send('realtime:chat', 'access_token', { access_token: await slow.tokenOf(bob, accountB) }, '1');
    await expect
      .poll(() => frames.filter((frame) => frame.event === 'system').map((frame) => frame.payload.message), WAIT)
      .toEqual(['You no longer have permission to read from this Channel topic: chat']);
    socket.terminate();
    await slow.close();
  });
});

// https://supabase.com/docs/guides/realtime/broadcast
describe('a broadcast with an acknowledgement', () => {
  const joined = async (topic: string, config: object = {}) => {
    const frame = await talker(scene, `&account=${accountA}`);
    const broadcast = { ack: true };
    await frame.ask(topic, 'phx_join', { access_token: adaToken, config: { broadcast, ...config } });
    return (payload: unknown) => frame.ask(topic, 'broadcast', payload, '1');
  };

  it.each([
    ['is ok', 'realtime:open', {}, { event: 'e', payload: { a: 1 } }, 'ok', {}],
    [
      'is refused without the right',
      'realtime:onlineUsers',
      { private: true },
      { event: 'e' },
      'error',
      { error: 'unauthorized' },
    ],
    ['is refused without an event', 'realtime:open', {}, { payload: {} }, 'error', { error: 'invalid_payload' }],
    [
      'is refused with an event that is none',
      'realtime:open',
      {},
      { event: { a: 1 } },
      'error',
      { error: 'invalid_payload' },
    ],
    ['is refused with a list', 'realtime:open', {}, [1, 2], 'error', { error: 'invalid_payload' }],
  ])('%s', async (_, topic, config, payload, status, response) => {
    expect(await (await joined(topic, config))(payload)).toEqual({ status, response });
  });

  it('is sent to nobody who did not request it', async () => {
    const { ask: request, say: send, said: frames, socket } = await talker(scene);
    await request('realtime:open', 'phx_join', {});
    const ref = send('realtime:open', 'broadcast', { event: 'e', payload: {} }, '1');
    await request('phoenix', 'heartbeat', {});
    expect(frames.some((frame) => frame.ref === ref)).toBe(false);
    socket.terminate();
  });
});

// https://supabase.com/docs/guides/realtime/presence
describe('presence', () => {
  it.each([
    ['of a text', { event: 'track', payload: 'me' }, { reason: 'Presence track payload must be a map' }],
    ['of a list', { event: 'track', payload: [] }, { reason: 'Presence track payload must be a map' }],
    ['of an unknown kind', { event: 'dance' }, {}],
    ['of no kind', {}, {}],
  ])('%s is refused and the channel stays', async (_, payload, response) => {
    const { ask: request, socket } = await talker(scene);
    await request('realtime:hall', 'phx_join', {});
    expect(await request('realtime:hall', 'presence', payload, '1')).toEqual({ status: 'error', response });
    expect(await request('realtime:hall', 'presence', { event: 'TRACK', payload: {} }, '1')).toMatchObject({
      status: 'ok',
    });
    socket.terminate();
  });

  it('of one key from several sockets is several entries with references, and a change names the one before', async () => {
    const watcher = await talker(scene);
    await watcher.ask('realtime:keys', 'phx_join', {});
    const people = await Promise.all([talker(scene), talker(scene)]);
    for (const { ask: request } of people) {
      await request('realtime:keys', 'phx_join', { config: { presence: { key: 'ada' } } });
      await request('realtime:keys', 'presence', { event: 'track', payload: { device: 1, phx_ref_prev: 'mine' } }, '1');
    }
    const joins = () =>
      watcher.said
        .filter((frame) => frame.event === 'presence_diff')
        .flatMap((frame) => frame.payload.joins.ada?.metas ?? []);
    await expect.poll(() => joins().length, WAIT).toBe(2);
    expect(new Set(joins().map((meta) => meta.phx_ref)).size).toBe(2);
    expect(joins().every((meta) => meta.phx_ref_prev === undefined)).toBe(true);
    const lateClient = await talker(scene);
    await lateClient.ask('realtime:keys', 'phx_join', {});
    await expect
      .poll(() => lateClient.said.find((frame) => frame.event === 'presence_state')?.payload.ada.metas.length, WAIT)
      .toBe(2);
    await people[0]?.ask('realtime:keys', 'presence', { event: 'track', payload: { device: 2 } }, '1');
    await expect.poll(() => joins().length, WAIT).toBe(3);
    expect(joins()[2]).toMatchObject({ device: 2, phx_ref_prev: joins()[0].phx_ref });
    // Tracking the same payload again sends nothing.
    await people[0]?.ask('realtime:keys', 'presence', { event: 'track', payload: { device: 2 } }, '1');
    people[1]?.socket.terminate();
    const left = () =>
      watcher.said
        .filter((frame) => frame.event === 'presence_diff')
        .flatMap((frame) => frame.payload.leaves.ada?.metas ?? []);
    await expect.poll(() => left().map((meta) => meta.phx_ref), WAIT).toEqual([joins()[0].phx_ref, joins()[1].phx_ref]);
    expect(joins().length).toBe(3);
    for (const { socket } of [...people, watcher, lateClient]) socket.terminate();
  });

  it('is hidden from clients that may not read it, though broadcasts are not', async () => {
    await scene.sql.query(`create policy "all hear the hall" on realtime.messages for select to anon
      using (realtime.topic() = 'hall:${accountA}' and extension = 'broadcast')`);
    const visitor = await listener(await scene.connect({ account: accountA }), 'hall', {
      private: true,
      presence: { enabled: true },
    });
    expect(visitor.status).toBe('SUBSCRIBED');
    await scene.realtime.broadcast(`hall:${accountA}`, 'said', {});
    await expect.poll(() => visitor.heard.map((frame) => frame.event), WAIT).toEqual(['said']);
    expect(visitor.channel.presenceState()).toEqual({});
    expect(await visitor.channel.track({ a: 1 })).toBe('error');
  });
});
