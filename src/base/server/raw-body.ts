import type { IncomingMessage } from 'node:http';

const messages = new WeakMap<Request, IncomingMessage>();

/** Associates a request with the Node message it was made of. */
export function attachMessage(request: Request, message: IncomingMessage): void {
  messages.set(request, message);
}

/**
 * The bytes of a request as they arrive. A request from a socket is read from Node's message: its web stream would copy
 * each chunk, which for large files costs more than everything else.
 * Read it once, and not together with `request.body`. Stopping early leaves the rest unread; the connection stays open.
 */
export function bytesOfRequest(request: Request): AsyncIterable<Uint8Array> {
  const message = messages.get(request);
  if (message && !message.readableDidRead) return fromSocket(message);
  return request.body ?? nothing();
}

/** Chunks that own their buffer and nobody else references. */
const owned = new WeakSet<Uint8Array>();

async function* fromSocket(message: IncomingMessage): AsyncGenerator<Uint8Array> {
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (chunk.byteLength === chunk.buffer.byteLength) owned.add(chunk);
    yield chunk;
  }
}

/**
 * Frees the memory of chunks that have been processed. A large upload produces garbage faster than anything else a
 * server does, and each collection scans the whole heap. Chunks from another source stay unchanged.
 */
export function releaseChunks(chunks: readonly Uint8Array[]): void {
  for (const chunk of chunks) if (owned.delete(chunk)) (chunk.buffer as ArrayBuffer).transfer(0);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
