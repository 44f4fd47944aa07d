import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createHttpsServer } from '#app/http/https-server.ts';
import { createUpgrade } from '#app/http/upgrade.ts';
import { attachMessage } from '#base/server/raw-body.ts';
import { closeServer, createWebServer } from '#base/server/web-server.ts';
import type { AppWorld } from './app-world.ts';

export type Listening = { port: number; origin(slug: string): string; close(): Promise<void> };

/**
 * An app on a port of this machine, put together as a start puts it, for what has to be tried over sockets.
 * `isSecure`: over TLS, with the certificates the app holds.
 */
export async function listening(world: AppWorld, { isSecure = false } = {}): Promise<Listening> {
  const { app, runtime } = world;
  const answer = getRequestListener(
    (request, { incoming }) => {
      attachMessage(request, incoming as IncomingMessage);
      return app.fetch(request);
    },
    { overrideGlobalObjects: false },
  );
  const handle = (message: IncomingMessage, response: ServerResponse) =>
    app.listen(message, response, () => void answer(message, response));
  const upgrade = createUpgrade(runtime);
  const server = isSecure
    ? createHttpsServer(() => runtime.certificates, handle, upgrade)
    : createWebServer(handle, upgrade);
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  return {
    port,
    origin: (slug) => `http://${slug === 'platform' ? '' : `${slug}.`}localhost:${port}`,
    close: async () => {
      const closed = closeServer(server);
      server.closeAllConnections();
      await closed;
    },
  };
}
