import { type DataRequest, type DataResponse, dataRequestOf, responseOf } from '#base/server/call.ts';
import type { Caller, CallerRole, Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { credentialsIn, type Tokens } from '#base/server/tokens.ts';
import { AppError } from '#base/shared/errors.ts';
import type { Admit } from './admission.ts';
import { exposeHeaders, preflight, restrictOrigin } from './cors.ts';
import { failureOf } from './database-failure.ts';
import { failureResponse, failures, RestFailure } from './failure.ts';
import { LIMITS } from './grammar.ts';
import { createSchemaLoader, type LoadedSchema } from './known-schema.ts';
import { bodyOf } from './payload.ts';
import { createPlanner, type RestRequest } from './planner.ts';
import type { PreferenceRules } from './preferences.ts';
import { canonicalOf, readQueryString } from './query-string.ts';
import type { ReadLimits } from './read-limits.ts';
import { resourceOptions, schemaOf } from './resource-options.ts';
import { buildResponse } from './response.ts';
import { rootResponse } from './root.ts';
import { runPlan } from './run-plan.ts';
import type { RestSettings } from './settings.ts';
import { CLOCK_SKEW_SECONDS, invalidToken, missingKey } from './token-failure.ts';
import { transactionSettings } from './transaction-settings.ts';

export type RestOptions = Partial<RestSettings> & {
  database: Database;
  tokens: Tokens;
  /** Path prefix of the resources; `/` to mount at the root. */
  basePath?: string;
  /** Bytes. */
  bodyLimit?: number;
  /** `PGRST_DB_CONFIG`: settings `pgrst.*` of the database's login role override these. */
  isConfiguredInDatabase?: boolean;
  /**
   * `schema.function`, called in the transaction of every write under impersonation (claim `act`, RFC 8693), like a
   * pre-request function: it reads the request from the settings.
   */
  noteActing?: string;
  /** Limits of what one request may embed and cost; the published service has none. */
  readLimits?: ReadLimits;
  /** Decides whether a request may run now, and on whose share of the connections. */
  admit?: Admit;
  /** Responses to signed-in users carry `Cache-Control: no-store`. */
  keepsPersonsPrivate?: boolean;
  /** Adds `charset=utf-8` to text media types of the database; as published, custom types have none. */
  textSaysCharset?: boolean;
  /** Answers a write to a read-only view with 405 instead of the published 500. */
  answersViewWrites?: boolean;
  log: Log;
};

export type Rest = {
  fetch(request: Request): Promise<Response>;
  /** The same on plain data. Never rejects. */
  answer(call: DataRequest): Promise<DataResponse>;
  /** Reloads the schema cache and the settings from the database. */
  reload(): Promise<void>;
  /**
   * Whether the schema cache is loaded and a client's query succeeds.
   * Source: https://docs.postgrest.org/en/stable/references/admin_server.html#ready
   */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
};

/** SQLSTATE of a statement that ran into its timeout. */
const TIMED_OUT = '57014';

/** SQLSTATEs and message prefix of PostgreSQL's error for a write to a read-only view. */
const VIEW_WRITE_CODES = new Set(['55000', '42809']);
const VIEW_WRITE = /^cannot (?:(?:insert into|update|delete from|merge into) view|change materialized view) /;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
const NO_ZONES: ReadonlySet<string> = new Set();

/** When each phase of a request ended (`performance.now()`, milliseconds). */
type Marks = { start: number; jwt: number; parse: number; plan: number; transaction: number };

/**
 * The data service: tables, views and functions of a database by HTTP, after PostgREST's published reference
 * (https://docs.postgrest.org/en/stable/references/api.html), under the caller's role and row-level security.
 */
export function createRest(options: RestOptions): Rest {
  const { database, tokens, log } = options;
  const bodyLimit = options.bodyLimit ?? 1_048_576;
  const base = (options.basePath ?? '/rest/v1').replace(/\/$/, '');
  const planner = createPlanner();
  const isConfiguredInDatabase = options.isConfiguredInDatabase ?? true;
  const schemaLoader = createSchemaLoader({
    database,
    settings: options,
    isConfiguredInDatabase,
    log,
    changed: planner.forget,
  });

  async function rulesFor(settings: RestSettings, prefer: string | undefined): Promise<PreferenceRules> {
    const timezones = prefer?.includes('timezone=') ? await schemaLoader.timezones() : NO_ZONES;
    return { allowsTx: settings.txEnd.endsWith('-allow-override'), timezones };
  }

  async function handle(
    call: DataRequest,
    caller: Caller,
    loaded: LoadedSchema,
    { path, search }: RequestTarget,
    marks: Marks,
  ): Promise<DataResponse> {
    const { method, headers } = call;
    const { cache, settings } = loaded;
    const schema = schemaOf(call, settings.schemas);
    const query = readQueryString(search);
    const requester: Caller = { ...caller, request: { method, path, headers, query: query.first } };
    const isRoot = path === '/';
    if (isRoot && settings.rootSpec === null)
      return await rootResponse(loaded, { database, schema, base, call, caller: requester });
    const incoming: RestRequest = {
      cache,
      settings,
      rules: await rulesFor(settings, headers.prefer),
      schema,
      method,
      path: isRoot ? `/rpc/${encodeURIComponent(settings.rootSpec ?? '')}` : path,
      query,
      headers,
      body: null,
      readLimits: caller.role === 'service_role' ? undefined : options.readLimits,
    };
    if (method === 'POST' || method === 'PATCH' || method === 'PUT') {
      const isCall = incoming.path.startsWith('/rpc/');
      incoming.body = bodyOf(headers['content-type'] ?? null, await call.body(bodyLimit), isCall);
    }
    marks.parse = performance.now();
    const { plan, input, responseInput } = planner.planFor(incoming);
    const { preferences } = responseInput;
    const extraSettings = transactionSettings(loaded, caller.role, schema, plan, preferences, headers.cookie);
    marks.plan = performance.now();
    const sql = database.as(extraSettings ? { ...requester, settings: extraSettings } : requester);
    const end = preferences.tx ?? (settings.txEnd.startsWith('rollback') ? 'rollback' : 'commit');
    const isRead = method === 'GET' || method === 'HEAD';
    const impersonationHook =
      caller.claims.act !== undefined && !isRead && !plan.isReadOnly ? options.noteActing : undefined;
    const runOptions = {
      preRequests: [settings.preRequest, impersonationHook].filter((name) => typeof name === 'string'),
      isRolledBack: end === 'rollback',
      keepsSettings: !responseInput.isCall,
      isRead: !responseInput.isCall && isRead,
    };
    const row = await runPlan(sql, plan, input, runOptions);
    marks.transaction = performance.now();
    const response = buildResponse(
      responseInput,
      plan,
      row,
      settings.schemas.length > 1 ? schema : null,
      canonicalOf(query),
    );
    return plan.isUnheard && runOptions.preRequests.length === 0 ? { ...response, isUnheard: true } : response;
  }

  async function respond(call: DataRequest, marks: Marks): Promise<DataResponse> {
    const { method, headers } = call;
    if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) return preflight(call);
    const target = targetOf(call.url, base);
    if (target.search.length + target.path.length > LIMITS.url) {
      throw new RestFailure(414, 'PGRST100', `An address can have ${LIMITS.url} characters, not more.`);
    }
    if (!METHODS.has(method)) throw failures.method(method);
    const loaded = schemaLoader.current() ?? (await schemaLoader.load().catch(unavailable));
    if (method === 'OPTIONS') return resourceOptions(loaded, schemaOf(call, loaded.settings.schemas), target.path);
    const { authorization, apikey } = headers;
    const credentials = await credentialsIn({ authorization, apikey, url: call.url }, tokens, CLOCK_SKEW_SECONDS);
    marks.jwt = performance.now();
    if (credentials.kind === 'invalid') return await invalidToken(authorization, tokens);
    const caller = credentials.kind === 'missing' ? anonymousOf(loaded.settings) : credentials.caller;
    if (!caller) return missingKey();
    const { lane, answered } = (await options.admit?.(call, caller)) ?? {};
    try {
      const response = await handle(call, lane ? { ...caller, lane } : caller, loaded, target, marks);
      await answered?.(response);
      if (options.textSaysCharset) addCharset(response);
      return options.keepsPersonsPrivate ? withPrivateCaching(response, caller) : response;
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (error instanceof RestFailure) await answered?.(failureResponse(error));
      const { code, message } = error as { code?: string; message?: string };
      if (lane && code === TIMED_OUT) throw failures.tookTooLong();
      const isViewWrite = VIEW_WRITE_CODES.has(code ?? '') && VIEW_WRITE.test(message ?? '');
      if (options.answersViewWrites && isViewWrite) throw failures.viewWrite();
      throw failureOf(error, caller.role !== 'anon' && caller.role !== loaded.settings.anonRole);
    }
  }

  async function handleRequest(call: DataRequest): Promise<DataResponse> {
    const start = performance.now();
    const marks: Marks = { start, jwt: start, parse: start, plan: start, transaction: start };
    let response: DataResponse;
    try {
      response = await respond(call, marks);
    } catch (error) {
      response = errorResponse(error, log);
      if (call.method === 'HEAD') response = { ...response, body: null };
    }
    exposeHeaders(response, call);
    const settings = schemaLoader.current()?.settings;
    if (settings) addOperatorHeaders(response, call, settings, marks);
    return response;
  }

  return {
    fetch: async (request) => responseOf(await handleRequest(dataRequestOf(request))),
    answer: handleRequest,
    reload: schemaLoader.reload,
    isReady: async () => {
      if (schemaLoader.current() === null) return false;
      const probe = database.as({ role: 'anon', claims: { role: 'anon' } }).query('select 1');
      return await probe.then(
        () => true,
        () => false,
      );
    },
    close: schemaLoader.close,
  };
}

