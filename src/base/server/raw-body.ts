import type { IncomingMessage } from 'node:http';

const messages = new WeakMap<Request, IncomingMessage>();

/** Says which of Node's messages a request was made of. */
export function rememberMessage(request: Request, message: IncomingMessage): void {
  messages.set(request, message);
}

/**
 * The bytes of a request as they come. Of a request that came by a socket they are read there: its web stream would
 * copy each of them, which for large files costs more than everything else.
 *
 * Read it once, and not beside `request.body`. Whoever stops early leaves the rest unread; the connection stays.
 */
export function bytesOfRequest(request: Request): AsyncIterable<Uint8Array> {
  const message = messages.get(request);
  if (message && !message.readableDidRead) return message.iterator({ destroyOnReturn: false });
  return request.body ?? nothing();
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
