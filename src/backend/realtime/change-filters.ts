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
const TRUTHS = new Set(['null', 'true', 'false', 'unknown']);
const LENGTH = 4096;
const SHOWN = 80;
const LISTED = 100;
const CONDITIONS = 10;
const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid']);
const MOMENTS = new Set(['timestamp', 'timestamptz', 'date']);

/** The conditions of a filter's text (empty: none), or a sentence that says what is wrong with it. */
export function parseFilter(text: string): RowFilter | string {
  if (text.length > LENGTH) return `a filter has at most ${LENGTH} characters`;
  const conditions: Condition[] = [];
  for (const part of text.trim() === '' ? [] : splitOutside(text.trim())) {
    const match = /^([^=]{1,63})=(not\.)?([a-z]+)\.(.*)$/s.exec(part);
    const operator = match?.[3] ?? '';
    if (!match || !OPERATORS.has(operator))
      return `${JSON.stringify(part.slice(0, SHOWN))} is not of the form column=operator.value`;
    let values = [match[4] ?? ''];
    if (operator === 'in') {
      const list = /^\((.*)\)$/s.exec(values[0] ?? '');
      if (!list) return 'the values of an in filter stand in parentheses';
      values = splitOutside(list[1] ?? '');
    }
    if (operator === 'is' && !TRUTHS.has(values[0] ?? '')) return 'an is filter names null, true, false or unknown';
    if (values.length > LISTED) return `an in filter names at most ${LISTED} values`;
    conditions.push({
      column: match[1] ?? '',
      isNegated: match[2] !== undefined,
      operator: operator as Operator,
      values: values.map(unquoted),
    });
  }
  if (conditions.length > CONDITIONS) return `a filter has at most ${CONDITIONS} conditions`;
  return { conditions };
}

/** Splits at commas that stand in no quotes and no parentheses. */
function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isQuoted && sign === '\\') at++;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === ',' && depth === 0) {
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

/** The conditions that are regular expressions: PostgreSQL's, and only it is asked whether they are met. */
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

/** A value as PostgreSQL writes it as text; null where there is none. */
export function patternText(value: unknown): string | null {
  return value === null || value === undefined ? null : textOf(value);
}

/**
 * Whether a row meets every condition but the regular expressions. A value is compared as its column's type is: numbers as numbers, moments as
 * moments, the rest as text. A null meets nothing but `is.null` and `isdistinct`, as in SQL.
 */
export function meets(filter: RowFilter, row: Record<string, unknown>, types: Record<string, string>): boolean {
  return filter.conditions.every((condition) => {
    if (PATTERNS.has(condition.operator)) return true;
    const type = types[condition.column];
    // A column the subscriber does not get must not be guessed at by its filter.
    if (type === undefined || !Object.hasOwn(row, condition.column)) return false;
    const held = holds(condition, row[condition.column], type);
    return held === null ? false : held !== condition.isNegated;
  });
}

/** null: unknown, as SQL has it. */
function holds(condition: Condition, value: unknown, type: string): boolean | null {
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
      return condition.values.some((one) => compare(value, one, type) === 0);
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
  if (NUMBERS.has(type)) return text.trim() === '' ? Number.NaN : Number(value) - Number(text);
  if (MOMENTS.has(type)) return Date.parse(textOf(value)) - Date.parse(text);
  if (type === 'bool') return Number(value === true) - Number(text === 'true' || text === 't');
  const [left, right] = type === 'uuid' ? [textOf(value).toLowerCase(), text.toLowerCase()] : [textOf(value), text];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** SQL's LIKE, walked through without backtracking beyond the last `%`. */
function isLike(text: string, pattern: string): boolean {
  let at = 0;
  let wanted = 0;
  let star = -1;
  let from = 0;
  while (at < text.length) {
    const escaped = pattern[wanted] === '\\' && wanted + 1 < pattern.length;
    const sign = escaped ? pattern[wanted + 1] : pattern[wanted];
    if (!escaped && sign === '%') {
      star = wanted++;
      from = at;
    } else if (sign !== undefined && ((!escaped && sign === '_') || sign === text[at])) {
      at++;
      wanted += escaped ? 2 : 1;
    } else if (star >= 0) {
      wanted = star + 1;
      at = ++from;
    } else return false;
  }
  return /^%*$/.test(pattern.slice(wanted));
}
