import type { RequestListener, Server } from 'node:http';
import { createWebServer, type Upgrade } from '#base/server/web-server.ts';
import type { Certificates } from './certificates.ts';

/** A server that shows each domain its own certificate, and nothing to names we hold none for. */
export function createHttpsServer(
  certificates: () => Certificates | undefined,
  handle: RequestListener,
  upgrade: Upgrade,
): Server {
  const server = createWebServer(handle, upgrade, {
    minVersion: 'TLSv1.2',
    SNICallback: (name, done) => {
      const asked = certificates()?.contextOf(name) ?? Promise.resolve(null);
      asked.then(
        (context) => (context ? done(null, context) : done(new Error('No certificate is held for this name.'))),
        (error: Error) => done(error),
      );
    },
  });
  // Scanners ask for names that are nobody's all day.
  server.on('tlsClientError', (_, socket) => socket.destroy());
  return server;
}
