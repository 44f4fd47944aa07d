import { createConnection, type Socket } from 'node:net';

/**
 * The load, in a process of its own: `connections` kept alive, each asking again as soon as it is answered. It speaks
 * to this machine alone. Argument: one JSON of `Load`; answers one JSON of `LoadResult` on standard output.
 */
export type Load = {
  address: string;
  port: number;
  host: string;
  path: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** POST where there is a body; `{unique}` in it stands for something no other request says. */
  body?: string;
  /** Each connection from another address of this machine: what one may do in a minute is less than what is measured. */
  isCrowd?: boolean;
  /** Headers of each connection beside those of all, where what one person may do is less than what is measured. */
  people?: Record<string, string>[];
  /** The refresh token each connection begins with; it goes on with the one it is answered. */
  refreshTokens?: string[];
};
export type LoadResult = {
  requests: number;
  failures: number;
  seconds: number;
  bytes: number;
  p50: number;
  p99: number;
};

const load = JSON.parse(process.argv[2] ?? '{}') as Load;
if (load.address !== '127.0.0.1') {
  process.stderr.write(`The load goes to 127.0.0.1 alone, not to ${load.address}.\n`);
  process.exit(1);
}
if (!(load.connections <= 256 && load.seconds <= 60)) {
  process.stderr.write('At most 256 connections, for at most 60 seconds.\n');
  process.exit(1);
}

const isPost = load.body !== undefined || load.refreshTokens !== undefined;
let said = 0;

function headOf(person: Record<string, string>): string {
  return [
    `${isPost ? 'POST' : 'GET'} ${load.path} HTTP/1.1`,
    `Host: ${load.host}`,
    ...Object.entries({ ...load.headers, ...person }).map(([name, value]) => `${name}: ${value}`),
    'Connection: keep-alive',
  ].join('\r\n');
}

/** The next request with a body of a connection; `token` where it lives by refreshing. */
function questionOf(head: string, token: string | null): string {
  const body =
    token === null
      ? (load.body ?? '').replaceAll('{unique}', `${process.pid}-${++said}-${Math.random().toString(36).slice(2, 8)}`)
      : JSON.stringify({ refresh_token: token });
  return `${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const END_OF_CHUNKS = Buffer.from('0\r\n\r\n');

const latencies: number[] = [];
let failures = 0;
let bytes = 0;
let isOver = false;
const started = performance.now();

const sockets = await Promise.all(Array.from({ length: load.connections }, open));
setTimeout(finish, load.seconds * 1000);

function open(_: unknown, place: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({
      host: load.address,
      port: load.port,
      noDelay: true,
      ...(load.isCrowd ? { localAddress: `127.0.0.${2 + (place % 250)}` } : {}),
    });
    const ownHead = headOf(load.people?.[place] ?? {});
    const question = Buffer.from(`${ownHead}\r\n\r\n`);
    let asked = 0;
    let token = load.refreshTokens?.[place] ?? null;
    let body = '';
    let head: { length: number | null; isFine: boolean } | null = null;
    let received = 0;
    let waiting: Buffer | null = null;
    const ask = () => {
      head = null;
      received = 0;
      waiting = null;
      body = '';
      asked = performance.now();
      socket.write(isPost ? questionOf(ownHead, token) : question);
    };
    const answered = (isFine: boolean) => {
      latencies.push(performance.now() - asked);
      if (!isFine) failures++;
      if (token !== null && isFine) token = tokenIn(body);
      if (!isOver) ask();
    };
    socket.once('connect', () => {
      resolve(socket);
      ask();
    });
    socket.on('error', (error) => {
      if (isOver) return;
      reject(error);
      failures++;
    });
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      let part: Buffer = chunk;
      if (!head) {
        part = waiting ? Buffer.concat([waiting, chunk]) : chunk;
        const end = part.indexOf(END_OF_HEAD);
        if (end < 0) {
          waiting = part;
          return;
        }
        const text = part.toString('latin1', 0, end);
        const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
        head = { length: length === undefined ? null : Number(length), isFine: /^HTTP\/1\.1 20[01] /.test(text) };
        part = part.subarray(end + END_OF_HEAD.length);
      }
      received += part.length;
      if (token !== null) body += part.toString('latin1');
      const isDone =
        head.length === null
          ? part.length >= END_OF_CHUNKS.length && part.subarray(-END_OF_CHUNKS.length).equals(END_OF_CHUNKS)
          : received >= head.length;
      if (isDone) answered(head.isFine);
    });
  });
}

/** Answers in chunks have their lengths between the pieces; a token is short enough to be in one. */
function tokenIn(body: string): string | null {
  return /"refresh_token":"([^"]+)"/.exec(body)?.[1] ?? null;
}

function finish(): void {
  isOver = true;
  const seconds = (performance.now() - started) / 1000;
  for (const socket of sockets) socket.destroy();
  latencies.sort((left, right) => left - right);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  const result: LoadResult = { requests: latencies.length, failures, seconds, bytes, p50: at(0.5), p99: at(0.99) };
  process.stdout.write(JSON.stringify(result));
}
