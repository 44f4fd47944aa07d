import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { callOfMessage } from './call.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A POST whose body is still to be sent, and the message a server has of it. */
async function begun(headers: Record<string, string> = {}) {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sender = request({ host: '127.0.0.1', port, method: 'POST', agent: false, headers }).on('error', () => {});
  sender.flushHeaders();
  const [message] = (await once(server, 'request')) as [IncomingMessage];
  return { sender, message };
}

describe('the body of a call', () => {
  test('comes whole, in however many pieces', async () => {
    const { sender, message } = await begun();
    const body = callOfMessage(message).body(100);
    sender.write('one ');
    await once(message, 'data');
    sender.end('two');
    expect(Buffer.from(await body).toString()).toBe('one two');
  });

  test.each([
    ['announced', { 'content-length': '101' }],
    ['not announced', {}],
  ])('is refused past its limit, %s', async (_, headers) => {
    const { sender, message } = await begun(headers);
    sender.write('x'.repeat(101));
    await expect(callOfMessage(message).body(100)).rejects.toMatchObject({ status: 413 });
  });

  test('is waited for no longer once its sender has gone', async () => {
    const { sender, message } = await begun();
    const body = callOfMessage(message).body(100);
    sender.destroy();
    await expect(body).rejects.toThrow();
  });

  test('is not waited for where its sender had gone before', async () => {
    const { sender, message } = await begun();
    message.on('error', () => {});
    const closed = new Promise((resolve) => message.once('close', resolve));
    sender.destroy();
    await closed;
    await expect(callOfMessage(message).body(100)).rejects.toMatchObject({ status: 400 });
  });
});
