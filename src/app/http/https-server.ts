import type { RequestListener, Server } from 'node:http';
import { createWebServer, type Upgrade } from '#base/server/web-server.ts';
import type { Certificates } from '../host/certificates.ts';

/** Cipher suites of TLS 1.3, and those of TLS 1.2 with forward secrecy and authenticated encryption. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** An HTTPS server with the certificate of each domain; it closes connections to names without one. */
export function createHttpsServer(
  certificates: () => Certificates | undefined,
  handle: RequestListener,
  upgrade: Upgrade,
): Server {
  const server = createWebServer(handle, upgrade, {
    minVersion: 'TLSv1.2',
    ciphers: CIPHERS,
    honorCipherOrder: true,
    SNICallback: (name, done) => {
      const pending = certificates()?.contextOf(name) ?? Promise.resolve(null);
      pending.then(
        (context) => (context ? done(null, context) : done(new Error('No certificate is held for this name.'))),
        (error: Error) => done(error),
      );
    },
  });
  // Scanners connect with unknown names all day.
  server.on('tlsClientError', (_, socket) => socket.destroy());
  return server;
}
