import { failures } from './failure.ts';
import { type FieldRef, LIMITS, Scanner, unescaped } from './grammar.ts';

export type Condition = {
  not: boolean;
  operator: string;
  quantifier?: 'any' | 'all';
  /** Text-search configuration. */
  language?: string;
  /** The text after the operator, percent-decoded but not parsed. */
  value: string;
};

export type LogicTree =
  | { kind: 'group'; not: boolean; joint: 'and' | 'or'; members: readonly LogicTree[] }
  | { kind: 'condition'; field: FieldRef; condition: Condition };

/** Source: https://docs.postgrest.org/en/stable/references/api/tables_views.html#operators */
export const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['eq', '='],
  ['neq', '<>'],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
  ['like', 'like'],
  ['ilike', 'ilike'],
  ['match', '~'],
  ['imatch', '~*'],
  ['in', '= any'],
  ['is', 'is'],
  ['isdistinct', 'is distinct from'],
  ['fts', '@@ to_tsquery'],
  ['plfts', '@@ plainto_tsquery'],
  ['phfts', '@@ phraseto_tsquery'],
  ['wfts', '@@ websearch_to_tsquery'],
  ['cs', '@>'],
  ['cd', '<@'],
  ['ov', '&&'],
  ['sl', '<<'],
  ['sr', '>>'],
  ['nxr', '&<'],
  ['nxl', '&>'],
  ['adj', '-|-'],
]);

const QUANTIFIED = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch']);
const SEARCHES = new Set(['fts', 'plfts', 'phfts', 'wfts']);
const HEAD = /(not\.)?([a-z]+)(?:\(([^()]*)\))?\./y;
const LANGUAGE = /^[A-Za-z_][\w.]*$/;

/**
 * The operator at the start of `text` and where its value begins; null if there is none.
 * Allocates one match, nothing else: it runs for every filter of every request.
 */
export function readHead(text: string): { head: string; end: number } | null {
  HEAD.lastIndex = 0;
  const match = HEAD.exec(text);
  return match && OPERATORS.has(match[2] ?? '') ? { head: match[0], end: match[0].length } : null;
}

/**
 * Parses a condition such as `not.eq.5`, `fts(english).word` or `like(any).{a*,b*}`.
 * @throws {RestFailure} PGRST100
 */
export function parseCondition(text: string): Condition {
  HEAD.lastIndex = 0;
  const match = HEAD.exec(text);
  const operator = match?.[2] ?? '';
  if (!match || !OPERATORS.has(operator)) {
    throw failures.parse(
      'filter',
      text,
      1,
      `unexpected "${text.slice(0, 1)}" expecting "not" or operator (eq, gt, ...)`,
    );
  }
  const condition: Condition = { not: match[1] !== undefined, operator, value: text.slice(match[0].length) };
  const modifier = match[3];
  if (modifier === undefined) return condition;
  if (SEARCHES.has(operator) && LANGUAGE.test(modifier)) return { ...condition, language: modifier };
  if (QUANTIFIED.has(operator) && (modifier === 'any' || modifier === 'all')) {
    return { ...condition, quantifier: modifier };
  }
  throw failures.parse('filter', text, match[0].indexOf('(') + 1, `unexpected "(" after operator ${operator}`);
}

