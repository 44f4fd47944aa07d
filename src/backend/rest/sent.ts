import { type Body, readArguments, readForm, readPayload } from './payload.ts';
import { parseQuery, type QueryString } from './query-string.ts';

/** What a request sends beside its address's structure. */
export type Sent = {
  text: string | Buffer | null;
  /** Null: the body is no object, only a function of one unnamed argument can take it. */
  names: readonly string[] | null;
  isObject: boolean;
  /** Of one object that holds no others, by key. */
  texts: Readonly<Record<string, string | null>> | null;
  /** A function's arguments as text, where they are no JSON. */
  given: ReadonlyMap<string, readonly string[]> | null;
  body: Body['kind'] | null;
  /** What of it a statement depends on. */
  shape: string;
};

const NONE: ReadonlyMap<string, readonly string[]> = new Map();
const NOTHING: Sent = { text: null, names: [], isObject: true, texts: null, given: null, body: null, shape: '' };

/** Rows to write. @throws {RestFailure} PGRST102 */
export function sentRows(query: QueryString, body: Body | null): Sent {
  if (body === null) return NOTHING;
  const payload = readPayload(body, columnsOf(query));
  return {
    text: payload.text,
    names: payload.keys,
    isObject: payload.isObject,
    texts: payload.texts,
    given: null,
    body: body.kind,
    shape: `${payload.texts ? 'flat' : payload.isObject ? 'one' : 'many'}${shapeOf(payload.keys)}`,
  };
}

/** What the `columns` parameter names; null where there is none. @throws {RestFailure} PGRST100 */
function columnsOf(query: QueryString): readonly string[] | null {
  const pairs = query.pairs.filter((pair) => pair.key === 'columns');
  return pairs.length === 0 ? null : parseQuery({ ...query, pairs }, true).columns;
}

/** A function's arguments: in the address where there is no body. @throws {RestFailure} PGRST102 */
export function sentArguments(query: QueryString, body: Body | null): Sent {
  if (body === null) {
    const given = query.pairs.filter((pair) => pair.kind === 'argument').map((pair) => [pair.key, pair.value] as const);
    return asText(given, null);
  }
  if (body.kind === 'form') return asText(readForm(body.text), 'form');
  if (body.kind === 'json') {
    const { text, names } = readArguments(body.text, columnsOf(query));
    return { text, names, isObject: true, texts: null, given: null, body: 'json', shape: `j${shapeOf(names)}` };
  }
  const text = body.kind === 'bytes' ? Buffer.from(body.bytes) : body.text;
  return { text, names: [], isObject: false, texts: null, given: null, body: body.kind, shape: body.kind };
}

function asText(pairs: readonly (readonly [string, string])[], body: Body['kind'] | null): Sent {
  const given = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = given.get(name);
    if (values) values.push(value);
    else given.set(name, [value]);
  }
  const names = [...given.keys()];
  return {
    text: null,
    names,
    isObject: true,
    texts: null,
    given: given.size > 0 ? given : NONE,
    body,
    shape: `t${shapeOf(names)}`,
  };
}

function shapeOf(names: readonly string[] | null): string {
  return names === null ? '-' : names.map((name) => `${name.length}.${name}`).join('');
}
