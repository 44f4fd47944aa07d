import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openScene, type Scene, talker, WAIT } from '#tests/db/realtime-wire.ts';
import { generated } from '#tests/long.ts';

let scene: Scene;

beforeAll(async () => {
  const plenty = 1_000_000;
  scene = await openScene({
    messagesPerSecond: plenty,
    accountMessagesPerSecond: plenty,
    joinsPerSecond: plenty,
    accountJoinsPerSecond: plenty,
    presenceCalls: plenty,
    accountPresencePerSecond: plenty,
    waiting: plenty,
  });
});
afterAll(() => scene.close());

const EVENTS = [
  'phx_join',
  'phx_leave',
  'broadcast',
  'presence',
  'access_token',
  'heartbeat',
  'constructor',
  '__proto__',
];
const TOPICS = ['realtime:a', 'realtime:b', 'realtime:__proto__', 'realtime:%', 'phoenix', 'realtime:', 'x'];
const text = (value: unknown) => JSON.stringify(value);

/** Almost valid objects, written as text so that `__proto__` is a key like any other. */
const payload = fc.oneof(
  fc.jsonValue().map(text),
  fc.constantFrom(
    '{"__proto__":{"polluted":true},"event":"e","payload":{"__proto__":{"polluted":true}}}',
    '{"constructor":{"prototype":{"polluted":true}},"event":"track","payload":{"constructor":{"prototype":{"polluted":true}}}}',
    '{"config":{"__proto__":{"private":true},"presence":{"key":"__proto__","enabled":true}}}',
    '{"config":{"broadcast":{"ack":true,"self":true,"replay":[]},"presence":{"key":{}},"private":"yes"}}',
    '{"config":{"postgres_changes":[{"event":"*","schema":"__proto__","table":"constructor"}]}}',
    '{"event":"track","payload":{"__proto__":{"a":1},"phx_ref":"mine","phx_ref_prev":7}}',
    '{"event":"track","payload":{"toString":1,"metas":[]}}',
    '{"access_token":7}',
    '{"access_token":"a.b.c"}',
  ),
  fc
    .record({
      broadcast: fc.jsonValue(),
      presence: fc.jsonValue(),
      postgres_changes: fc.jsonValue(),
      private: fc.jsonValue(),
    })
    .map((config) => text({ config })),
  fc.record({ event: fc.jsonValue(), payload: fc.jsonValue(), persist: fc.jsonValue() }).map(text),
);
const reference = fc.oneof(fc.constantFrom('"1"', 'null', '7', '{}', '[]', 'true', '1e400'), fc.string().map(text));
const frame = fc
  .tuple(
    reference,
    reference,
    fc.oneof(fc.constantFrom(...TOPICS), fc.string()).map(text),
    fc.oneof(fc.constantFrom(...EVENTS), fc.string()).map(text),
    payload,
  )
  .map((parts) => `[${parts.join()}]`);
/** Kind, five lengths, encoding, then arbitrary bytes. */
const binary = fc
  .tuple(
    fc.constantFrom(0, 1, 2, 3, 4, 255),
    fc.uint8Array({ minLength: 5, maxLength: 5 }),
    fc.constantFrom(0, 1, 2),
    fc.uint8Array({ maxLength: 400 }),
  )
  .map(([kind, lengths, encoding, rest]) => Buffer.from([kind, ...lengths, encoding, ...rest]));

let lastHeartbeat = 0;

/** The socket is open and responds, and no prototype was polluted. */
async function expectHealthy({ socket, said: frames }: Awaited<ReturnType<typeof talker>>): Promise<void> {
  const ref = `beat-${++lastHeartbeat}`;
  socket.send(text([null, ref, 'phoenix', 'heartbeat', {}]));
  await expect
    .poll(() => frames.find((client) => client.ref === ref)?.payload, { ...WAIT, interval: 5 })
    .toEqual({ status: 'ok', response: {} });
  expect(socket.readyState).toBe(WebSocket.OPEN);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
}

describe('whatever is said', () => {
  it('in messages of any kind, the socket lives and others are not troubled', async () => {
    const bystander = await talker(scene);
    await bystander.ask('realtime:quiet', 'phx_join', { config: { broadcast: { ack: true } } });
    const client = await talker(scene);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(frame, frame, frame, binary, fc.string()), { maxLength: 30 }),
        async (messages) => {
          for (const message of messages) client.socket.send(message);
          await expectHealthy(client);
        },
      ),
      // Shrinking a failure would take longer than the test may.
      { ...generated(200), endOnFailure: true },
    );
    expect(await bystander.ask('realtime:quiet', 'broadcast', { event: 'e' }, '1')).toEqual({
      status: 'ok',
      response: {},
    });
    expect(
      bystander.said.filter((frames) => frames.event !== 'phx_reply' && frames.event !== 'presence_state'),
    ).toEqual([]);
    for (const { socket } of [client, bystander]) socket.terminate();
  });

  it('as deep as a message can be, it is answered', async () => {
    const client = await talker(scene);
    const deep = (brackets: number) => `${'['.repeat(brackets)}${']'.repeat(brackets)}`;
    const send = async (topic: string, event: string, body: string) => {
      const ref = `deep-${topic}-${event}-${body.length}`;
      client.socket.send(text(['1', ref, topic, event, '@']).replace('"@"', () => body));
      await expect.poll(() => client.said.some((frames) => frames.ref === ref), WAIT).toBe(true);
      return client.said.find((frames) => frames.ref === ref)?.payload.status;
    };
    await client.ask('realtime:a', 'phx_join', { config: { broadcast: { ack: true } } });
    expect(await send('realtime:a', 'broadcast', `{"event":"e","payload":${deep(120_000)}}`)).toMatch(/^(ok|error)$/);
    expect(await send('realtime:a', 'presence', `{"event":"track","payload":{"a":${deep(120_000)}}}`)).toMatch(
      /^(ok|error)$/,
    );
    expect(await send('realtime:b', 'phx_join', `{"config":${deep(120_000)}}`)).toMatch(/^(ok|error)$/);
    expect(
      await send('realtime:c', 'phx_join', `{"config":{"postgres_changes":[{"event":${deep(120_000)}}]}}`),
    ).toMatch(/^(ok|error)$/);
    await expectHealthy(client);
    client.socket.terminate();
  });

  it('that is no message of a websocket ends that socket alone, by its published code', async () => {
    const bystander = await talker(scene);
    const codes: number[] = [];
    const wireOf = (socket: WebSocket) => (socket as WebSocket & { _socket: { write(bytes: Buffer): void } })._socket;
    // Not masked; a reserved bit; an unknown kind; a control frame in pieces; text that is not UTF-8: RFC 6455 §5, §7.4.1.
    for (const bytes of ['8101 78', 'c180 00000000', '8380 00000000', '0980 00000000', '8181 00000000 ff']) {
      const { socket } = await talker(scene);
      const closed = once(socket, 'close');
      wireOf(socket).write(Buffer.from(bytes.replaceAll(' ', ''), 'hex'));
      codes.push((await closed)[0]);
    }
    expect(codes).toEqual([1002, 1002, 1002, 1002, 1007]);
    await expectHealthy(bystander);
    bystander.socket.terminate();
  });
});
