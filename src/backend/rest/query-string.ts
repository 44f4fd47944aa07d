import { failures } from './failure.ts';
import { type LogicTree, parseLogic, readHead } from './filter-grammar.ts';
import { type FieldRef, LIMITS, Scanner } from './grammar.ts';
import { type OrderTerm, parseNames, parseOrder, parseSelect, type SelectItem } from './select-grammar.ts';

/** One decoded `name=value` of the query string and its kind. */
export type Pair = {
  key: string;
  value: string;
  kind: 'structure' | 'number' | 'logic' | 'filter' | 'argument';
  /** For a filter: where its value begins in `value`. */
  end: number;
};

/**
 * The address's query, read once: `shape` is all of it but the values that vary from call to call, so that equal
 * shapes share a plan; empty where the request is worth no plan of its own.
 */
export type QueryString = {
  pairs: readonly Pair[];
  shape: string;
  /** Decoded, first value of each name: what policies see as `request.query`. */
  first: Record<string, string>;
};

const STRUCTURES = new Set(['select', 'order', 'columns', 'on_conflict']);
const isLogic = (key: string) => /(?:^|\.)(?:not\.)?(?:and|or)$/.test(key);

/**
 * @param search without its question mark.
 * @throws {RestFailure} PGRST100 where it is malformed or passes a limit.
 */
export function readQueryString(search: string): QueryString {
  const pairs: Pair[] = [];
  const first: Record<string, string> = Object.create(null);
  let shape = '';
  let isWorthKeeping = true;
  if (search !== '') {
    for (const part of search.split('&')) {
      if (part === '') continue;
      const equals = part.indexOf('=');
      const key = decoded(equals < 0 ? part : part.slice(0, equals));
      const value = equals < 0 ? '' : decoded(part.slice(equals + 1));
      if (key === 'apikey') continue;
      if (pairs.length >= LIMITS.conditions) {
        throw failures.tooMuch(`A request can have ${LIMITS.conditions} conditions, not more.`);
      }
      if (!(key in first)) first[key] = value;
      const pair = classified(key, value);
      pairs.push(pair);
      if (pair.kind === 'logic') isWorthKeeping = false;
      const varies = pair.kind === 'number' || pair.kind === 'argument';
      const fixed = varies ? '' : pair.kind === 'filter' ? value.slice(0, pair.end) : value;
      // Lengths, so that no name or value can pass for two.
      shape += `${key.length}.${fixed.length}.${key}${fixed}`;
    }
  }
  return { pairs, shape: isWorthKeeping ? `?${shape}` : '', first };
}

/** The query string sorted by name, for `Content-Location`. */
export function canonicalOf({ pairs }: QueryString): string {
  if (pairs.length === 0) return '';
  const sorted =
    pairs.length === 1
      ? pairs
      : [...pairs].sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
  return sorted.map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&');
}

function classified(key: string, value: string): Pair {
  const last = key.slice(key.lastIndexOf('.') + 1);
  if (STRUCTURES.has(key) || (last === 'order' && last !== key)) return { key, value, kind: 'structure', end: 0 };
  if (last === 'limit' || last === 'offset') return { key, value, kind: 'number', end: 0 };
  if ((last === 'and' || last === 'or') && isLogic(key)) return { key, value, kind: 'logic', end: 0 };
  const head = readHead(value);
  if (!head) return { key, value, kind: 'argument', end: 0 };
  // The word after `is` is SQL, not a value.
  const isWord = head.head === 'is.' || head.head === 'not.is.';
  return { key, value, kind: 'filter', end: isWord ? value.length : head.end };
}

function decoded(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw failures.tooMuch('The query string is not valid percent-encoded UTF-8.');
  }
}

/** A filter whose value is the `index`th pair's, from `end` on. */
export type QueryFilter = { path: readonly string[]; field: FieldRef; index: number; head: string };

export type Query = {
  select: readonly SelectItem[];
  hasSelect: boolean;
  filters: readonly QueryFilter[];
  logic: readonly { path: readonly string[]; tree: LogicTree }[];
  orders: readonly { path: readonly string[]; terms: readonly OrderTerm[] }[];
  /** Of embedded resources; the root's are read for each request. */
  limits: readonly { path: readonly string[]; what: 'limit' | 'offset'; index: number }[];
  columns: readonly string[] | null;
  conflict: readonly string[] | null;
  /** A function's arguments. */
  arguments: readonly Pair[];
};

