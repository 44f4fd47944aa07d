import { type AppError, errorBody, errors } from '#base/shared/errors.ts';

/** Anything that answers a web request: a wire service, an `/api` router, the whole app. */
export type Handler = (request: Request) => Promise<Response>;

export function json(body: unknown, status = 200, headers?: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

export function errorResponse(error: AppError): Response {
  return json(errorBody(error), error.status, error.headers);
}

/** Types of text that can't be read for sure without their charset: RFC 2046 §4.1.2 and RFC 7303 §3. JSON is UTF-8 by itself. */
const TEXT_TYPE = /^(?:text\/[\w.+-]+|[\w-]+\/(?:[\w.-]+\+)?xml|application\/[\w.-]*script)$/i;

/** Names UTF-8, which is what we write, where an answer is a text and does not say in what it is written. */
export function withCharset(headers: Headers): void {
  const type = headers.get('content-type');
  if (type && TEXT_TYPE.test(type)) headers.set('content-type', `${type}; charset=utf-8`);
}

/**
 * The host that was asked: lower case, without port or trailing dot. It alone decides the account of a request.
 */
export function hostOf(request: Request): string {
  return normalizeHost(request.headers.get('host') ?? new URL(request.url).host);
}

export function normalizeHost(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}

/**
 * The body as bytes, read no further than `limit`.
 * @throws {AppError} 413 as soon as the limit is passed, also where Content-Length lies.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf(request.body, Number(request.headers.get('content-length') ?? 0), limit);
}

/**
 * The bytes of a stream of which `announced` were announced.
 * @throws {AppError} 413 as soon as the limit is passed.
 */
export async function bytesOf(
  stream: AsyncIterable<Uint8Array> | null,
  announced: number,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (announced > limit) throw errors.tooLarge(limit);
  if (!stream) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > limit) throw errors.tooLarge(limit);
    chunks.push(chunk);
  }
  const joined = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.byteLength;
  }
  return joined;
}

/**
 * The body as JSON.
 * @throws {AppError} 400 malformed, 413 over `limit` bytes.
 */
export async function readJson(request: Request, limit = 1_048_576): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw errors.malformed();
  }
}