/** Adds CORS, trace and timing headers as configured. */
function addOperatorHeaders(response: DataResponse, call: DataRequest, settings: RestSettings, marks: Marks): void {
  const { corsOrigins, serverTraceHeader, serverTimingEnabled } = settings;
  if (corsOrigins !== null) restrictOrigin(response, call, corsOrigins);
  const trace = serverTraceHeader === null ? undefined : call.headers[serverTraceHeader.toLowerCase()];
  if (serverTraceHeader !== null && trace !== undefined) response.headers[serverTraceHeader.toLowerCase()] = trace;
  if (serverTimingEnabled) response.headers['server-timing'] = timingOf(marks);
}

/** Source: https://docs.postgrest.org/en/stable/references/observability.html#server-timing-header */
function timingOf({ start, jwt, parse, plan, transaction }: Marks): string {
  const spans: [string, number, number][] = [
    ['jwt', start, jwt],
    ['parse', jwt, parse],
    ['plan', parse, plan],
    ['transaction', plan, transaction],
    ['response', transaction, performance.now()],
  ];
  return spans.map(([name, from, to]) => `${name};dur=${Math.max(0, to - from).toFixed(1)}`).join(', ');
}

/** Keeps shared caches from storing a signed-in user's response. */
function withPrivateCaching(response: DataResponse, { role }: Caller): DataResponse {
  if (role === 'anon') return response;
  response.headers['cache-control'] ??= 'no-store';
  const { vary } = response.headers;
  response.headers.vary = vary === undefined ? 'authorization, apikey' : `${vary}, authorization, apikey`;
  return response;
}

