import { LRUCache } from 'lru-cache';
import type { DataRequest } from '#base/server/call.ts';
import { callPlan } from './call-sql.ts';
import { failures, RestFailure } from './failure.ts';
import { findRoutine } from './find-routine.ts';
import { handlersFor } from './handlers.ts';
import { readAccept, USUAL } from './media.ts';
import type { PlanInput } from './parameters.ts';
import type { Body } from './payload.ts';
import {
  estimateOf,
  limitRoot,
  type Plan,
  type PlanRequest,
  readByKey,
  readContext,
  readStatement,
  readsResponse,
} from './plan.ts';
import { type PreferenceRules, type Preferences, readPreferences } from './preferences.ts';
import { parseQuery, type Query, type QueryString } from './query-string.ts';
import { checkEmbeds, type ReadLimits } from './read-limits.ts';
import { type ReadContext, readSql } from './read-sql.ts';
import { argumentsPayload, type RequestPayload, rowsPayload } from './request-payload.ts';
import type { ResponseInput } from './response.ts';
import { qualified, quoted, type Relation, type SchemaCache, suggestRelation } from './schema-cache.ts';
import type { RestSettings } from './settings.ts';
import { type Window, windowOf } from './window.ts';
import { writePlan } from './write-sql.ts';

/** The parts of a request its statement depends on. */
export type RestRequest = {
  cache: SchemaCache;
  settings: RestSettings;
  rules: PreferenceRules;
  schema: string;
  method: string;
  /** `/table` or `/rpc/function`, percent-encoded. */
  path: string;
  query: QueryString;
  headers: DataRequest['headers'];
  body: Body | null;
  readLimits: ReadLimits | undefined;
};

export type Planned = { plan: Plan; input: PlanInput; responseInput: ResponseInput };

const MAX_CACHED_PLANS = 1_000;
const VERBS: Record<string, 'insert' | 'update' | 'delete' | 'put'> = {
  POST: 'insert',
  PATCH: 'update',
  DELETE: 'delete',
  PUT: 'put',
};
const NO_ARGUMENTS: ReadonlyMap<string, readonly string[]> = new Map();

/** Turns requests into statements and caches the statement of each request shape. */
export function createPlanner(): { planFor(incoming: RestRequest): Planned; forget(): void } {
  const plans = new LRUCache<string, CachedPlan>({ max: MAX_CACHED_PLANS });

  function planFor(incoming: RestRequest): Planned {
    const { method, query, headers, body, settings } = incoming;
    const isRead = method === 'GET' || method === 'HEAD';
    const range = windowOf(query.pairs, isRead ? headers.range : undefined, settings.maxRows);
    const isCall = incoming.path.startsWith('/rpc/');
    const payload = isCall ? argumentsPayload(query, body) : rowsPayload(query, body);
    const key =
      query.shape === '' && query.pairs.length > 0
        ? null
        : `${incoming.readLimits ? 'limited ' : ''}${method} ${incoming.schema}${incoming.path}\n${headers.accept ?? ''}\n${headers.prefer ?? ''}\n${range.shape}${payload.shape}\n${query.shape}`;
    let cached = key === null ? undefined : plans.get(key);
    if (!cached) {
      cached = makePlan(incoming, isCall, range, payload);
      if (key !== null && key.length + cached.plan.text.length < 16_000) plans.set(key, cached);
    }
    const textArguments = payload.textArguments ?? NO_ARGUMENTS;
    return {
      plan: cached.plan,
      input: {
        pairs: query.pairs,
        limit: range.limit,
        offset: range.offset,
        body: payload.text,
        texts: payload.texts,
        textArguments,
      },
      responseInput: {
        method,
        isCall,
        name: cached.name,
        offset: range.offset,
        preferences: cached.preferences,
        hasConflict: cached.hasConflict,
      },
    };
  }

  return { planFor, forget: () => plans.clear() };
}

type CachedPlan = { plan: Plan; preferences: Preferences; name: string; isCall: boolean; hasConflict: boolean };

