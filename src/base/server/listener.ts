import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { StartError } from './environment.ts';

/** Placeholder response of a port until the app behind it is ready. */
export function unavailable(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
  response.end('{"status":"starting"}');
}

/**
 * Listens on `port` (0: a free one) of `host`; resolves to the port.
 * @throws {StartError} the port is in use or not available.
 */
export function listen(server: Server, at: { port: number; host: string; variable?: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence =
        error.code === 'EADDRINUSE'
          ? `The port ${at.port} on ${at.host} is in use: stop what uses it, or set ${at.variable ?? 'PORT'} to another one.`
          : `The server can't listen on ${at.host}:${at.port}: ${error.message}.`;
      reject(new StartError(sentence));
    });
    server.listen(at.port, at.host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : at.port);
    });
  });
}

/** Memoizes a call: concurrent and later callers get the same promise. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
