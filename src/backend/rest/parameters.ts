import type { Pair } from './query-string.ts';

/** What of one request fills a plan's `$n`. */
export type PlanInput = {
  pairs: readonly Pair[];
  limit: number | null;
  offset: number;
  body: string | Buffer | null;
  /** Of a body of one object that holds no others, by key. */
  texts: Readonly<Record<string, string | null>> | null;
  /** A function's arguments in an address or a form, by name. */
  textArguments: ReadonlyMap<string, readonly string[]>;
};

/** One `$n`: how its value is had from the request. @throws {RestFailure} where the request's text is no such value. */
export type Bind = (input: PlanInput) => unknown;

/** Hands out `$n` while SQL is written. No text of a request gets into SQL by any other way. */
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
