import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { dataRequestOfFetch, dataRequestOfMessage, fetchData, lightResponseOf } from './call.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A POST whose body is still to be sent, and the server's message for it. */
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
  test('is complete, in any number of chunks', async () => {
    const { sender, message } = await begun();
    const body = dataRequestOfMessage(message).body(100);
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
    await expect(dataRequestOfMessage(message).body(100)).rejects.toMatchObject({ status: 413 });
  });

  test('is waited for no longer once its sender has gone', async () => {
    const { sender, message } = await begun();
    const body = dataRequestOfMessage(message).body(100);
    sender.destroy();
    await expect(body).rejects.toThrow();
  });

  test('is not waited for where its sender had gone before', async () => {
    const { sender, message } = await begun();
    message.on('error', () => {});
    const closed = new Promise((resolve) => message.once('close', resolve));
    sender.destroy();
    await closed;
    await expect(dataRequestOfMessage(message).body(100)).rejects.toMatchObject({ status: 400 });
  });
});

describe('a db client in the same process', () => {
  const address = 'http://demo.localhost/rest/v1/posts?select=id';

  test('gets the request of its fetch', async () => {
    const init = { method: 'POST', headers: new Headers({ Prefer: 'return=minimal' }), body: '{"a":"é"}' };
    const call = dataRequestOfFetch(address, init);
    expect(call).toMatchObject({ method: 'POST', url: address, headers: { prefer: 'return=minimal' } });
    expect(Buffer.from(await call.body(100)).toString()).toBe(init.body);
    await expect(call.body(3)).rejects.toMatchObject({ status: 413 });
    expect(dataRequestOfFetch(new URL(address), { headers: { APIKEY: 'k' } })).toMatchObject({
      method: 'GET',
      url: address,
      headers: { apikey: 'k' },
    });
  });

  test('reads the response of the service', async () => {
    const headers = { 'content-range': '0-0/1' };
    const response = lightResponseOf({ status: 206, headers, body: '[{"id":1}]' });
    expect([response.ok, response.status, response.statusText]).toEqual([true, 206, 'Partial Content']);
    expect([response.headers.get('Content-Range'), response.headers.get('etag')]).toEqual(['0-0/1', null]);
    expect(await response.text()).toBe('[{"id":1}]');
    const notFound = lightResponseOf({ status: 404, headers: {}, body: null });
    expect([notFound.ok, await notFound.text()]).toEqual([false, '']);
  });

  test('reaches a service elsewhere with the same call', async () => {
    server = createServer((message, response) => {
      response.setHeader('content-range', '0-0/1').end(`${message.method} ${message.headers.apikey}`);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const call = dataRequestOfFetch(`http://127.0.0.1:${port}/rest/v1/posts`, { headers: { apikey: 'k' } });
    const response = await fetchData(call);
    expect(response).toMatchObject({ status: 200, body: 'GET k', headers: { 'content-range': '0-0/1' } });
  });
});
