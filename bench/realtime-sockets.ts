import { randomBytes } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';

/**
 * The readers of the live service, in a process of its own: plain sockets that speak just enough of RFC 6455 and of
 * the channel protocol to cost little beside the server that is measured. They go to this machine alone. What to do
 * comes by messages of the parent process, one after the other, each answered by one `Done`.
 */
export type Task =
  | { do: 'join'; port: number; host: string; apiKey: string; topic: string; count: number }
  /** Everybody shows themselves at once; done when everybody here knows `expected` people. */
  | { do: 'track'; topic: string; expected: number }
  /** From here on every socket waits for a broadcast with this word in it. */
  | { do: 'listen'; nonce: string }
  /** One of the sockets speaks, if `isSpeaker`; done when every socket of this process has heard it. */
  | { do: 'hear'; topic: string; isSpeaker: boolean; nonce: string }
  | { do: 'leave' };
/** Moments of the machine's monotonic clock, in milliseconds, which all its processes share. */
export type Done = { startedAt: number; at: number[] };

const MOST = 5_000;
const OPENING = 50;
const HEARTBEAT_MS = 25_000;
const TEXT = 0x1;
const BINARY = 0x2;
const CLOSE = 0x8;

type Reader = { socket: Socket; hears(body: Buffer): void };

const readers: Reader[] = [];
let heard: Promise<number>[] = [];
const now = () => Number(process.hrtime.bigint()) / 1e6;

process.on('message', (task: Task) => {
  perform(task).then(
    (done) => process.send?.(done),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
setInterval(() => {
  for (const { socket } of readers) say(socket, [null, 'beat', 'phoenix', 'heartbeat', {}]);
}, HEARTBEAT_MS).unref();

async function perform(task: Task): Promise<Done> {
  const startedAt = now();
  if (task.do === 'join') {
    if (readers.length + task.count > MOST) throw new Error(`At most ${MOST} sockets.`);
    let left = task.count;
    const one = async () => {
      while (left-- > 0) readers.push(await join(task));
    };
    await Promise.all(Array.from({ length: OPENING }, one));
    return { startedAt, at: [now()] };
  }
  if (task.do === 'leave') {
    for (const { socket } of readers.splice(0)) socket.destroy();
    return { startedAt, at: [now()] };
  }
  if (task.do === 'track') return { startedAt, at: await track(task.topic, task.expected) };
  if (task.do === 'listen') {
    heard = readers.map(
      (reader) =>
        new Promise<number>((resolve) => {
          reader.hears = (body) => {
            if (body.includes(task.nonce)) resolve(now());
          };
        }),
    );
    return { startedAt, at: [] };
  }
  const [speaker] = readers;
  if (!task.isSpeaker || !speaker) return { startedAt, at: await Promise.all(heard) };
  const spokenAt = now();
  say(speaker.socket, ['1', '2', task.topic, 'broadcast', { event: 'tick', payload: { nonce: task.nonce } }]);
  // Who speaks does not hear it.
  return { startedAt: spokenAt, at: await Promise.all(heard.slice(1)) };
}

/** Joins the channel, then shows itself; resolves to the moments at which each reader knew everybody. */
async function track(topic: string, expected: number): Promise<number[]> {
  const known = readers.map(
    (reader, index) =>
      new Promise<number>((resolve, reject) => {
        let people = 0;
        reader.hears = (body) => {
          people += peopleIn(body);
          if (people === expected) resolve(now());
          else if (people > expected) reject(new Error('Somebody was shown twice.'));
        };
        say(reader.socket, [
          '7',
          '7',
          topic,
          'phx_join',
          { config: { presence: { key: `${process.pid}-${index}`, enabled: true } } },
        ]);
        say(reader.socket, ['7', '8', topic, 'presence', { type: 'presence', event: 'track', payload: { index } }]);
      }),
  );
  return Promise.all(known);
}

/** How many people a state or a difference shows: each has one reference. */
function peopleIn(body: Buffer): number {
  if (!body.includes('"presence_')) return 0;
  let count = 0;
  for (let at = body.indexOf('"phx_ref":'); at >= 0; at = body.indexOf('"phx_ref":', at + 10)) count++;
  return count;
}

function join(task: Task & { do: 'join' }): Promise<Reader> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: '127.0.0.1', port: task.port, noDelay: true });
    const reader: Reader = {
      socket,
      hears: (body) => {
        const text = body.toString();
        if (!text.includes('phx_reply')) return;
        if (text.includes('"status":"ok"')) resolve(reader);
        else reject(new Error(`A join was refused: ${text}`));
      },
    };
    let waiting: Buffer = Buffer.alloc(0);
    let isOpen = false;
    socket.once('connect', () => {
      const lines = [
        `GET /realtime/v1/websocket?apikey=${encodeURIComponent(task.apiKey)}&vsn=2.0.0 HTTP/1.1`,
        `Host: ${task.host}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    });
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      let data = waiting.length > 0 ? Buffer.concat([waiting, chunk]) : chunk;
      if (!isOpen) {
        const end = data.indexOf('\r\n\r\n');
        if (end >= 0) {
          if (!data.toString('latin1', 0, end).startsWith('HTTP/1.1 101')) {
            reject(new Error(`A socket was refused: ${data.toString('latin1', 0, 40)}`));
            return;
          }
          isOpen = true;
          data = data.subarray(end + 4);
          say(socket, ['1', '1', task.topic, 'phx_join', { config: { presence: { enabled: false } } }]);
        }
      }
      waiting = Buffer.from(isOpen ? readFrames(data, reader) : data);
    });
  });
}

/** Hands on every whole message; resolves to what is left of the last one. */
function readFrames(data: Buffer, reader: Reader): Buffer {
  let rest = data;
  while (rest.length >= 2) {
    let length = (rest[1] ?? 0) & 0x7f;
    let head = 2;
    if (length === 126) {
      if (rest.length < 4) break;
      length = rest.readUInt16BE(2);
      head = 4;
    } else if (length === 127) {
      if (rest.length < 10) break;
      length = Number(rest.readBigUInt64BE(2));
      head = 10;
    }
    if (rest.length < head + length) break;
    const opcode = (rest[0] ?? 0) & 0x0f;
    const body = rest.subarray(head, head + length);
    if (opcode === CLOSE) {
      process.stderr.write(`The server closed a socket: ${body.readUInt16BE(0)} ${body.toString('utf8', 2)}\n`);
      process.exit(1);
    }
    if (opcode === TEXT || opcode === BINARY) reader.hears(body);
    rest = rest.subarray(head + length);
  }
  return rest;
}

/** A client's frame is masked; a mask of zeros leaves it as it is, which nobody here minds. */
function say(socket: Socket, message: unknown[]): void {
  const body = Buffer.from(JSON.stringify(message));
  const isLong = body.length > 125;
  const head = Buffer.alloc(isLong ? 8 : 6);
  head[0] = 0x80 | TEXT;
  head[1] = 0x80 | (isLong ? 126 : body.length);
  if (isLong) head.writeUInt16BE(body.length, 2);
  socket.write(Buffer.concat([head, body]));
}