const PLAIN_IN_GROUP = /[^,)]*/uy;
const QUOTED_VALUE = /"((?:[^"\\]|\\.)*)"(?=[,)]|$)/suy;
const ARRAY_VALUE = /\{[^{}]*\}/uy;
const LIST_VALUE = /\((?:[^()"]|"(?:[^"\\]|\\.)*")*\)/suy;
const GROUP = /(not\.)?(and|or)(?=\()/y;
const HEAD_IN_GROUP = /(?:not\.)?[a-z]+(?:\([^()]*\))?\./y;

/**
 * Parses a nested condition: `and=(a.eq.1,or(b.gt.2,not.and(...)))`. `key` is the text before the equals sign.
 * @throws {RestFailure} PGRST100
 */
export function parseLogic(key: string, text: string): LogicTree {
  const scanner = new Scanner(text, 'logic tree');
  const negated = key.startsWith('not.');
  const joint = key.endsWith('and') ? 'and' : 'or';
  const members = parseMembers(scanner, 1, { left: LIMITS.conditions });
  if (!scanner.isDone) scanner.fail('end of input');
  return { kind: 'group', not: negated, joint, members };
}

function parseMembers(scanner: Scanner, depth: number, budget: { left: number }): LogicTree[] {
  if (depth > LIMITS.depth) throw failures.tooMuch(`Conditions can be nested ${LIMITS.depth} deep, not deeper.`);
  const members: LogicTree[] = [];
  scanner.expect('(');
  do {
    if (--budget.left < 0) throw failures.tooMuch(`A request can have ${LIMITS.conditions} conditions, not more.`);
    const group = scanner.match(GROUP);
    if (group) {
      const joint = group[2] as 'and' | 'or';
      const not = group[1] !== undefined;
      members.push({ kind: 'group', not, joint, members: parseMembers(scanner, depth + 1, budget) });
    } else members.push(parseMember(scanner));
  } while (scanner.take(','));
  scanner.expect(')');
  return members;
}

function parseMember(scanner: Scanner): LogicTree {
  const field = scanner.field();
  scanner.expect('.');
  const head = scanner.match(HEAD_IN_GROUP)?.[0];
  if (!head) scanner.fail('operator (eq, gt, ...)');
  const condition = parseCondition(head);
  if (condition.operator === 'in') {
    const list = scanner.match(LIST_VALUE)?.[0];
    if (list === undefined) scanner.fail('"("');
    return { kind: 'condition', field, condition: { ...condition, value: list } };
  }
  const quotedValue = scanner.match(QUOTED_VALUE);
  const value = quotedValue
    ? unescaped(quotedValue[1] ?? '')
    : (scanner.match(ARRAY_VALUE) ?? scanner.match(PLAIN_IN_GROUP))?.[0];
  return { kind: 'condition', field, condition: { ...condition, value: value ?? '' } };
}

const LIST_ITEM = /"((?:[^"\\]|\\.)*)"(?=[,)])|([^,)]*)/suy;

/**
 * `(a,b,"c,d")` as PostgreSQL's array literal, the form in which a list of any length is one value.
 * @throws {RestFailure} PGRST100
 */
export function listLiteral(text: string): string {
  const scanner = new Scanner(text, 'filter (in)');
  scanner.expect('(');
  const items: string[] = [];
  do {
    if (items.length >= LIMITS.listValues) {
      throw failures.tooMuch(`A list can have ${LIMITS.listValues} values, not more.`);
    }
    const item = scanner.match(LIST_ITEM);
    items.push(item?.[1] === undefined ? (item?.[2] ?? '') : unescaped(item[1]));
  } while (scanner.take(','));
  scanner.expect(')');
  if (!scanner.isDone) scanner.fail('end of input');
  if (items.length === 1 && items[0] === '') return '{}';
  return arrayLiteral(items);
}

export function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
}

const IS_VALUES: Record<string, string> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
};

/** SQL after `is`. @throws {RestFailure} PGRST100 */
export function isValue(text: string): string {
  const value = Object.hasOwn(IS_VALUES, text.toLowerCase()) ? IS_VALUES[text.toLowerCase()] : undefined;
  if (value) return value;
  throw failures.parse('filter (is)', text, 1, 'expecting null, not_null, true, false or unknown');
}

/** `*` is an alias of `%`, which would need escaping in a URL. */
export function pattern(text: string): string {
  return text.includes('*') ? text.replaceAll('*', '%') : text;
}

export function isSearch(operator: string): boolean {
  return SEARCHES.has(operator);
}

export function isPattern(operator: string): boolean {
  return operator === 'like' || operator === 'ilike';
}
