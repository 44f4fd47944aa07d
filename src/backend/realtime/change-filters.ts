type Operator =
  | 'eq'
  | 'neq'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'in'
  | 'is'
  | 'like'
  | 'ilike'
  | 'match'
  | 'imatch'
  | 'isdistinct';
type Condition = { column: string; isNegated: boolean; operator: Operator; values: string[] };

/** Conditions on a row, all of which must hold: `price=gt.10,state=in.(open,paid)`. */
export type RowFilter = { conditions: Condition[] };

const OPERATORS = new Set<string>('eq neq lt lte gt gte in is like ilike match imatch isdistinct'.split(' '));
const IS_VALUES = new Set(['null', 'true', 'false', 'unknown']);
const MAX_LENGTH = 4096;
const MAX_ERROR_TEXT = 80;
const MAX_LIST_VALUES = 100;
const MAX_CONDITIONS = 10;
const NUMBER_TYPES = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid']);
const TIME_TYPES = new Set(['timestamp', 'timestamptz', 'date']);

/** Parses a filter's text (empty: no conditions); a string is the error sentence. */
export function parseFilter(text: string): RowFilter | string {
  if (text.length > MAX_LENGTH) return `a filter has at most ${MAX_LENGTH} characters`;
  const conditions: Condition[] = [];
  for (const part of text.trim() === '' ? [] : splitOutside(text.trim())) {
    const match = /^([^=]{1,63})=(not\.)?([a-z]+)\.(.*)$/s.exec(part);
    const operator = match?.[3] ?? '';
    if (!match || !OPERATORS.has(operator))
      return `${JSON.stringify(part.slice(0, MAX_ERROR_TEXT))} is not of the form column=operator.value`;
    let values = [match[4] ?? ''];
    if (operator === 'in') {
      const list = /^\((.*)\)$/s.exec(values[0] ?? '');
      if (!list) return 'the values of an in filter stand in parentheses';
      values = splitOutside(list[1] ?? '');
    }
    if (operator === 'is' && !IS_VALUES.has(values[0] ?? '')) return 'an is filter names null, true, false or unknown';
    if (values.length > MAX_LIST_VALUES) return `an in filter names at most ${MAX_LIST_VALUES} values`;
    conditions.push({
      column: match[1] ?? '',
      isNegated: match[2] !== undefined,
      operator: operator as Operator,
      values: values.map(unquoted),
    });
  }
  if (conditions.length > MAX_CONDITIONS) return `a filter has at most ${MAX_CONDITIONS} conditions`;
  return { conditions };
}

/** Splits at commas outside quotes and parentheses. */
function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isQuoted && character === '\\') at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function unquoted(value: string): string {
  return /^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value;
}

/** The conditions that are regular expressions, which only PostgreSQL can match. */
export function patternsOf(
  filter: RowFilter,
): { column: string; isNegated: boolean; pattern: string; isCaseless: boolean }[] {
  return filter.conditions
    .filter(({ operator }) => PATTERNS.has(operator))
    .map(({ column, isNegated, operator, values }) => ({
      column,
      isNegated,
      pattern: values[0] ?? '',
      isCaseless: operator === 'imatch',
    }));
}

const PATTERNS = new Set<Operator>(['match', 'imatch']);

/** A value as PostgreSQL's text; null for null. */
export function patternText(value: unknown): string | null {
  return value === null || value === undefined ? null : textOf(value);
}

/**
 * Whether a row meets every condition but the regular expressions. Values are compared by column type: numbers as
 * numbers, dates as dates, the rest as text. As in SQL, null meets only `is.null` and `isdistinct`.
 */
export function meets(filter: RowFilter, row: Record<string, unknown>, types: Record<string, string>): boolean {
  return filter.conditions.every((condition) => {
    if (PATTERNS.has(condition.operator)) return true;
    const type = types[condition.column];
    // A filter must not reveal a column the subscriber may not read.
    if (type === undefined || !Object.hasOwn(row, condition.column)) return false;
    const result = evaluate(condition, row[condition.column], type);
    return result === null ? false : result !== condition.isNegated;
  });
}

/** null: unknown, as in SQL's three-valued logic. */
function evaluate(condition: Condition, value: unknown, type: string): boolean | null {
  const [first = ''] = condition.values;
  if (condition.operator === 'is') {
    if (first === 'null' || first === 'unknown') return value === null;
    return value === (first === 'true');
  }
  if (condition.operator === 'isdistinct') {
    if (first === 'null') return value !== null;
    return value === null || compare(value, first, type) !== 0;
  }
  if (value === null || value === undefined) return null;
  switch (condition.operator) {
    case 'in':
      return condition.values.some((item) => compare(value, item, type) === 0);
    case 'like':
      return isLike(textOf(value), first);
    case 'ilike':
      return isLike(textOf(value).toLowerCase(), first.toLowerCase());
    case 'match':
    case 'imatch':
      return null;
    default: {
      const order = compare(value, first, type);
      if (Number.isNaN(order)) return null;
      return { eq: order === 0, neq: order !== 0, lt: order < 0, lte: order <= 0, gt: order > 0, gte: order >= 0 }[
        condition.operator
      ];
    }
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function compare(value: unknown, text: string, type: string): number {
  if (NUMBER_TYPES.has(type)) return text.trim() === '' ? Number.NaN : Number(value) - Number(text);
  if (TIME_TYPES.has(type)) return Date.parse(textOf(value)) - Date.parse(text);
  if (type === 'bool') return Number(value === true) - Number(text === 'true' || text === 't');
  const [left, right] = type === 'uuid' ? [textOf(value).toLowerCase(), text.toLowerCase()] : [textOf(value), text];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** SQL's LIKE in one pass, backtracking only to the last `%`. */
function isLike(text: string, pattern: string): boolean {
  let textAt = 0;
  let patternAt = 0;
  let star = -1;
  let from = 0;
  while (textAt < text.length) {
    const escaped = pattern[patternAt] === '\\' && patternAt + 1 < pattern.length;
    const character = escaped ? pattern[patternAt + 1] : pattern[patternAt];
    if (!escaped && character === '%') {
      star = patternAt++;
      from = textAt;
    } else if (character !== undefined && ((!escaped && character === '_') || character === text[textAt])) {
      textAt++;
      patternAt += escaped ? 2 : 1;
    } else if (star >= 0) {
      patternAt = star + 1;
      textAt = ++from;
    } else return false;
  }
  return /^%*$/.test(pattern.slice(patternAt));
}
