import { failures } from './failure.ts';

/** A JSON body as far as a statement must know it: PostgreSQL reads its values itself. */
export type Payload = { text: string; isObject: boolean; keys: readonly string[] };

/**
 * @param columns what the `columns` parameter names: then the objects may differ.
 * @throws {RestFailure} PGRST102
 */
export function readPayload(text: string, columns: readonly string[] | null): Payload {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw failures.body('Empty or invalid json');
  }
  if (!Array.isArray(value)) {
    if (value === null || typeof value !== 'object') throw failures.body('The body must be a JSON object or array');
    return { text, isObject: true, keys: columns ?? Object.keys(value) };
  }
  const first: unknown = value[0];
  const keys = first && typeof first === 'object' ? Object.keys(first) : [];
  const known = new Set(keys);
  for (const item of value as unknown[]) {
    if (item === null || typeof item !== 'object' || Array.isArray(item)) {
      throw failures.body('The body must be an array of JSON objects');
    }
    if (columns) continue;
    const own = Object.keys(item);
    if (own.length !== keys.length || !own.every((key) => known.has(key))) {
      throw failures.body('All object keys must match');
    }
  }
  return { text, isObject: false, keys: columns ?? keys };
}

/** The names of a function's arguments in a body, which is an object or empty. @throws {RestFailure} PGRST102 */
export function readArguments(text: string): { text: string; names: readonly string[] | null } {
  if (text.trim() === '') return { text: '{}', names: [] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw failures.body('Empty or invalid json');
  }
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
  return { text, names: isObject ? Object.keys(value as object) : null };
}