function addCharset({ headers }: DataResponse): void {
  const type = headers['content-type'];
  if (typeof type === 'string' && /^text\/[^;]+$/i.test(type)) headers['content-type'] = `${type}; charset=utf-8`;
}

function anonymousOf({ anonRole }: RestSettings): Caller | null {
  if (anonRole === null) return null;
  return { role: anonRole as CallerRole, claims: { role: anonRole } };
}

function errorResponse(error: unknown, log: Log): DataResponse {
  if (error instanceof RestFailure) {
    if (error.status >= 500) log.error({ code: error.code, error: error.message }, 'The data service failed');
    return failureResponse(error);
  }
  if (error instanceof AppError) {
    const code = error.status === 429 ? error.code : 'PGRST102';
    return failureResponse(new RestFailure(error.status, code, error.message, { headers: error.headers }));
  }
  log.error({ error: String(error) }, 'The data service failed');
  return failureResponse(new RestFailure(500, 'PGRSTX00', 'Something went wrong on our side.'));
}

function unavailable(): never {
  throw failures.cacheUnavailable();
}

type RequestTarget = { path: string; search: string };

/** Splits a URL into the path after the base path and the query string without its question mark. */
function targetOf(url: string, base: string): RequestTarget {
  // An absolute URL: skip scheme and host.
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2);
  const hash = url.indexOf('#');
  const end = hash < 0 ? url.length : hash;
  const mark = url.indexOf('?', start);
  const fullPath = start < 0 ? '/' : url.slice(start, mark < 0 ? end : mark);
  if (!fullPath.startsWith(base)) throw failures.path();
  const path = fullPath.slice(base.length) || '/';
  if (!path.startsWith('/')) throw failures.path();
  return { path, search: mark < 0 ? '' : url.slice(mark + 1, end) };
}
