import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from './listener.ts';
import { closeServer, createWebServer } from './web-server.ts';

/** Requests the server received, and a way to finish pending ones. */
type Received = { url: string | undefined; finish: () => void };

async function opened() {
  const received: Received[] = [];
  const upgraded: (string | undefined)[] = [];
  const server = createWebServer(
    (message, response) => {
      const finish = () => {
        response.writeHead(200, { 'content-type': 'text/plain' });
        response.end('taken');
      };
      received.push({ url: message.url, finish });
      message.resume();
      if (message.url !== '/waits') finish();
    },
    (message, socket) => {
      upgraded.push(message.url);
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    },
  );
  const port = await listen(server, { port: 0, host: '127.0.0.1' });
  return { server, port, received, upgraded };
}

/** A raw connection, so that the exact bytes sent and received are known. */
async function talk(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  let text = '';
  const ended = new Promise<string>((resolve, reject) => {
    socket.setEncoding('latin1').on('data', (part) => {
      text += part;
    });
    socket.once('end', () => resolve(text));
    socket.once('error', reject);
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    send: (lines: string[], body = '') => void socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'),
    text: () => text,
    ended,
    close: () => socket.destroy(),
  };
}

async function responseTo(port: number, lines: string[], body = ''): Promise<string> {
  const line = await talk(port);
  line.send([...lines, 'Connection: close'], body);
  return line.ended;
}

describe('a request is read in one way', () => {
  let server: Server;
  let port: number;
  let received: Received[];
  let upgraded: (string | undefined)[];
  beforeAll(async () => {
    ({ server, port, received, upgraded } = await opened());
  });
  afterAll(() => closeServer(server));

  test.each([
    ['one host', ['GET /a HTTP/1.1', 'Host: demo.localhost:3000'], 200],
    ['two hosts', ['GET / HTTP/1.1', 'Host: demo.localhost', 'Host: atelier.localhost'], 400],
    ['the same host twice', ['GET / HTTP/1.1', 'Host: demo.localhost', 'hOST: demo.localhost'], 400],
    ['no host', ['GET / HTTP/1.1'], 400],
    ['a host that is none', ['GET / HTTP/1.1', 'Host: demo.localhost/@evil.example'], 400],
    ['two hosts in one line', ['GET / HTTP/1.1', 'Host: demo.localhost, atelier.localhost'], 400],
    ['an address with the same host', ['GET http://demo.localhost/b?c=1 HTTP/1.1', 'Host: Demo.localhost'], 200],
    ['an address with another host', ['GET http://atelier.localhost/ HTTP/1.1', 'Host: demo.localhost'], 400],
    ['an address with another port', ['GET http://demo.localhost:81/ HTTP/1.1', 'Host: demo.localhost'], 400],
    ['an address with a name in front', ['GET http://a@demo.localhost/ HTTP/1.1', 'Host: demo.localhost'], 400],
    ['an address of another scheme', ['GET ftp://demo.localhost/ HTTP/1.1', 'Host: demo.localhost'], 400],
  ])('%s', async (_, lines, status) => {
    const before = received.length;
    expect(await responseTo(port, lines)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(received.length - before).toBe(status === 200 ? 1 : 0);
  });

  test('an absolute request target is reduced to its path', () => {
    expect(received.map(({ url }) => url)).toEqual(['/a', '/b?c=1']);
  });

  test('a socket with two hosts is not opened', async () => {
    const lines = ['GET /realtime HTTP/1.1', 'Upgrade: websocket', 'Host: demo.localhost'];
    expect(await responseTo(port, [...lines, 'Host: atelier.localhost', 'Connection: Upgrade'])).toMatch(
      /^HTTP\/1\.1 400 /,
    );
    expect(upgraded).toEqual([]);
    expect(await responseTo(port, [...lines, 'Connection: Upgrade'])).toMatch(/^HTTP\/1\.1 101 /);
    expect(upgraded).toEqual(['/realtime']);
  });

  test.each([
    ['more than we set', 20_000],
    ['more than is read', 80_000],
  ])('cookies of %s are answered so that the visitor recovers, and nothing else is cleared', async (_, length) => {
    const before = received.length;
    const response = await responseTo(port, [
      'GET / HTTP/1.1',
      'Host: demo.localhost',
      `Cookie: a=${'x'.repeat(length)}`,
    ]);
    const [head = '', body = ''] = response.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 431 /);
    expect(/^clear-site-data: (.*)$/im.exec(head)?.[1]).toBe('"cookies"');
    expect(head).not.toMatch(/storage/i);
    expect(body).toContain('Load the page again');
    expect(received.length).toBe(before);
  });
});

describe('when the server ends', () => {
  const get = (path: string) => [`GET ${path} HTTP/1.1`, 'Host: demo.localhost'];

  test('what is in flight finishes, a kept connection takes nothing more, and none is reset', async () => {
    const { server, port, received } = await opened();
    const [busy, idle, late, posting] = await Promise.all([talk(port), talk(port), talk(port), talk(port)]);
    for (const line of [idle, late, posting]) line.send(get('/first'));
    busy.send(get('/waits'));
    await expect.poll(() => received.length).toBe(4);
    for (const line of [idle, late, posting]) await expect.poll(line.text).toContain('taken');

    const closed = closeServer(server);
    late.send(get('/second'));
    posting.send(['POST /third HTTP/1.1', 'Host: demo.localhost', 'Content-Length: 200000'], 'x'.repeat(200_000));
    for (const line of [late, posting]) {
      const [, second = ''] = (await line.ended).split('taken');
      expect(second).toMatch(/HTTP\/1\.1 503 /);
      expect(second).toMatch(/^retry-after: 1\r$/im);
      expect(second).toMatch(/^connection: close\r$/im);
    }
    expect(received.map(({ url }) => url)).not.toContain('/second');
    expect(received.map(({ url }) => url)).not.toContain('/third');
    // An idle connection is closed without a reset.
    expect(await idle.ended).toMatch(/taken$|taken\r\n0\r\n\r\n$/);

    received.find(({ url }) => url === '/waits')?.finish();
    expect(await busy.ended).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*taken/i);
    await closed;
    expect(server.listening).toBe(false);
  });
});
