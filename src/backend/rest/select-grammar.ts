import { failures } from './failure.ts';
import { type FieldRef, LIMITS, Scanner } from './grammar.ts';

export type Aggregate = 'avg' | 'count' | 'max' | 'min' | 'sum';

export type SelectField = {
  kind: 'field';
  /** `*` for every column. */
  field: FieldRef;
  alias?: string;
  cast?: string;
  aggregate?: Aggregate;
  /** Of what comes out of the aggregate; `cast` is of what goes in. */
  aggregateCast?: string;
};

export type SelectEmbed = {
  kind: 'embed';
  name: string;
  alias?: string;
  hint?: string;
  join?: 'inner' | 'left';
  /** Its columns stand among those of the row that embeds it. */
  spread: boolean;
  items: readonly SelectItem[];
};

export type SelectItem = SelectField | SelectEmbed;

export type OrderTerm = {
  field: FieldRef;
  /** The embedded to-one resource whose field it is. */
  relation?: string;
  direction?: 'asc' | 'desc';
  nulls?: 'first' | 'last';
};

const CAST = /[A-Za-z_][\w ]*(?:\[\])?/y;
const AGGREGATE = /\.(avg|count|max|min|sum)\(\)/y;
const HINT = /!/y;

/**
 * The tree of `select`. Source: https://docs.postgrest.org/en/stable/references/api/tables_views.html#vertical-filtering
 * @throws {RestFailure} PGRST100
 */
export function parseSelect(text: string): SelectItem[] {
  if (text === '') return [];
  const scanner = new Scanner(text, 'select parameter');
  const budget = { left: LIMITS.fields };
  const items = parseItems(scanner, 0, budget);
  if (!scanner.isDone) scanner.fail('"," or end of input');
  return items;
}

function parseItems(scanner: Scanner, depth: number, budget: { left: number }): SelectItem[] {
  if (depth > LIMITS.depth) throw failures.tooMuch(`Resources can be embedded ${LIMITS.depth} deep, not deeper.`);
  const items: SelectItem[] = [];
  if (scanner.isDone || scanner.peek(')')) return items;
  do {
    if (--budget.left < 0) throw failures.tooMuch(`A select can name ${LIMITS.fields} fields, not more.`);
    items.push(parseItem(scanner, depth, budget));
  } while (scanner.take(','));
  return items;
}

function parseItem(scanner: Scanner, depth: number, budget: { left: number }): SelectItem {
  const spread = scanner.take('...');
  if (!spread && scanner.take('*')) return { kind: 'field', field: { name: '*', path: [] } };
  if (!spread && scanner.take('count()')) return counted(scanner);
  let name = scanner.name();
  let alias: string | undefined;
  if (scanner.peek(':') && !scanner.peek('::')) {
    scanner.take(':');
    alias = name;
    if (!spread && scanner.take('count()')) return { ...counted(scanner), alias };
    name = scanner.name();
  }
  if (spread || scanner.peek('!') || scanner.peek('(')) {
    return parseEmbed(scanner, depth, budget, { name, alias, spread });
  }
  const field = { name, path: scanner.jsonPath() };
  const cast = parseCast(scanner);
  const aggregate = scanner.match(AGGREGATE)?.[1] as Aggregate | undefined;
  const aggregateCast = aggregate && parseCast(scanner);
  return { kind: 'field', field, alias, cast, aggregate, aggregateCast };
}

function counted(scanner: Scanner): SelectField {
  return { kind: 'field', field: { name: '*', path: [] }, aggregate: 'count', aggregateCast: parseCast(scanner) };
}

function parseCast(scanner: Scanner): string | undefined {
  if (!scanner.take('::')) return undefined;
  const cast = scanner.match(CAST)?.[0].trim();
  return cast || scanner.fail('a type name');
}

function parseEmbed(
  scanner: Scanner,
  depth: number,
  budget: { left: number },
  start: { name: string; alias: string | undefined; spread: boolean },
): SelectEmbed {
  let hint: string | undefined;
  let join: 'inner' | 'left' | undefined;
  while (scanner.match(HINT)) {
    const word = scanner.name();
    if (word === 'inner' || word === 'left') join = word;
    else if (hint === undefined && join === undefined) hint = word;
    else scanner.fail('one hint and one of inner, left');
  }
  scanner.expect('(');
  const items = parseItems(scanner, depth + 1, budget);
  scanner.expect(')');
  return { kind: 'embed', ...start, hint, join, items };
}

const DIRECTION = /\.(asc|desc)(?=$|[.,])/y;
const NULLS = /\.nulls(first|last)(?=$|,)/y;

/**
 * The terms of `order`. Source: https://docs.postgrest.org/en/stable/references/api/tables_views.html#ordering
 * @throws {RestFailure} PGRST100
 */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order');
  const terms: OrderTerm[] = [];
  do {
    if (terms.length >= LIMITS.conditions) {
      throw failures.tooMuch(`An order can have ${LIMITS.conditions} terms, not more.`);
    }
    let field = scanner.field();
    let relation: string | undefined;
    if (field.path.length === 0 && scanner.take('(')) {
      relation = field.name;
      field = scanner.field();
      scanner.expect(')');
    }
    const direction = scanner.match(DIRECTION)?.[1] as 'asc' | 'desc' | undefined;
    const nulls = scanner.match(NULLS)?.[1] as 'first' | 'last' | undefined;
    terms.push({ field, relation, direction, nulls });
  } while (scanner.take(','));
  if (!scanner.isDone) scanner.fail('"," or delimiter (.)');
  return terms;
}

/** The names of `columns` or `on_conflict`. @throws {RestFailure} PGRST100 */
export function parseNames(text: string, what: string): string[] {
  const scanner = new Scanner(text, what);
  const names: string[] = [];
  do {
    if (names.length >= LIMITS.fields) throw failures.tooMuch(`A list can name ${LIMITS.fields} columns, not more.`);
    names.push(scanner.name());
  } while (scanner.take(','));
  if (!scanner.isDone) scanner.fail('"," or end of input');
  return names;
}
