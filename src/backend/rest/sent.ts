import { type Body, readArguments, readForm, readPayload } from './payload.ts';
import { parseQuery, type QueryString } from './query-string.ts';

/** The values a request sends: a body, or arguments of the query string. */
export type RequestPayload = {
  text: string | Buffer | null;
  /** Null: the body is no object, only a function of one unnamed argument can take it. */
  names: readonly string[] | null;
  isObject: boolean;
  /** Of one object that holds no others, by key. */
  texts: Readonly<Record<string, string | null>> | null;
  /** A function's arguments as text, if they are not JSON. */
  textArguments: ReadonlyMap<string, readonly string[]> | null;
  body: Body['kind'] | null;
  /** The part a statement depends on, as a cache key. */
  shape: string;
};

const NONE: ReadonlyMap<string, readonly string[]> = new Map();
const NOTHING: RequestPayload = {
  text: null,
  names: [],
  isObject: true,
  texts: null,
  textArguments: null,
  body: null,
  shape: '',
};

/** Rows to write. @throws {RestFailure} PGRST102 */
export function rowsPayload(query: QueryString, body: Body | null): RequestPayload {
  if (body === null) return NOTHING;
  const payload = readPayload(body, columnsOf(query));
  return {
    text: payload.text,
    names: payload.keys,
    isObject: payload.isObject,
    texts: payload.texts,
    textArguments: null,
    body: body.kind,
    shape: `${payload.texts ? 'flat' : payload.isObject ? 'one' : 'many'}${shapeOf(payload.keys)}`,
  };
}

/** The names in the `columns` parameter; null without one. @throws {RestFailure} PGRST100 */
function columnsOf(query: QueryString): readonly string[] | null {
  const pairs = query.pairs.filter((pair) => pair.key === 'columns');
  return pairs.length === 0 ? null : parseQuery({ ...query, pairs }, true).columns;
}

/** A function's arguments: from the body, or the query string without one. @throws {RestFailure} PGRST102 */
export function argumentsPayload(query: QueryString, body: Body | null): RequestPayload {
  if (body === null) {
    const pairs = query.pairs.filter((pair) => pair.kind === 'argument').map((pair) => [pair.key, pair.value] as const);
    return asText(pairs, null);
  }
  if (body.kind === 'form') return asText(readForm(body.text), 'form');
  if (body.kind === 'json') {
    const { text, names } = readArguments(body.text, columnsOf(query));
    return { text, names, isObject: true, texts: null, textArguments: null, body: 'json', shape: `j${shapeOf(names)}` };
  }
  const text = body.kind === 'bytes' ? Buffer.from(body.bytes) : body.text;
  return { text, names: [], isObject: false, texts: null, textArguments: null, body: body.kind, shape: body.kind };
}

function asText(pairs: readonly (readonly [string, string])[], body: Body['kind'] | null): RequestPayload {
  const valuesByName = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = valuesByName.get(name);
    if (values) values.push(value);
    else valuesByName.set(name, [value]);
  }
  const names = [...valuesByName.keys()];
  return {
    text: null,
    names,
    isObject: true,
    texts: null,
    textArguments: valuesByName.size > 0 ? valuesByName : NONE,
    body,
    shape: `t${shapeOf(names)}`,
  };
}

function shapeOf(names: readonly string[] | null): string {
  return names === null ? '-' : names.map((name) => `${name.length}.${name}`).join('');
}
