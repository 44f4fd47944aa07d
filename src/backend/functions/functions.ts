import type { Caller } from '#base/server/database.ts';
import { json, readBytes } from '#base/server/http.ts';
import { type Log, silentLog } from '#base/server/log.ts';
import { credentialsOf, isOpaqueKey, type Tokens } from '#base/server/tokens.ts';
import { AppError } from '#base/shared/errors.ts';

/** A server function: the request as it came, and who called (null where the function asks for no token). */
export type FunctionHandler = (request: Request, caller: Caller | null) => Promise<Response>;

export type ServerFunction = {
  handle: FunctionHandler;
  /** false: callable without a token, for what other services call. Default true. */
  verifyToken?: boolean;
};

export type FunctionsOptions = {
  tokens: Tokens;
  /** Where a function's failure is told in full; its caller learns an id. */
  log?: Log;
  /** By name: letters, digits, `-` and `_`. */
  handlers: Readonly<Record<string, ServerFunction>>;
  /** Bytes a body may have. */
  bodyLimit?: number;
  /** A function that has not begun to answer by then is given up. */
  timeoutMs?: number;
  /** An answer that has not ended by then is broken off. */
  lifetimeMs?: number;
};

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type, x-region',
  'access-control-allow-methods': 'POST, GET, HEAD, OPTIONS, PUT, PATCH, DELETE',
  'access-control-expose-headers': 'x-relay-error, sb-request-id, x-request-id',
};
const ASKED_HEADERS_LENGTH = 2000;

/**
 * `/functions/v1/{name}`, after the hosted service's gateway: a preflight for every name, 401 without a valid token,
 * 404 `NOT_FOUND` for a name that is none. What follows the name belongs to the function. There is one region, so
 * `x-region` is passed over. Where the gateway gives up, not the function, the answer carries `x-relay-error`.
 */
export function createFunctions(options: FunctionsOptions): { fetch(request: Request): Promise<Response> } {
  const { tokens, log = silentLog, bodyLimit = 6 * 1024 * 1024, timeoutMs = 150_000, lifetimeMs = 400_000 } = options;
  const handlers = new Map(Object.entries(options.handlers));

  async function answer(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname;
    const name = path.slice(path.indexOf('/functions/v1') + '/functions/v1'.length).split('/')[1] ?? '';
    const found = handlers.get(name);
    if (!found) return refusal(404, 'NOT_FOUND', 'Requested function was not found');
    const credentials = await credentialsOf(request, tokens);
    // A publishable or secret key is no token: it says which program calls, not who.
    const isProven = credentials.kind === 'caller' && !isOpaqueKey(credentials.token);
    if (found.verifyToken !== false && !isProven) {
      return refusal(
        401,
        'UNAUTHORIZED',
        credentials.kind === 'missing' ? 'Missing authorization header' : 'Invalid JWT',
      );
    }
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    // Read here, so that no function can forget the limit.
    const body = hasBody ? await readBytes(request, bodyLimit) : undefined;
    const patience = new AbortController();
    const given = new Request(request.url, {
      method: request.method,
      headers: request.headers,
      body,
      // A function may listen for its caller's going and for the end of its time.
      signal: AbortSignal.any([request.signal, patience.signal]),
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Response>((resolve) => {
      timer = setTimeout(() => {
        resolve(refusal(504, 'TIMEOUT', 'The function took too long to answer', { 'x-relay-error': 'true' }));
        patience.abort();
      }, timeoutMs);
    });
    try {
      const caller = credentials.kind === 'caller' ? credentials.caller : null;
      const response = await Promise.race([found.handle(given, caller), late]);
      if (!response.body) return response;
      return new Response(
        bounded(response.body, lifetimeMs, () => patience.abort()),
        response,
      );
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    fetch: async (request) => {
      if (request.method === 'OPTIONS') {
        const asked = request.headers.get('access-control-request-headers')?.slice(0, ASKED_HEADERS_LENGTH);
        return new Response('ok', {
          headers: { ...CORS, ...(asked ? { 'access-control-allow-headers': asked } : {}) },
        });
      }
      let response: Response;
      try {
        response = await answer(request);
      } catch (error) {
        if (error instanceof AppError) response = refusal(error.status, error.code.toUpperCase(), error.message);
        else {
          const id = crypto.randomUUID();
          log.error({ id, error: String(error) }, 'a server function failed');
          response = refusal(500, 'WORKER_ERROR', `The function failed (${id})`);
        }
      }
      const headers = new Headers(response.headers);
      for (const [header, value] of Object.entries(CORS)) if (!headers.has(header)) headers.set(header, value);
      return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
    },
  };
}

/** An answer for as long as it may last; `end` tells its function when time is up or nobody listens any more. */
function bounded(body: ReadableStream<Uint8Array>, ms: number, end: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const leave = (reason: unknown) => {
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
          void leave(reason);
        }, ms);
        timer.unref();
      },
      async pull(controller) {
        const piece = await reader.read().catch((error: unknown) => {
          clearTimeout(timer);
          throw error;
        });
        if (!piece.done) return controller.enqueue(piece.value);
        clearTimeout(timer);
        controller.close();
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}

function refusal(status: number, code: string, message: string, headers?: Record<string, string>): Response {
  return json({ code, message }, status, headers);
}
