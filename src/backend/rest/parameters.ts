import type { Pair } from './query-string.ts';

/** The values of one request that a plan's `$n` are bound to. */
export type PlanInput = {
  pairs: readonly Pair[];
  limit: number | null;
  offset: number;
  body: string | Buffer | null;
  /** Of a body of one object that holds no others, by key. */
  texts: Readonly<Record<string, string | null>> | null;
  /** A function's arguments from the query string or a form, by name. */
  textArguments: ReadonlyMap<string, readonly string[]>;
};

/** Reads the value of one `$n` from the request. @throws {RestFailure} if the text is not a valid value. */
export type Bind = (input: PlanInput) => unknown;

/** Allocates `$n` while SQL is generated. No text of a request enters SQL in any other way. */
export class Parameters {
  readonly binds: Bind[] = [];

  add(bind: Bind): string {
    this.binds.push(bind);
    return `$${this.binds.length}`;
  }

  text(value: string): string {
    return this.add(() => value);
  }
}
