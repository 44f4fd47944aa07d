import { type DataRequest, type DataResponse, dataRequestOf, responseOf } from '#base/server/call.ts';
import type { Caller, CallerRole, Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { credentialsIn, type Tokens } from '#base/server/tokens.ts';
import { AppError } from '#base/shared/errors.ts';
import type { Admit } from './admission.ts';
import { exposeHeaders, preflight } from './cors.ts';
import { failureOf } from './database-failure.ts';
import { failureResponse, failures, RestFailure } from './failure.ts';
import { LIMITS } from './grammar.ts';
import { bodyOf } from './payload.ts';
import { createPlanner, type RestRequest } from './planner.ts';
import type { PreferenceRules } from './preferences.ts';
import { canonicalOf, type QueryString, readQueryString } from './query-string.ts';
import type { ReadLimits } from './read-limits.ts';
import { type RequestTarget, targetOf } from './request-target.ts';
import { resourceOptions, schemaOf } from './resource-options.ts';
import { buildResponse } from './response.ts';
import { addCharset, addOperatorHeaders, type Marks, withPrivateCaching } from './response-headers.ts';
import { rootResponse } from './root.ts';
import { runPlan } from './run-plan.ts';
import { createSchemaLoader, type LoadedSchema } from './schema-loader.ts';
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
  recordImpersonation?: string;
  /** Limits of what one request may embed and cost; the published service has none. */
  readLimits?: ReadLimits;
  /** Decides whether a request may run now, and on whose share of the connections. */
  admit?: Admit;
  /** Responses to signed-in users carry `Cache-Control: no-store`. */
  marksPersonalPrivate?: boolean;
  /** Adds `charset=utf-8` to text media types of the database; as published, custom types have none. */
  addsTextCharset?: boolean;
  /** Answers a write to a read-only view with 405 instead of the published 500. */
  reportsViewWrites?: boolean;
  log: Log;
};

