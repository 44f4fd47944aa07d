import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createHttpsServer } from '#app/https-server.ts';
import { arrivalOf, stamp } from '#base/server/arrival.ts';
import { rememberMessage } from '#base/server/raw-body.ts';
import type { AppWorld } from './app-world.ts';

export type Listening = { port: number; origin(slug: string): string; close(): Promise<void> };

/**
 * An app on a port of this machine, put together as a start puts it, for what has to be tried over sockets.
 * `isSecure`: over TLS, with the certificates the app holds.
 */
export async function listening(world: AppWorld, { isSecure = false } = {}): Promise<Listening> {
  const { app, stoa } = world;
  const answer = getRequestListener(
    (request, { incoming }) => {
      rememberMessage(request, incoming as IncomingMessage);
      return app.fetch(request);
    },
    { overrideGlobalObjects: false },
  );
  const handle = (message: IncomingMessage, response: ServerResponse) =>
    app.listen(message, response, () => void answer(message, response));
  const server = isSecure ? createHttpsServer(() => stoa.certificates, handle) : createServer(handle);
  server.on('upgrade', (message, socket, head) => {
    if (!stoa.backend) return void socket.destroy();
    stamp(message, arrivalOf(message, stoa.environment.TRUST_PROXY ?? []));
    stoa.backend.upgrade(message, socket, head);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  return {
    port,
    origin: (slug) => `http://${slug === 'platform' ? '' : `${slug}.`}localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
