import type { AddressInfo } from 'node:net';
import { type ConnectionOptions, connect, createSecureContext } from 'node:tls';
import { crypto } from 'acme-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIssuer } from '#tests/certificates.ts';
import { createHttpsServer } from './https-server.ts';

const NAME = 'modern.school.test';
const issuer = createIssuer();
let server: ReturnType<typeof createHttpsServer>;
beforeAll(async () => {
  const key = await crypto.createPrivateEcdsaKey();
  const [, request] = await crypto.createCsr({ commonName: NAME }, key);
  const der = crypto.getPemBodyAsB64u(request);
  const cert = issuer.issue(Buffer.from(der, 'base64url'), NAME, 90);
  const context = createSecureContext({ key, cert });
  const contextOf = async (name: string) => (name === NAME ? context : null);
  server = createHttpsServer(
    () => ({ contextOf, forget: () => {} }),
    (_, response) => void response.end(),
    (_, socket) => void socket.destroy(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

function shake(options: ConnectionOptions): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername: NAME, ca: issuer.certificate, ...options }, () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
      socket.destroy();
    });
    socket.on('error', () => resolve('refused'));
  });
}

test('speaks TLS 1.2 and 1.3 alone, with ciphers that keep past conversations secret', async () => {
  expect(await shake({})).toMatch(/^TLSv1\.3 /);
  expect(await shake({ maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1\.2 ECDHE-\w+-(?:AES\d+-GCM|CHACHA20)/);
  for (const version of ['TLSv1', 'TLSv1.1'] as const)
    expect(await shake({ minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' })).toBe('refused');
  // The same ciphers are spoken by a server that chooses none.
  for (const ciphers of ['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES128-SHA256'])
    expect(await shake({ maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` })).toBe('refused');
});

test('shows no certificate to a name it holds none for', async () => {
  expect(await shake({ servername: 'nobody.test' })).toBe('refused');
});
