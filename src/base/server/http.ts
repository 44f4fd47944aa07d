import { type AppError, errorBody, errors } from '#base/shared/errors.ts';

/** Anything that handles a web request: a backend service, an `/api` router, the whole app. */
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

/** Text types that need a charset parameter: RFC 2046 §4.1.2 and RFC 7303 §3. JSON is always UTF-8. */
const TEXT_TYPE = /^(?:text\/[\w.+-]+|[\w-]+\/(?:[\w.-]+\+)?xml|application\/[\w.-]*script)$/i;

/** Adds `charset=utf-8`, which is what we write, to text responses without a charset. */
export function withCharset(headers: Headers): void {
  const type = headers.get('content-type');
  if (type && TEXT_TYPE.test(type)) headers.set('content-type', `${type}; charset=utf-8`);
}

export function normalizeHost(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}

/**
 * The body as bytes, read up to `limit`.
 * @throws {AppError} 413 as soon as the limit is passed, even if Content-Length is wrong.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf(request.body, Number(request.headers.get('content-length') ?? 0), limit);
}

/**
 * The bytes of a stream with an announced length.
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