/**
 * The query's structure, without its values.
 * @throws {RestFailure} PGRST100
 */
export function parseQuery(query: QueryString, takesArguments: boolean): Query {
  const filters: QueryFilter[] = [];
  const logic: { path: readonly string[]; tree: LogicTree }[] = [];
  const orders: { path: readonly string[]; terms: OrderTerm[] }[] = [];
  const limits: { path: readonly string[]; what: 'limit' | 'offset'; index: number }[] = [];
  const args: Pair[] = [];
  let select: SelectItem[] | null = null;
  let columns: string[] | null = null;
  let conflict: string[] | null = null;
  query.pairs.forEach((pair, index) => {
    const { key, value } = pair;
    if (pair.kind === 'argument') {
      if (!takesArguments) readFilterFailure(key, value);
      args.push(pair);
    } else if (pair.kind === 'filter') {
      filters.push({ ...parseKey(key), index, head: value.slice(0, pair.end) });
    } else if (pair.kind === 'logic') {
      const joint = /(?:not\.)?(?:and|or)$/.exec(key)?.[0] ?? '';
      logic.push({ path: pathOf(key.slice(0, -joint.length)), tree: parseLogic(joint, value) });
    } else if (pair.kind === 'number') {
      const what = key.endsWith('limit') ? 'limit' : 'offset';
      const path = pathOf(key.slice(0, -what.length));
      if (path.length > 0) limits.push({ path, what, index });
    } else if (key === 'select') select ??= parseSelect(withoutSpace(value));
    else if (key === 'columns') columns ??= parseNames(value, 'columns parameter');
    else if (key === 'on_conflict') conflict ??= parseNames(value, 'on_conflict parameter');
    else orders.push({ path: pathOf(key.slice(0, -'order'.length)), terms: parseOrder(value) });
  });
  return {
    select: select ?? [{ kind: 'field', field: { name: '*', path: [] } }],
    hasSelect: select !== null,
    filters,
    logic,
    orders,
    limits,
    columns,
    conflict,
    arguments: args,
  };
}

function readFilterFailure(key: string, value: string): never {
  parseKey(key);
  const first = value === '' ? 'end of input' : JSON.stringify([...value.slice(0, 2)][0]);
  throw failures.parse('filter', value, 1, `unexpected ${first} expecting "not" or operator (eq, gt, ...)`);
}

function parseKey(key: string): { path: string[]; field: FieldRef } {
  const scanner = new Scanner(key, 'tree path');
  const path: string[] = [];
  let field = scanner.field();
  while (scanner.take('.')) {
    if (field.path.length > 0 || path.length >= LIMITS.depth) scanner.fail('end of input');
    path.push(field.name);
    field = scanner.field();
  }
  if (!scanner.isDone) scanner.fail('"." or end of input');
  return { path, field };
}

/** `a.b.` as its names. */
function pathOf(text: string): string[] {
  if (text === '') return [];
  const { path, field } = parseKey(text.slice(0, -1));
  return [...path, field.name];
}

/** Removes whitespace around commas and brackets, except inside quotes. */
function withoutSpace(text: string): string {
  return /\s/.test(text)
    ? text.replace(/("(?:[^"\\]|\\.)*")|\s*([(),])\s*/g, (matched, name, mark) => (name ? matched : mark))
    : text;
}

/** The same of a `limit`, which is never below zero. @throws {RestFailure} PGRST103, PGRST100 */
export function readLimit(text: string): number | null {
  const limit = readNumber(text, 'limit');
  if (limit !== null && limit < 0) throw failures.negativeLimit();
  return limit;
}

/**
 * An integer of the query string; null for any other text, which is ignored as published.
 * @throws {RestFailure} PGRST100 for one of more than 15 digits.
 */
export function readNumber(text: string, what: string): number | null {
  if (!/^-?\d+$/.test(text)) return null;
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw failures.parse(`${what} parameter`, text, 1, 'expecting a whole number');
}
