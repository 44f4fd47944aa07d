import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database-types.ts';

/** The db client: the official client, typed by our schema. Every read and write of a `data.ts` uses one. */
export type Db = SupabaseClient<Database>;

/** What a read or write resolves to. */
export type DbResponse<Data> = {
  data: Data;
  error: { message: string; code?: string; details?: string | null } | null;
};

/** SQLSTATEs that forms explain: a row like this exists; a value breaks a rule of its table. */
export const UNIQUE_VIOLATION = '23505';
export const CHECK_VIOLATION = '23514';

/** An error of the data service, with our code (docs/error-codes.md), its SQLSTATE or the service's code. */
export class DbError extends Error {
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.name = 'WireError';
    this.code = code;
  }
}

/** Whether a row violates a unique constraint: only then is a translated message about duplicates right. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof DbError && error.code === UNIQUE_VIOLATION;
}

/** Whether a row violates a check constraint of its table. */
export function isCheckViolation(error: unknown): boolean {
  return error instanceof DbError && error.code === CHECK_VIOLATION;
}

/**
 * Whether a request did not reach the server, as opposed to being rejected by it. Browsers say it as "Failed to fetch",
 * "NetworkError when attempting to fetch resource" or "Load failed", the db client with the error's name before it.
 */
export function isNetworkError(error: unknown): boolean {
  if (typeof navigator !== 'undefined' && navigator.onLine === false) return true;
  if (!(error instanceof Error)) return false;
  const { name, message } = error;
  return (
    name === 'AuthRetryableFetchError' ||
    /^(?:TypeError|FetchError|AbortError): |^(?:Failed to fetch|NetworkError|Load failed|fetch failed|network error)/i.test(
      message,
    )
  );
}

/** Codes of PostgreSQL and of its data service that say: not now, try again. */
const TRY_AGAIN = /^(?:08|53|57014|57P|40001|40P01|PGRST00[0-3]$)/;

/** Whether a request may succeed when it is sent again as it is: the server was not reached, or too busy to answer. */
export function isTransientError(error: unknown): boolean {
  return isNetworkError(error) || (error instanceof DbError && TRY_AGAIN.test(error.code));
}

/** The error of a response. `private.raise_error` puts our code into the details, where PostgreSQL itself has a sentence. */
export function dbErrorOf({ message, details, code }: NonNullable<DbResponse<unknown>['error']>): DbError {
  return new DbError(message, (details && /^[a-z][a-z0-9_]*$/.test(details) ? details : code) || 'unknown');
}

/**
 * The data of a response.
 * @throws {DbError} the backend's own message, or "Undefined data" where there is none (specification, section 8).
 */
export function dataOf<Data>(response: DbResponse<Data>): NonNullable<Data> {
  if (response.error) throw dbErrorOf(response.error);
  if (response.data === undefined || response.data === null) throw new DbError('Undefined data', 'undefined_data');
  return response.data;
}

/**
 * A filter value with a character no PostgreSQL text can hold (SQLSTATE character_not_in_repertoire): no row matches.
 */
const IMPOSSIBLE_TEXT = '22021';

/** As `dataOf`, where a missing row is a valid result. */
export function maybeDataOf<Data>(response: DbResponse<Data>): Data | null {
  if (response.error?.code === IMPOSSIBLE_TEXT) return null;
  if (response.error) throw dbErrorOf(response.error);
  return response.data;
}

/** A one-element list in PostgREST filter syntax, quoted for any characters. */
export function listOfOne(word: string): string {
  return `{"${word.replace(/["\\]/g, '\\$&')}"}`;
}
