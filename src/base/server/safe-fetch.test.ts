import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { crypto } from 'acme-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createIssuer } from '#tests/certificates.ts';
import { safePost } from './safe-fetch.ts';

let server: Server;
let port: number;
let requests: { host: string | undefined; body: string; headers: IncomingMessage['headers'] }[];
let respond: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((message, response) => {
    let body = '';
    message.on('data', (chunk) => {
      body += String(chunk);
    });
    message.on('end', () => {
      requests.push({ host: message.headers.host, body, headers: message.headers });
      respond(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as { port: number }).port;
});
beforeEach(() => {
  requests = [];
  respond = (response) => response.writeHead(200).end('thanks');
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const loopback = (address: string) => address === '127.0.0.1';
const own = (path = '/') => `http://127.0.0.1:${port}${path}`;

describe('an address somebody else chose', () => {
  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://172.20.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a00:1]/',
    'https://[::127.0.0.1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://somebody:secret@example.org/',
  ])('%s is not connected to', async (address) => {
    expect(await safePost(address, {}, '{}')).toMatchObject({ status: null, problem: 'private_address' });
  });

  test('a name that leads to an inner address is not connected to, nor one that leads there among others', async () => {
    const inner = { address: '127.0.0.1', family: 4 };
    const outer = { address: '93.184.216.34', family: 4 };
    for (const addresses of [[inner], [outer, inner], [inner, outer]]) {
      const outcome = await safePost(`https://rebound.example:${port}/`, {}, '{}', { resolve: async () => addresses });
      expect(outcome.problem).toBe('private_address');
    }
    expect(requests).toEqual([]);
  });

  test('a name is asked for once, and the connection goes to the address that was checked', async () => {
    let lookups = 0;
    const outcome = await safePost(`http://rebound.example:${port}/in`, {}, '{}', {
      mayReach: loopback,
      resolve: async () => {
        lookups += 1;
        return lookups === 1 ? [{ address: '127.0.0.1', family: 4 }] : [{ address: '10.0.0.1', family: 4 }];
      },
    });
    expect(outcome).toMatchObject({ status: 200, body: 'thanks', problem: null });
    expect([lookups, requests[0]?.host]).toEqual([1, `rebound.example:${port}`]);
  });

  test('nothing is sent without TLS to an address of the open internet', async () => {
    const outcome = await safePost('http://open.example/', {}, '{}', {
      resolve: async () => [{ address: '93.184.216.34', family: 4 }],
    });
    expect(outcome.problem).toBe('not_https');
  });
});

describe('an answer', () => {
  test('of a redirect is kept and not followed', async () => {
    respond = (response) => response.writeHead(302, { location: own('/elsewhere') }).end();
    expect(await safePost(own(), {}, '{}', { mayReach: loopback })).toMatchObject({ status: 302, problem: null });
    expect(requests).toHaveLength(1);
  });

  test('is read no further than 4 KB, however much is sent', async () => {
    respond = (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    const outcome = await safePost(own(), {}, '{}', { mayReach: loopback });
    expect([outcome.status, outcome.body.length]).toEqual([200, 4_096]);
  });

  test('that does not come, or comes drop by drop, is waited for no longer than allowed', async () => {
    respond = () => {};
    expect((await safePost(own(), {}, '{}', { mayReach: loopback, timeoutMs: 200 })).problem).toBe('timeout');
    respond = (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    };
    expect((await safePost(own(), {}, '{}', { mayReach: loopback, timeoutMs: 200 })).problem).toBe('timeout');
  });

  test('has its Retry-After, and the request arrived completely', async () => {
    respond = (response) => response.writeHead(503, { 'retry-after': '120' }).end('busy\0');
    const outcome = await safePost(own(), { 'x-mine': 'yes' }, '{"ä":1}', { mayReach: loopback });
    expect(outcome).toMatchObject({ status: 503, retryAfter: 120, body: 'busy' });
    expect(requests[0]).toMatchObject({ body: '{"ä":1}', headers: { 'x-mine': 'yes', 'content-length': '8' } });
  });

  test('of a certificate that nobody trusts is none, and nothing was sent to it', async () => {
    const name = 'receiver.test';
    const key = await crypto.createPrivateEcdsaKey();
    const [, request] = await crypto.createCsr({ commonName: name }, key);
    const issuer = createIssuer();
    const received: unknown[] = [];
    const serve = (cert: string) =>
      createSecureServer({ key, cert }, (message, response) => {
        received.push(message.url);
        response.end();
      });
    const csr = Buffer.from(crypto.getPemBodyAsB64u(request), 'base64url');
    for (const days of [90, -1]) {
      const untrusted = serve(issuer.issue(csr, name, days));
      await new Promise<void>((done) => untrusted.listen(0, '127.0.0.1', done));
      const { port: secure } = untrusted.address() as { port: number };
      const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
      const outcome = await safePost(`https://${name}:${secure}/`, {}, '{}', { mayReach: loopback, resolve });
      expect(outcome).toMatchObject({ status: null, problem: 'tls' });
      await new Promise((done) => untrusted.close(done));
    }
    expect(received).toEqual([]);
  });

  test('is a problem of its own for a closed port or an unknown name', async () => {
    const none = createServer();
    await new Promise<void>((done) => none.listen(0, '127.0.0.1', done));
    const { port: closed } = none.address() as { port: number };
    await new Promise((done) => none.close(done));
    expect((await safePost(`http://127.0.0.1:${closed}/`, {}, '{}', { mayReach: loopback })).problem).toBe('refused');
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect((await safePost('https://nobody.invalid/', {}, '{}', { resolve })).problem).toBe('unknown_host');
    expect((await safePost('no address', {}, '{}')).problem).toBe('broken');
  });
});
