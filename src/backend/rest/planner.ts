import type { Call } from '#base/server/call.ts';
import type { Asked } from './answer.ts';
import { callPlan, findRoutine } from './call-sql.ts';
import { failures, RestFailure } from './failure.ts';
import { readAccept } from './media.ts';
import type { PlanInput } from './parameters.ts';
import { readArguments, readPayload } from './payload.ts';
import { limitRoot, type Plan, type PlanRequest, readContext, readStatement } from './plan.ts';
import { type Preferences, readPreferences } from './preferences.ts';
import { type Pair, parseQuery, type Query, type QueryString, readNumber } from './query-string.ts';
import { readSql } from './read-sql.ts';
import { nearRelation, qualified, quoted, type Relation, type SchemaCache } from './schema-cache.ts';
import { writePlan } from './write-sql.ts';

/** One request, as far as its statement depends on it. */
export type Asking = {
  cache: SchemaCache;
  schema: string;
  method: string;
  /** `/table` or `/rpc/function`, still encoded. */
  path: string;
  query: QueryString;
  headers: Call['headers'];
  body: string | null;
};

export type Planned = { plan: Plan; input: PlanInput; asked: Asked };

const KEPT_PLANS = 1_000;
const VERBS: Record<string, 'insert' | 'update' | 'delete' | 'put'> = {
  POST: 'insert',
  PATCH: 'update',
  DELETE: 'delete',
  PUT: 'put',
};

/** Turns requests into statements, and keeps the statement of every shape of request it has seen. */
export function createPlanner(maxRows: number | null): { planFor(asking: Asking): Planned; forget(): void } {
  const plans = new Map<string, { plan: Plan; preferences: Preferences; name: string; isCall: boolean }>();

  function planFor(asking: Asking): Planned {
    const { method, query, headers } = asking;
    const isRead = method === 'GET' || method === 'HEAD';
    const range = window(query.pairs, isRead ? headers.range : undefined, maxRows);
    const isCall = asking.path.startsWith('/rpc/');
    const sent = sentBy(asking, isCall);
    const key =
      query.shape === '' && query.pairs.length > 0
        ? null
        : `${method} ${asking.schema}${asking.path}\n${headers.accept ?? ''}\n${headers.prefer ?? ''}\n${range.shape}${sent.shape}\n${query.shape}`;
    let kept = key === null ? undefined : plans.get(key);
    if (!kept) {
      kept = make(asking, isCall, range, sent);
      if (key !== null && key.length + kept.plan.text.length < 16_000) {
        if (plans.size >= KEPT_PLANS) plans.delete(plans.keys().next().value ?? '');
        plans.set(key, kept);
      }
    }
    return {
      plan: kept.plan,
      input: { pairs: query.pairs, limit: range.limit, offset: range.offset, body: sent.text },
      asked: { method, isCall, relationName: kept.name, offset: range.offset, preferences: kept.preferences },
    };
  }

  function make(asking: Asking, isCall: boolean, range: Window, sent: Sent) {
    const { cache, schema, method, headers } = asking;
    const preferences = readPreferences(headers.prefer ?? null);
    const name = nameOf(isCall ? asking.path.slice('/rpc'.length) : asking.path);
    const query = parseQuery(asking.query, isCall);
    const request: PlanRequest = {
      cache,
      schema,
      query,
      media: readAccept(headers.accept ?? null),
      preferences,
      maxRows,
      hasLimit: range.hasLimit,
      hasOffset: range.hasOffset,
      isHead: method === 'HEAD',
    };
    const plan = isCall
      ? planCall(request, method, name, sent)
      : planTable(request, method, relationOf(cache, schema, name), sent);
    return { plan, preferences, name, isCall };
  }

  return { planFor, forget: () => plans.clear() };
}

function planTable(request: PlanRequest, method: string, relation: Relation, sent: Sent): Plan {
  const verb = VERBS[method];
  if (verb) {
    return writePlan({ ...request, verb, relation, columns: sent.names ?? [], isObject: sent.isObject, maxRows: null });
  }
  const context = readContext(request);
  const from = qualified(relation);
  const alias = quoted(relation.name);
  const select = readSql(context, { from, alias, label: relation.name, relation, columns: relation.columns });
  limitRoot(context, select, request);
  const text = readStatement(request, select, '', null);
  return { text, binds: context.parameters.binds, media: request.media, isOne: false, isVoid: false };
}

