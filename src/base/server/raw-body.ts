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
  if (message && !message.readableDidRead) return fromSocket(message);
  return request.body ?? nothing();
}

/** Chunks nobody else holds. */
const owned = new WeakSet<Uint8Array>();

async function* fromSocket(message: IncomingMessage): AsyncGenerator<Uint8Array> {
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (chunk.byteLength === chunk.buffer.byteLength) owned.add(chunk);
    yield chunk;
  }
}

/**
 * Gives the memory of chunks back that have been dealt with for good. A large file is garbage faster than anything
 * else a server does, and each collection looks through the whole heap. Chunks that came another way stay as they are.
 */
export function restoreBody(chunks: readonly Uint8Array[]): void {
  for (const chunk of chunks) if (owned.delete(chunk)) (chunk.buffer as ArrayBuffer).transfer(0);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
