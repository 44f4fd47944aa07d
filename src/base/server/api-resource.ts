import { z } from 'zod';
import type { Sql } from './database.ts';

export const idShape = z.uuid();
/** PostgreSQL writes timestamps in JSON with their UTC offset. */
export const momentShape = z.iso.datetime({ offset: true });
export const sumShape = z.int().describe("In the currency's smallest unit.");

/** What an API key may write of a resource, beside reading it; the policies of the table decide. */
export type ResourceWrites = {
  scope: string;
  /** The shape of the body that adds one. */
  body: z.ZodType;
  /** Adds one; resolves to its id. */
  add: (sql: Sql, accountId: string, body: unknown) => Promise<string>;
  remove: (sql: Sql, accountId: string, id: string) => Promise<void>;
  /** Sentences of the OpenAPI document. */
  addSummary: string;
  removeSummary: string;
  /** How a removal is answered: 200 with the row that stays, 204 where none does. */
  removed: { status: 200 | 204; description: string };
};

/** Types the body of `add` by its shape. */
export function defineWrites<Body extends z.ZodType>(
  writes: Omit<ResourceWrites, 'body' | 'add'> & {
    body: Body;
    add: (sql: Sql, accountId: string, body: z.output<Body>) => Promise<string>;
  },
): ResourceWrites {
  return { ...writes, add: (sql, accountId, body) => writes.add(sql, accountId, body as z.output<Body>) };
}

/**
 * A table that other programs read by API key, as `/api/v1/{name}`. Routes, response schemas and the OpenAPI document are
 * generated from it; the policies of the table decide by `private.key_account(scope)`.
 */
export type Resource = {
  name: string;
  title: string;
  /** The scope that reads it. */
  scope: string;
  table: string;
  /** Columns of the response; an entry in parentheses is an SQL expression with an alias. */
  columns: string;
  /** Query parameters that filter the list, each by equality on a column. */
  filters: Record<string, z.ZodType>;
  row: z.ZodType;
  writes?: ResourceWrites;
};