function planCall(request: PlanRequest, method: string, name: string, sent: Sent): Plan {
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') throw failures.rpcMethod(method);
  const isPost = method === 'POST';
  const given = sent.names ?? [];
  const { routine, isWhole } = findRoutine(request.cache, { schema: request.schema, name, given, isPost });
  if (sent.names === null && !isWhole) throw failures.body('The body must be a JSON object of the arguments');
  return callPlan({ ...request, routine, given: isWhole ? null : given, isReadOnly: !isPost });
}

function relationOf(cache: SchemaCache, schema: string, name: string): Relation {
  const relation = cache.relation(schema, name);
  if (relation) return relation;
  const near = nearRelation(cache, schema, name);
  throw new RestFailure(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`, {
    hint: near ? `Perhaps you meant the table '${schema}.${near}'` : null,
  });
}

function nameOf(path: string): string {
  const name = path.slice(1);
  if (name === '' || name.includes('/')) throw failures.path();
  try {
    return decodeURIComponent(name);
  } catch {
    throw failures.path();
  }
}

type Window = { limit: number | null; offset: number; hasLimit: boolean; hasOffset: boolean; shape: string };

/** Which of the root's rows are wanted: by `limit` and `offset`, else by the Range header. */
function window(pairs: readonly Pair[], range: string | undefined, maxRows: number | null): Window {
  let limit: number | null = null;
  let offset = 0;
  let hasOffset = false;
  for (const pair of pairs) {
    if (pair.kind !== 'number') continue;
    if (pair.key === 'limit') limit ??= readNumber(pair.value, 'limit');
    else if (pair.key === 'offset' && !hasOffset) {
      offset = readNumber(pair.value, 'offset');
      hasOffset = true;
    }
  }
  const bounds = range && limit === null && !hasOffset ? /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(range) : null;
  if (bounds) {
    offset = Number(bounds[1]);
    hasOffset = true;
    if (bounds[2] !== undefined) {
      limit = Number(bounds[2]) - offset + 1;
      if (limit < 1) throw failures.invertedRange();
    }
  }
  const hasLimit = limit !== null;
  if (maxRows !== null) limit = Math.min(limit ?? maxRows, maxRows);
  return { limit, offset, hasLimit, hasOffset, shape: `${hasLimit ? 'l' : ''}${hasOffset ? 'o' : ''}` };
}

/** `names` null: the body is no object, only a function of one unnamed argument can take it. */
type Sent = { text: string | null; names: readonly string[] | null; isObject: boolean; shape: string };

const NOTHING: Sent = { text: null, names: [], isObject: true, shape: '' };

function sentBy(asking: Asking, isCall: boolean): Sent {
  const { query, body } = asking;
  if (isCall) {
    if (body !== null) {
      const { text, names } = readArguments(body);
      return { text, names, isObject: true, shape: shapeOf(names) };
    }
    return argumentsOf(query.pairs);
  }
  if (body === null) return NOTHING;
  const columns = query.pairs.some((pair) => pair.key === 'columns') ? columnsOf(query) : null;
  const payload = readPayload(body, columns);
  return {
    text: payload.text,
    names: payload.keys,
    isObject: payload.isObject,
    shape: `${payload.isObject ? 'one' : 'many'}${shapeOf(payload.keys)}`,
  };
}

function columnsOf(query: QueryString): Query['columns'] {
  return parseQuery({ ...query, pairs: query.pairs.filter((pair) => pair.key === 'columns') }, true).columns;
}

/** A function's arguments in an address, as the object they would be in a body. */
function argumentsOf(pairs: readonly Pair[]): Sent {
  const values: Record<string, string | string[]> = Object.create(null);
  for (const pair of pairs) {
    if (pair.kind !== 'argument') continue;
    values[pair.key] = pair.value;
  }
  const names = Object.keys(values);
  return { text: JSON.stringify(values), names, isObject: true, shape: shapeOf(names) };
}

function shapeOf(names: readonly string[] | null): string {
  return names === null ? '-' : names.map((name) => `${name.length}.${name}`).join('');
}
