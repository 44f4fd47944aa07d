import { csvToJson } from './csv.ts';
import { failures } from './failure.ts';

/** A request's body: its kind by Content-Type and, except for raw bytes, its text. */
export type Body = {
  kind: 'json' | 'csv' | 'form' | 'text' | 'xml' | 'bytes';
  text: string;
  bytes: Uint8Array;
};

const KINDS: Record<string, Body['kind']> = {
  'application/json': 'json',
  'application/vnd.pgrst.object+json': 'json',
  'application/vnd.pgrst.array+json': 'json',
  'text/csv': 'csv',
  'application/x-www-form-urlencoded': 'form',
  'text/plain': 'text',
  'text/xml': 'xml',
  'application/octet-stream': 'bytes',
};

/**
 * Reads a body by its Content-Type; JSON without one.
 * @throws {RestFailure} PGRST102 for a type only a function could take, and for text that is not UTF-8.
 */
export function bodyOf(type: string | null, bytes: Uint8Array, isCall: boolean): Body {
  const name = (type ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const kind = name === '' ? 'json' : Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  const isRaw = kind === 'text' || kind === 'xml' || kind === 'bytes';
  if (!kind || (isRaw && !isCall)) {
    if (bytes.byteLength === 0) return { kind: 'json', text: '', bytes };
    throw failures.contentType(name);
  }
  if (kind === 'bytes') return { kind, text: '', bytes };
  try {
    return { kind, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes };
  } catch {
    throw failures.body('The body is not valid UTF-8');
  }
}

/** The structure of a payload that its statement depends on; PostgreSQL parses the values. */
export type Payload = {
  text: string;
  isObject: boolean;
  keys: readonly string[];
  /** Of one object that holds no others, by key: what PostgreSQL would read of it. Null for any other payload. */
  texts: Readonly<Record<string, string | null>> | null;
};

/**
 * @param columns what the `columns` parameter names: then the objects may differ.
 * @throws {RestFailure} PGRST102
 */
export function readPayload(body: Body, columns: readonly string[] | null): Payload {
  if (body.kind === 'csv') return readJson(csvToJson(body.text), columns);
  if (body.kind === 'form') return readJson(JSON.stringify(Object.fromEntries(readForm(body.text))), columns);
  return readJson(body.text, columns);
}

function readJson(text: string, columns: readonly string[] | null): Payload {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw failures.body('Empty or invalid json');
  }
  if (!Array.isArray(value)) {
    if (value === null || typeof value !== 'object') throw failures.body('The body must be a JSON object or array');
    return { text, isObject: true, keys: columns ?? Object.keys(value), texts: textsOf(text, value as object) };
  }
  const first: unknown = value[0];
  const keys = first && typeof first === 'object' ? Object.keys(first) : [];
  const expectedKeys = new Set(keys);
  for (const item of value as unknown[]) {
    if (item === null || typeof item !== 'object' || Array.isArray(item)) {
      throw failures.body('The body must be an array of JSON objects');
    }
    if (columns) continue;
    const itemKeys = Object.keys(item);
    if (itemKeys.length !== keys.length || !itemKeys.every((key) => expectedKeys.has(key))) {
      throw failures.body('All object keys must match');
    }
  }
  return { text, isObject: false, keys: columns ?? keys, texts: null };
}

/** Where escapes are, only PostgreSQL knows which of them it takes. */
function textsOf(text: string, object: object): Payload['texts'] {
  if (text.includes('\\u')) return null;
  const texts: Record<string, string | null> = Object.create(null);
  let hasNumber = false;
  for (const [key, value] of Object.entries(object) as [string, unknown][]) {
    if (value !== null && typeof value === 'object') return null;
    hasNumber ||= typeof value === 'number';
    texts[key] = value === null ? null : String(value);
  }
  // A number is what was written: 1.10 has two places, and some are longer than ours can be.
  if (hasNumber) {
    parseWithSource(text, (key, value, { source }) => {
      if (typeof value === 'number' && source !== undefined) texts[key] = source;
      return value;
    });
  }
  return texts;
}

/** ECMAScript 2026: a reviver gets the source text of a value. */
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/**
 * The names of a function's arguments in a body, which is an object or empty.
 * @param columns what the `columns` parameter names: other keys are ignored.
 * @throws {RestFailure} PGRST102
 */
export function readArguments(
  text: string,
  columns: readonly string[] | null = null,
): { text: string; names: readonly string[] | null } {
  if (text.trim() === '') return { text: '{}', names: columns ?? [] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw failures.body('Empty or invalid json');
  }
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
  return { text, names: isObject ? (columns ?? Object.keys(value as object)) : null };
}

const MAX_FORM_FIELDS = 1_000;

/** @throws {RestFailure} PGRST102 past the limit of fields. */
export function readForm(text: string): [string, string][] {
  const fields = [...new URLSearchParams(text)];
  if (fields.length > MAX_FORM_FIELDS) {
    throw failures.body(`A form can have ${MAX_FORM_FIELDS} fields, not more`);
  }
  return fields;
}
