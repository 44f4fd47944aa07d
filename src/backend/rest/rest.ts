import { type Answer, type Call, callOf, responseOf } from '#base/server/call.ts';
import type { Caller, Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { credentialsIn, type Tokens } from '#base/server/tokens.ts';
import { AppError } from '#base/shared/errors.ts';
import { answer } from './answer.ts';
import { CORS, preflight } from './cors.ts';
import { failureOf } from './database-failure.ts';
import { failureAnswer, failures, RestFailure } from './failure.ts';
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
  /** The same on plain data. Never rejects. */
  answer(call: Call): Promise<Answer>;
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

  async function handle(call: Call, caller: Caller, path: string, search: string): Promise<Answer> {
    const { method, headers } = call;
    if (!METHODS.has(method)) throw failures.method(method);
    const cache = known.current() ?? (await known.load().catch(unavailable));
    const schema = schemaOf(call);
    const query = readQueryString(search);
    const asCaller = database.as({ ...caller, request: { method, path, headers, query: query.first } });
    if (path === '/') {
      if (method !== 'GET' && method !== 'HEAD') throw failures.method(method);
      return await openApi({ cache, schema, sql: asCaller, isService: caller.role === 'service_role', base, call });
    }
    const asking: Asking = { cache, schema, method, path, query, headers, body: null };
    if (method !== 'GET' && method !== 'HEAD' && method !== 'DELETE') asking.body = await readBody(call);
    const { plan, input, asked } = planner.planFor(asking);
    const values = plan.binds.map((bind) => bind(input));
    // What a function that is called does to the session nobody knows.
    const [row] = await asCaller.query<PlanRow>(plan.text, values, { keepsSettings: !asked.isCall });
    return answer(asked, plan, row ?? { body: null, rows: 0 });
  }

  function schemaOf({ method, headers }: Call): string {
    const isRead = method === 'GET' || method === 'HEAD';
    const asked = headers[isRead ? 'accept-profile' : 'content-profile'];
    if (asked === undefined) return schemas[0] ?? 'public';
    if (!schemas.includes(asked)) throw failures.schema(asked, schemas);
    return asked;
  }

  async function readBody(call: Call): Promise<string> {
    const bytes = await call.body(bodyLimit);
    const type = call.headers['content-type'] ?? '';
    if (type !== '' && bytes.length > 0 && !/^application\/(json|vnd\.pgrst\.(object|array)\+json)\b/i.test(type)) {
      throw failures.contentType(type);
    }
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw failures.body('The body is not valid UTF-8');
    }
  }

  async function answerTo(call: Call): Promise<Answer> {
    if (call.method === 'OPTIONS') return preflight(call);
    const { path, search } = split(call.url, base);
    if (search.length + path.length > LIMITS.url) {
      throw new RestFailure(414, 'PGRST100', `An address can have ${LIMITS.url} characters, not more.`);
    }
    const { authorization, apikey } = call.headers;
    const credentials = await credentialsIn({ authorization, apikey, url: call.url }, tokens);
    if (credentials.kind === 'missing') {
      return unauthorized('No API key found in request', 'No `apikey` request header or url param was found.');
    }
    if (credentials.kind === 'invalid') return invalidKey(authorization ?? '');
    try {
      return await handle(call, credentials.caller, path, search);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw failureOf(error, credentials.caller.role !== 'anon');
    }
  }

  async function answerOf(call: Call): Promise<Answer> {
    try {
      return await answerTo(call);
    } catch (error) {
      const answer = refused(error, log);
      return call.method === 'HEAD' ? { ...answer, body: null } : answer;
    }
  }

  return {
    fetch: async (request) => responseOf(await answerOf(callOf(request))),
    answer: answerOf,
    reload: known.reload,
    close: known.close,
  };
}

function refused(error: unknown, log: Log): Answer {
  if (error instanceof RestFailure) {
    if (error.status >= 500) log.error({ code: error.code, error: error.message }, 'The data service failed');
    return failureAnswer(error);
  }
  if (error instanceof AppError) return failureAnswer(new RestFailure(error.status, 'PGRST102', error.message));
  log.error({ error: String(error) }, 'The data service failed');
  return failureAnswer(new RestFailure(500, 'PGRSTX00', 'Something went wrong on our side.'));
}

function unavailable(): never {
  throw failures.cacheUnavailable();
}

/** The address without its host: what follows the base, and the query without its mark. */
function split(url: string, base: string): { path: string; search: string } {
  // Of a whole address the host is skipped; a path alone begins with its stroke.
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2);
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
function invalidKey(authorization: string): Answer {
  const bearer = /^Bearer\s+([^.\s]+)\.([^.\s]+)\.([^.\s]+)$/i.exec(authorization);
  if (!bearer) return unauthorized('Invalid API key', 'Double check your `anon` or `service_role` API key.');
  let expired = false;
  try {
    const claims = JSON.parse(Buffer.from(bearer[2] ?? '', 'base64url').toString()) as { exp?: unknown } | null;
    expired = typeof claims?.exp === 'number' && claims.exp * 1000 <= Date.now();
  } catch {
    expired = false;
  }
  return failureAnswer(failures.token(expired));
}

/** As the gateway before such services words it. */
function unauthorized(message: string, hint: string): Answer {
  return {
    status: 401,
    headers: { 'content-type': 'application/json; charset=utf-8', ...CORS },
    body: JSON.stringify({ message, hint }),
  };
}
