import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database-types.ts';

/** The wire client of the product: the official client, typed by our schema. Every read and write of a `data.ts` goes through one. */
export type Db = SupabaseClient<Database>;

type DbResponse<Data> =
  | { data: Data; error: null }
  | { data: null; error: { message: string; code?: string; details?: string } };

/** A refusal of the data service, with the code the policy or the service gave it. */
export class DbError extends Error {
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.name = 'WireError';
    this.code = code;
  }
}

/** Whether a row was refused because there is one like it: what is said of it is in the reader's language, what it is not. */
export function isTaken(error: unknown): boolean {
  return error instanceof DbError && /^23505$|already exists\.$/.test(error.code);
}

/** Whether a row was refused because a value in it is none that its table allows. */
export function isNotAllowed(error: unknown): boolean {
  return error instanceof DbError && /^23514$|^Failing row contains /.test(error.code);
}

/**
 * The data of an answer.
 * @throws {DbError} the backend's own message, or "Undefined data" where there is none (specification, section 8).
 */
export function dataOf<Data>(response: DbResponse<Data>): NonNullable<Data> {
  if (response.error) throw new DbError(response.error.message, response.error.details || response.error.code || 'unknown');
  if (response.data === undefined || response.data === null) throw new DbError('Undefined data', 'undefined_data');
  return response.data;
}

/** Asked for by a sign that no text of PostgreSQL can hold (SQLSTATE character_not_in_repertoire): no row has it. */
const IMPOSSIBLE_TEXT = '22021';

/** As `dataOf`, where "no such row" is an answer. */
export function maybeDataOf<Data>(response: DbResponse<Data>): Data | null {
  if (response.error?.code === IMPOSSIBLE_TEXT) return null;
  if (response.error) throw new DbError(response.error.message, response.error.details || response.error.code || 'unknown');
  return response.data;
}

/** A list of one word as filters of the wire compare lists with, whatever signs the word is made of. */
export function listOfOne(word: string): string {
  return `{"${word.replace(/["\\]/g, '\\$&')}"}`;
}
