import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type RedisStandIn = { url: string; published: number; stop(): Promise<void>; start(): Promise<void> };

/**
 * A local server that speaks Redis' protocol as far as publishing and subscribing need it (RESP, as published at
 * https://redis.io/docs/latest/develop/reference/protocol-spec/). It can go away and come back at its address.
 */
export async function startRedis(): Promise<RedisStandIn> {
  const hearers = new Map<string, Set<Socket>>();
  const sockets = new Set<Socket>();
  let port = 0;
  let server = createServer(serve);
  const standIn = {
    url: '',
    published: 0,
    start: async () => {
      server = createServer(serve);
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };

  function serve(socket: Socket): void {
    sockets.add(socket);
    let unread = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      for (const all of hearers.values()) all.delete(socket);
    });
    socket.on('data', (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk]);
      for (let read = commandIn(unread); read; read = commandIn(unread)) {
        unread = unread.subarray(read.length);
        answer(socket, read.words);
      }
    });
  }

  function answer(socket: Socket, [name = '', ...words]: string[]): void {
    const push = (...parts: string[]) => `*${parts.length + 1}\r\n${bulk('message')}${parts.map(bulk).join('')}`;
    const [channel = '', text = ''] = words;
    switch (name.toUpperCase()) {
      case 'HELLO':
        // RESP 2, which the client is content with.
        return void socket.write('-NOPROTO unsupported protocol version\r\n');
      case 'SUBSCRIBE':
        hearers.set(channel, (hearers.get(channel) ?? new Set()).add(socket));
        return void socket.write(`*3\r\n${bulk('subscribe')}${bulk(channel)}:1\r\n`);
      case 'PUBLISH': {
        standIn.published++;
        const all = hearers.get(channel) ?? new Set();
        for (const hearer of all) hearer.write(push(channel, text));
        return void socket.write(`:${all.size}\r\n`);
      }
      default:
        return void socket.write('+OK\r\n');
    }
  }

  await standIn.start();
  port = (server.address() as AddressInfo).port;
  standIn.url = `redis://127.0.0.1:${port}`;
  return standIn;
}

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

/** The first whole command of what has been read: an array of strings with their lengths before them. */
function commandIn(bytes: Buffer): { words: string[]; length: number } | null {
  let at = 0;
  const line = () => {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return null;
    const text = bytes.toString('latin1', at + 1, end);
    at = end + 2;
    return Number(text);
  };
  const count = line();
  if (count === null) return null;
  const words: string[] = [];
  while (words.length < count) {
    const length = line();
    if (length === null || bytes.length < at + length + 2) return null;
    words.push(bytes.toString('utf8', at, at + length));
    at += length + 2;
  }
  return { words, length: at };
}
