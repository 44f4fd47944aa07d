import type { Caller, Database } from '#base/server/database.ts';
import { json, readBytes } from '#base/server/http.ts';
import type { Log } from '#base/server/log.ts';
import { credentialsOf, type Tokens } from '#base/server/tokens.ts';
import { AppError } from '#base/shared/errors.ts';
import { answer } from './answer.ts';
import { CORS, preflight } from './cors.ts';
import { failureOf } from './database-failure.ts';
import { failureResponse, failures, RestFailure } from './failure.ts';
import { LIMITS } from './grammar.ts';
import { createKnownSchema } from './known-schema.ts';
import { openApi } from './openapi.ts';
import type { PlanRow } from './plan.ts';
import { type Asking, createPlanner } from './planner.ts';
import { readQueryString } from './query-string.ts';

export type RestOptions = {
  database: Database;
  tokens: Tokens;
  /** Schemas a client may name; the first is meant where it names none. */
  schemas?: readonly string[];
  /** No answer has more rows, nor has any list embedded in it. */
  maxRows?: number;
  /** What stands before a resource's name; `/` to mount at the root. */
  basePath?: string;
  /** Bytes. */
  bodyLimit?: number;
  log: Log;
};

export type Rest = {
  fetch(request: Request): Promise<Response>;
  /** Reads the database's shape anew. */
  reload(): Promise<void>;
  close(): Promise<void>;
};

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']);

/**
 * The data service: tables, views and functions of a database by HTTP, after PostgREST's published reference
 * (https://docs.postgrest.org/en/stable/references/api.html), under the caller's role and row-level security.
 */
export function createRest(options: RestOptions): Rest {
  const { database, tokens, log } = options;
  const schemas = options.schemas ?? ['public'];
  const bodyLimit = options.bodyLimit ?? 1_048_576;
  const base = (options.basePath ?? '/rest/v1').replace(/\/$/, '');
  const planner = createPlanner(options.maxRows ?? null);
  const known = createKnownSchema({ database, schemas, log, changed: planner.forget });

  async function handle(request: Request, caller: Caller, path: string, search: string): Promise<Response> {
    const { method } = request;
    if (!METHODS.has(method)) throw failures.method(method);
    const cache = known.current() ?? (await known.load().catch(unavailable));
    const schema = schemaOf(request, method);
    const query = readQueryString(search);
    const headers: Record<string, string> = Object.create(null);
    for (const [name, value] of request.headers) headers[name] = value;
    const asCaller = database.as({ ...caller, request: { method, path, headers, query: query.first } });
    if (path === '/') {
      if (method !== 'GET' && method !== 'HEAD') throw failures.method(method);
      return await openApi({ cache, schema, sql: asCaller, isService: caller.role === 'service_role', base, request });
    }
    const asking: Asking = { cache, schema, method, path, query, headers, body: null };
    if (method !== 'GET' && method !== 'HEAD' && method !== 'DELETE') asking.body = await readBody(request);
    const { plan, input, asked } = planner.planFor(asking);
    const values = plan.binds.map((bind) => bind(input));
    const [row] = await asCaller.query<PlanRow>(plan.text, values);
    return answer(asked, plan, row ?? { body: null, rows: 0 });
  }

  function schemaOf(request: Request, method: string): string {
    const isRead = method === 'GET' || method === 'HEAD';
    const asked = request.headers.get(isRead ? 'accept-profile' : 'content-profile');
    if (asked === null) return schemas[0] ?? 'public';
    if (!schemas.includes(asked)) throw failures.schema(asked, schemas);
    return asked;
  }

  async function readBody(request: Request): Promise<string> {
    const type = request.headers.get('content-type');
    if (type !== null && type !== '' && !/^application\/(json|vnd\.pgrst\.(object|array)\+json)\b/i.test(type)) {
      if (request.body !== null) throw failures.contentType(type);
    }
    const bytes = await readBytes(request, bodyLimit);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw failures.body('The body is not valid UTF-8');
    }
  }

  async function answerTo(request: Request): Promise<Response> {
    if (request.method === 'OPTIONS') return preflight(request);
    const { path, search } = split(request.url, base);
    if (search.length + path.length > LIMITS.url) {
      throw new RestFailure(414, 'PGRST100', `An address can have ${LIMITS.url} characters, not more.`);
    }
    const credentials = await credentialsOf(request, tokens);
    if (credentials.kind === 'missing') {
      return json(
        { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
        401,
        CORS,
      );
    }
    if (credentials.kind === 'invalid') return invalidKey(request);
    try {
      return await handle(request, credentials.caller, path, search);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw failureOf(error, credentials.caller.role !== 'anon');
    }
  }

  return {
    fetch: async (request) => {
      try {
        return await answerTo(request);
      } catch (error) {
        const response = refused(error, log);
        return request.method === 'HEAD' ? new Response(null, response) : response;
      }
    },
    reload: known.reload,
    close: known.close,
  };
}

function refused(error: unknown, log: Log): Response {
  if (error instanceof RestFailure) {
    if (error.status >= 500) log.error({ code: error.code, error: error.message }, 'The data service failed');
    return failureResponse(error);
  }
  if (error instanceof AppError) return failureResponse(new RestFailure(error.status, 'PGRST102', error.message));
  log.error({ error: String(error) }, 'The data service failed');
  return failureResponse(new RestFailure(500, 'PGRSTX00', 'Something went wrong on our side.'));
}

function unavailable(): never {
  throw failures.cacheUnavailable();
}

/** The address without its host: what follows the base, and the query without its mark. */
function split(url: string, base: string): { path: string; search: string } {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const hash = url.indexOf('#');
  const end = hash < 0 ? url.length : hash;
  const mark = url.indexOf('?', start);
  const whole = start < 0 ? '/' : url.slice(start, mark < 0 ? end : mark);
  if (!whole.startsWith(base)) throw failures.path();
  const path = whole.slice(base.length) || '/';
  if (!path.startsWith('/')) throw failures.path();
  return { path, search: mark < 0 ? '' : url.slice(mark + 1, end) };
}

/** A token that doesn't hold: as the gateway words it for a key, as the data service does for a session. */
function invalidKey(request: Request): Response {
  const bearer = /^Bearer\s+([^.\s]+)\.([^.\s]+)\.([^.\s]+)$/i.exec(request.headers.get('authorization') ?? '');
  if (!bearer) {
    return json({ message: 'Invalid API key', hint: 'Double check your `anon` or `service_role` API key.' }, 401, CORS);
  }
  let expired = false;
  try {
    const claims = JSON.parse(Buffer.from(bearer[2] ?? '', 'base64url').toString()) as { exp?: unknown } | null;
    expired = typeof claims?.exp === 'number' && claims.exp * 1000 <= Date.now();
  } catch {
    expired = false;
  }
  return failureResponse(failures.token(expired));
}