function makePlan(incoming: RestRequest, isCall: boolean, range: Window, payload: RequestPayload): CachedPlan {
  const { cache, schema, method, headers, settings } = incoming;
  const preferences = readPreferences(headers.prefer ?? null, incoming.rules);
  const name = nameOf(isCall ? incoming.path.slice('/rpc'.length) : incoming.path);
  const query = parseQuery(incoming.query, isCall);
  const maxCost = incoming.readLimits ? checkEmbeds(query.select, incoming.readLimits) : undefined;
  const request: Omit<PlanRequest, 'media'> = {
    cache,
    schema,
    query,
    preferences,
    maxRows: settings.maxRows,
    aggregatesEnabled: settings.aggregatesEnabled,
    hasLimit: range.hasLimit,
    hasOffset: range.hasOffset,
    writtenLimit: range.writtenLimit,
    isHead: method === 'HEAD',
    readsSettings: settings.preRequest !== null,
  };
  if (isCall) {
    const plan = { ...planCall(request, incoming, name, payload), maxCost };
    return { plan, preferences, name, isCall, hasConflict: false };
  }
  const relation = relationOf(cache, schema, name);
  const hasConflict = relation.key.length > 0 || query.conflict !== null;
  const plan = { ...planTable(request, incoming, relation, payload), maxCost };
  return { plan, preferences, name, isCall, hasConflict };
}

function planTable(
  base: Omit<PlanRequest, 'media'>,
  incoming: RestRequest,
  relation: Relation,
  payload: RequestPayload,
): Plan {
  const { cache, query } = base;
  const handlers = handlersFor(cache.handlers, relation.oid, isWhole(query));
  const offer = { ...USUAL, planEnabled: incoming.settings.planEnabled, hasGeoJson: cache.geoJson !== null, handlers };
  const request: PlanRequest = { ...base, media: readAccept(incoming.headers.accept ?? null, offer) };
  const verb = VERBS[incoming.method];
  if (verb) {
    const { names, isObject, texts } = payload;
    return writePlan({
      ...request,
      verb,
      relation,
      columns: names ?? [],
      isObject,
      isFlat: texts !== null,
      maxRows: null,
    });
  }
  const from = qualified(relation);
  const alias = quoted(relation.name);
  const source = { from, alias, label: relation.name, relation, columns: relation.columns };
  const read = (within: ReadContext) => readSql(within, source);
  const context = readContext(request);
  const select = read(context);
  limitRoot(context, select, request);
  const byKey = readByKey(request, select);
  // A view may call a function that writes; reading a table can't write.
  const isReadOnly = relation.isView;
  const estimate = estimateOf(request, read);
  return {
    text: byKey ?? readStatement(request, select, '', null),
    binds: context.parameters.binds,
    media: request.media,
    isOne: false,
    isByRow: byKey !== null,
    isVoid: false,
    isReadOnly,
    readsResponse: byKey === null && readsResponse(request, select),
    estimate,
  };
}

function isWhole(query: Query): boolean {
  const [only] = query.select;
  return query.select.length === 1 && only?.kind === 'field' && only.field.name === '*' && !only.aggregate;
}

function planCall(
  base: Omit<PlanRequest, 'media'>,
  incoming: RestRequest,
  name: string,
  payload: RequestPayload,
): Plan {
  const { method } = incoming;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') throw failures.rpcMethod(method);
  const { cache } = base;
  const argumentNames = payload.names ?? [];
  const { routine, isWhole: takesAll } = findRoutine(cache, {
    schema: base.schema,
    name,
    argumentNames,
    body: payload.body,
  });
  if (payload.names === null && !takesAll) throw failures.body('The body must be a JSON object of the arguments');
  if (base.preferences.maxAffected !== null && !routine.returnsSet) throw failures.affectedCall();
  const offer = {
    planEnabled: incoming.settings.planEnabled,
    hasGeoJson: cache.geoJson !== null,
    handlers: handlersFor(cache.handlers, routine.relationOid, isWhole(base.query)),
    own: routine.media,
  };
  return callPlan({
    ...base,
    media: readAccept(incoming.headers.accept ?? null, offer),
    routine,
    argumentNames: takesAll ? null : argumentNames,
    isText: payload.textArguments !== null,
    isReadOnly: method !== 'POST' || routine.volatility !== 'volatile',
  });
}

/** @throws {RestFailure} PGRST205 */
export function relationOf(cache: SchemaCache, schema: string, name: string): Relation {
  const relation = cache.relation(schema, name);
  if (relation) return relation;
  const near = suggestRelation(cache, schema, name);
  throw new RestFailure(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`, {
    hint: near ? `Perhaps you meant the table '${schema}.${near}'` : null,
  });
}

/** The decoded name after the slash of a path. @throws {RestFailure} PGRST125 */
export function nameOf(path: string): string {
  const name = path.slice(1);
  if (name === '' || name.includes('/')) throw failures.path();
  try {
    return decodeURIComponent(name);
  } catch {
    throw failures.path();
  }
}
