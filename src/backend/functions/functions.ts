import type { Caller } from '#base/server/database.ts';
import { json, readBytes } from '#base/server/http.ts';
import { type Log, silentLog } from '#base/server/log.ts';
import { credentialsOf, isOpaqueKey, type Tokens } from '#base/server/tokens.ts';
import { AppError } from '#base/shared/errors.ts';

/** A server function; `caller` is null where the function does not require a token. */
export type FunctionHandler = (request: Request, caller: Caller | null) => Promise<Response>;

export type ServerFunction = {
  handle: FunctionHandler;
  /** false: callable without a token, for what other services call. Default true. */
  verifyToken?: boolean;
};

export type FunctionsOptions = {
  tokens: Tokens;
  /** Receives the full error of a failed function; the caller only gets an id. */
  log?: Log;
  /** By name: letters, digits, `-` and `_`. */
  handlers: Readonly<Record<string, ServerFunction>>;
  /** Maximum bytes of a request body. */
  bodyLimit?: number;
  /** Milliseconds until the response must begin; then the caller gets 504 `TIMEOUT`. */
  timeoutMs?: number;
  /** Milliseconds until the response body must have ended; then the stream is aborted. */
  lifetimeMs?: number;
};

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type, x-region',
  'access-control-allow-methods': 'POST, GET, HEAD, OPTIONS, PUT, PATCH, DELETE',
  'access-control-expose-headers': 'x-relay-error, sb-request-id, x-request-id',
};
const MAX_REQUESTED_HEADERS_LENGTH = 2000;

/**
 * Routes `/functions/v1/{name}` as the hosted service's gateway does: answers preflights for every name, 401 without a
 * valid token, 404 `NOT_FOUND` for an unknown name. The path after the name is left to the function. There is one
 * region, so `x-region` is ignored. Errors of the gateway, not of the function, carry `x-relay-error`.
 */
export function createFunctions(options: FunctionsOptions): { fetch(request: Request): Promise<Response> } {
  const { tokens, log = silentLog, bodyLimit = 6 * 1024 * 1024, timeoutMs = 150_000, lifetimeMs = 400_000 } = options;
  const handlers = new Map(Object.entries(options.handlers));

  async function handle(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname;
    const name = path.slice(path.indexOf('/functions/v1') + '/functions/v1'.length).split('/')[1] ?? '';
    const entry = handlers.get(name);
    if (!entry) return errorResponse(404, 'NOT_FOUND', 'Requested function was not found');
    const credentials = await credentialsOf(request, tokens);
    // A publishable or secret key is no user token: it identifies the program, not the user.
    const isProven = credentials.kind === 'caller' && !isOpaqueKey(credentials.token);
    if (entry.verifyToken !== false && !isProven) {
      return errorResponse(
        401,
        'UNAUTHORIZED',
        credentials.kind === 'missing' ? 'Missing authorization header' : 'Invalid JWT',
      );
    }
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    // Read here, so that no function can forget the size limit.
    const body = hasBody ? await readBytes(request, bodyLimit) : undefined;
    const caller = credentials.kind === 'caller' ? credentials.caller : null;
    return run(entry, request, body, caller, { timeoutMs, lifetimeMs });
  }

  return {
    fetch: async (request) => {
      if (request.method === 'OPTIONS') return preflight(request);
      let response: Response;
      try {
        response = await handle(request);
      } catch (error) {
        response = failureOf(error, log);
      }
      const headers = new Headers(response.headers);
      for (const [header, value] of Object.entries(CORS)) if (!headers.has(header)) headers.set(header, value);
      return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
    },
  };
}

/** Runs a function, which must begin and end its response in time. */
async function run(
  entry: ServerFunction,
  request: Request,
  body: BodyInit | undefined,
  caller: Caller | null,
  { timeoutMs, lifetimeMs }: { timeoutMs: number; lifetimeMs: number },
): Promise<Response> {
  const deadline = new AbortController();
  const forwarded = new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body,
    // A function can watch this signal for a client that disconnects and for the timeout.
    signal: AbortSignal.any([request.signal, deadline.signal]),
  });
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<Response>((resolve) => {
    timer = setTimeout(() => {
      resolve(errorResponse(504, 'TIMEOUT', 'The function took too long to answer', { 'x-relay-error': 'true' }));
      deadline.abort();
    }, timeoutMs);
  });
  try {
    const response = await Promise.race([entry.handle(forwarded, caller), timedOut]);
    if (!response.body) return response;
    return new Response(
      withLifetime(response.body, lifetimeMs, () => deadline.abort()),
      response,
    );
  } finally {
    clearTimeout(timer);
  }
}

function preflight(request: Request): Response {
  const requestedHeaders = request.headers
    .get('access-control-request-headers')
    ?.slice(0, MAX_REQUESTED_HEADERS_LENGTH);
  return new Response('ok', {
    headers: { ...CORS, ...(requestedHeaders ? { 'access-control-allow-headers': requestedHeaders } : {}) },
  });
}

function failureOf(error: unknown, log: Log): Response {
  if (error instanceof AppError) return errorResponse(error.status, error.code.toUpperCase(), error.message);
  const id = crypto.randomUUID();
  log.error({ id, error: String(error) }, 'a server function failed');
  return errorResponse(500, 'WORKER_ERROR', `The function failed (${id})`);
}

/** Limits how long a response body may stream; `end` aborts the function on timeout or when the client disconnects. */
function withLifetime(body: ReadableStream<Uint8Array>, ms: number, end: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const cancel = (reason: unknown) => {
    clearTimeout(timer);
    end();
    return reader.cancel(reason).catch(() => {});
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setTimeout(() => {
          const reason = new Error('The function took too long to end its answer');
          controller.error(reason);
          void cancel(reason);
        }, ms);
        timer.unref();
      },
      async pull(controller) {
        const chunk = await reader.read().catch((error: unknown) => {
          clearTimeout(timer);
          throw error;
        });
        if (!chunk.done) return controller.enqueue(chunk.value);
        clearTimeout(timer);
        controller.close();
      },
      cancel: cancel,
    },
    { highWaterMark: 0 },
  );
}

function errorResponse(status: number, code: string, message: string, headers?: Record<string, string>): Response {
  return json({ code, message }, status, headers);
}