export type Rest = {
  fetch(request: Request): Promise<Response>;
  /** The same on plain data. Never rejects. */
  handle(call: DataRequest): Promise<DataResponse>;
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
const BODY_LIMIT = 1_048_576;
const NO_ZONES: ReadonlySet<string> = new Set();

/**
 * The data service: tables, views and functions of a database by HTTP, after PostgREST's published reference
 * (https://docs.postgrest.org/en/stable/references/api.html), under the caller's role and row-level security.
 */
export function createRest(options: RestOptions): Rest {
  const planner = createPlanner();
  const schemaLoader = createSchemaLoader({
    database: options.database,
    settings: options,
    isConfiguredInDatabase: options.isConfiguredInDatabase ?? true,
    log: options.log,
    changed: planner.forget,
  });
  const requests = new RequestHandler(options, planner, schemaLoader);
  const handle = (call: DataRequest) => requests.handle(call);
  return {
    fetch: async (request) => responseOf(await handle(dataRequestOf(request))),
    handle,
    reload: schemaLoader.reload,
    isReady: async () => {
      if (schemaLoader.current() === null) return false;
      const probe = options.database.as({ role: 'anon', claims: { role: 'anon' } }).query('select 1');
      return await probe.then(
        () => true,
        () => false,
      );
    },
    close: schemaLoader.close,
  };
}

class RequestHandler {
  readonly #options: RestOptions;
  readonly #base: string;
  readonly #planner: ReturnType<typeof createPlanner>;
  readonly #schemaLoader: ReturnType<typeof createSchemaLoader>;

  constructor(
    options: RestOptions,
    planner: ReturnType<typeof createPlanner>,
    schemaLoader: ReturnType<typeof createSchemaLoader>,
  ) {
    this.#options = options;
    this.#base = (options.basePath ?? '/rest/v1').replace(/\/$/, '');
    this.#planner = planner;
    this.#schemaLoader = schemaLoader;
  }

  async handle(call: DataRequest): Promise<DataResponse> {
    const start = performance.now();
    const marks: Marks = { start, jwt: start, parse: start, plan: start, transaction: start };
    let response: DataResponse;
    try {
      response = await this.#respond(call, marks);
    } catch (error) {
      response = errorResponse(error, this.#options.log);
      if (call.method === 'HEAD') response = { ...response, body: null };
    }
    exposeHeaders(response, call);
    const settings = this.#schemaLoader.current()?.settings;
    if (settings) addOperatorHeaders(response, call, settings, marks);
    return response;
  }

  async #respond(call: DataRequest, marks: Marks): Promise<DataResponse> {
    const { method, headers } = call;
    if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) return preflight(call);
    const target = targetOf(call.url, this.#base);
    if (target.search.length + target.path.length > LIMITS.url) {
      throw new RestFailure(414, 'PGRST100', `An address can have ${LIMITS.url} characters, not more.`);
    }
    if (!METHODS.has(method)) throw failures.method(method);
    const loaded = this.#schemaLoader.current() ?? (await this.#schemaLoader.load().catch(unavailable));
    if (method === 'OPTIONS') return resourceOptions(loaded, schemaOf(call, loaded.settings.schemas), target.path);
    const { authorization, apikey } = headers;
    const credentials = await credentialsIn(
      { authorization, apikey, url: call.url },
      this.#options.tokens,
      CLOCK_SKEW_SECONDS,
    );
    marks.jwt = performance.now();
    if (credentials.kind === 'invalid') return await invalidToken(authorization, this.#options.tokens);
    const caller = credentials.kind === 'missing' ? anonymousOf(loaded.settings) : credentials.caller;
    if (!caller) return missingKey();
    const { lane, onResponse: answered } = (await this.#options.admit?.(call, caller)) ?? {};
    try {
      const response = await this.#run(call, lane ? { ...caller, lane } : caller, loaded, target, marks);
      await answered?.(response);
      if (this.#options.addsTextCharset) addCharset(response);
      return this.#options.marksPersonalPrivate ? withPrivateCaching(response, caller) : response;
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (error instanceof RestFailure) await answered?.(failureResponse(error));
      const { code, message } = error as { code?: string; message?: string };
      if (lane && code === TIMED_OUT) throw failures.tookTooLong();
      const isViewWrite = VIEW_WRITE_CODES.has(code ?? '') && VIEW_WRITE.test(message ?? '');
      if (this.#options.reportsViewWrites && isViewWrite) throw failures.viewWrite();
      throw failureOf(error, caller.role !== 'anon' && caller.role !== loaded.settings.anonRole);
    }
  }

  async #run(
    call: DataRequest,
    caller: Caller,
    loaded: LoadedSchema,
    { path, search }: RequestTarget,
    marks: Marks,
  ): Promise<DataResponse> {
    const { method, headers } = call;
    const { settings } = loaded;
    const schema = schemaOf(call, settings.schemas);
    const query = readQueryString(search);
    const requester: Caller = { ...caller, request: { method, path, headers, query: query.first } };
    if (path === '/' && settings.rootSpec === null)
      return await rootResponse(loaded, {
        database: this.#options.database,
        schema,
        base: this.#base,
        call,
        caller: requester,
      });
    const incoming = await this.#requestOf(call, requester, loaded, path, query);
    marks.parse = performance.now();
    const { plan, input, responseInput } = this.#planner.planFor(incoming);
    const { preferences } = responseInput;
    const extraSettings = transactionSettings(loaded, caller.role, schema, plan, preferences, headers.cookie);
    marks.plan = performance.now();
    const sql = this.#options.database.as(extraSettings ? { ...requester, settings: extraSettings } : requester);
    const end = preferences.tx ?? (settings.txEnd.startsWith('rollback') ? 'rollback' : 'commit');
    const isRead = method === 'GET' || method === 'HEAD';
    const impersonationHook =
      caller.claims.act !== undefined && !isRead && !plan.isReadOnly ? this.#options.recordImpersonation : undefined;
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
    return plan.isUnobserved && runOptions.preRequests.length === 0 ? { ...response, isUnobserved: true } : response;
  }

  async #requestOf(
    call: DataRequest,
    caller: Caller,
    { cache, settings }: LoadedSchema,
    path: string,
    query: QueryString,
  ): Promise<RestRequest> {
    const { method, headers } = call;
    const request: RestRequest = {
      cache,
      settings,
      rules: await this.#rulesFor(settings, headers.prefer),
      schema: schemaOf(call, settings.schemas),
      method,
      path: path === '/' ? `/rpc/${encodeURIComponent(settings.rootSpec ?? '')}` : path,
      query,
      headers,
      body: null,
      readLimits: caller.role === 'service_role' ? undefined : this.#options.readLimits,
    };
    if (method === 'POST' || method === 'PATCH' || method === 'PUT') {
      const isCall = request.path.startsWith('/rpc/');
      request.body = bodyOf(
        headers['content-type'] ?? null,
        await call.body(this.#options.bodyLimit ?? BODY_LIMIT),
        isCall,
      );
    }
    return request;
  }

  async #rulesFor(settings: RestSettings, prefer: string | undefined): Promise<PreferenceRules> {
    const timezones = prefer?.includes('timezone=') ? await this.#schemaLoader.timezones() : NO_ZONES;
    return { allowsTx: settings.txEnd.endsWith('-allow-override'), timezones };
  }
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
