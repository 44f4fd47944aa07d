import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { errors } from '#base/shared/errors.ts';
import { readBytes } from './http.ts';

/**
 * A request as plain data. Node's message and a web-standard Request are both converted at once, so that the most
 * frequent requests pass through no other objects.
 */
export type DataRequest = {
  method: string;
  /** Path and query as sent, or the absolute URL. */
  url: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** @throws {AppError} 413 over `limit` bytes. */
  body(limit: number): Promise<Uint8Array>;
};

/** The response to a data request; `body` is null without one. */
export type DataResponse = {
  status: number;
  /** Names in lower case; a list only for `set-cookie`. */
  headers: Record<string, string | string[]>;
  body: string | Uint8Array<ArrayBuffer> | null;
  /** Rows were changed and no trigger can have invalidated caches: none has to. */
  isUnobserved?: true;
};

export function dataRequestOf(request: Request): DataRequest {
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of request.headers) headers[name] = value;
  return { method: request.method, url: request.url, headers, body: (limit) => readBytes(request, limit) };
}

export function dataRequestOfMessage(message: IncomingMessage): DataRequest {
  return {
    method: message.method ?? 'GET',
    url: message.url ?? '/',
    // Only `set-cookie` is ever a list, and only in responses.
    headers: message.headers as Record<string, string | undefined>,
    body: (limit) => bytesOfMessage(message, limit),
  };
}

/** Reads by events: iterating over a message costs more than all other work on a small body. */
function bytesOfMessage(message: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (Number(message.headers['content-length'] ?? 0) > limit) throw errors.tooLarge(limit);
    // The sender disconnected before anyone read the body: no further event will come.
    if (message.destroyed) throw errors.malformed();
    const chunks: Uint8Array[] = [];
    let size = 0;
    const take = (chunk: Uint8Array) => {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size <= limit) return;
      message.off('data', take).pause();
      reject(errors.tooLarge(limit));
    };
    // The sender disconnected in the middle of the body: no `end` event will come.
    const leave = () => reject(errors.malformed());
    message.on('data', take);
    message.once('end', () => {
      message.off('close', leave);
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size));
    });
    message.once('error', reject);
    message.once('close', leave);
  });
}

/** Converts the `fetch` arguments of a db client: an absolute URL and a string body, if any. */
export function dataRequestOfFetch(input: RequestInfo | URL, init: RequestInit = {}): DataRequest {
  const headers: Record<string, string> = Object.create(null);
  const source = init.headers ?? {};
  const entries = Symbol.iterator in source ? source : Object.entries(source);
  for (const [name, value] of entries as Iterable<[string, string]>) headers[name.toLowerCase()] = value;
  return {
    method: init.method ?? 'GET',
    url: String(input),
    headers,
    body: async (limit) => {
      const body = Buffer.from(String(init.body ?? ''));
      if (body.length > limit) throw errors.tooLarge(limit);
      return body;
    },
  };
}

/** Sends it over the network. */
export async function fetchData({ method, url, headers, body }: DataRequest): Promise<DataResponse> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(entries),
    ...(hasBody ? { body: Buffer.from(await body(Number.POSITIVE_INFINITY)) } : {}),
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

export function textOf({ body }: DataResponse): string {
  return typeof body === 'string' ? body : Buffer.from(body ?? []).toString();
}

/**
 * The members of a Response that a db client reads, and no more: a web-standard Response carries a stream, which costs
 * more than all other work on a small response.
 */
export function lightResponseOf(response: DataResponse): Response {
  const { status, headers } = response;
  const light: Pick<Response, 'ok' | 'status' | 'statusText' | 'text'> & { headers: Pick<Headers, 'get' | 'has'> } = {
    ok: status >= 200 && status < 300,
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: {
      get: (name) => headers[name.toLowerCase()]?.toString() ?? null,
      has: (name) => name.toLowerCase() in headers,
    },
    text: async () => textOf(response),
  };
  return light as Response;
}

export function responseOf(dataResponse: DataResponse): Response {
  const { status, body } = dataResponse;
  const headers: Record<string, string> = {};
  const lists: [string, string[]][] = [];
  for (const [name, value] of Object.entries(dataResponse.headers)) {
    if (typeof value === 'string') headers[name] = value;
    else lists.push([name, value]);
  }
  const response = new Response(body, { status, headers });
  for (const [name, values] of lists) for (const value of values) response.headers.append(name, value);
  return response;
}

export function send(response: ServerResponse, { status, headers, body }: DataResponse): void {
  if (body === null) {
    if (status !== 204 && status !== 304) headers['content-length'] ??= '0';
    response.writeHead(status, headers);
    response.end();
    return;
  }
  headers['content-length'] = String(Buffer.byteLength(body));
  response.writeHead(status, headers);
  // Node writes the head and a text in one piece as UTF-8, which would encode the bytes of a header a second time.
  response.end(typeof body === 'string' && hasBytes(headers) ? Buffer.from(body) : body);
}

/** Whether a header holds anything beyond ASCII, one character a byte. */
function hasBytes(headers: DataResponse['headers']): boolean {
  for (const name in headers) if (/[\x80-\xff]/.test(String(headers[name]))) return true;
  return false;
}
