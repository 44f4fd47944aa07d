import pg from 'pg';
import { serialize } from 'pg-protocol';

export type Statement = { name: string; text: string; values: readonly unknown[] };

type Connection = { stream: { write(bytes: Uint8Array): boolean; cork(): void; uncork(): void } };
type Field = { name: string; dataTypeID: number; format: 'text' | 'binary' };
type Column = { name: string; parse: (text: string) => unknown };

const DESCRIBE = serialize.describe({ type: 'P', name: '' });
const EXECUTE = serialize.execute();
const SYNC = serialize.sync();

/**
 * Statements each connection has parsed, with their columns: a plan whose columns would change is rejected (0A000), so
 * a description stays valid as long as its connection.
 */
const parsed = new WeakMap<object, Map<string, Column[] | null>>();

/**
 * A prepared statement, preceded where needed by another one in the same implicit transaction that sets the caller:
 * both are one round trip. Several of these submitted to one client at once are pipelined, each a transaction of its
 * own, and their messages are sent in one write. Values are passed as text: strings, numbers, booleans, null, Date,
 * Buffer, or anything JSON can hold.
 */
export class PipelinedStatement {
  readonly result: Promise<object[]>;
  statementsOnConnection = 0;
  readonly #first: Statement | null;
  readonly #main: Statement;
  #resolve!: (rows: object[]) => void;
  #reject!: (error: Error) => void;
  #isFirstDone: boolean;
  #columns: Column[] | null = null;
  #rows: object[] = [];
  #parsed: Map<string, Column[] | null> = new Map();
  // pg requires these properties of a query.
  callback?: (error: Error | null) => void;

  constructor(first: Statement | null, main: Statement) {
    this.#first = first;
    this.#main = main;
    this.#isFirstDone = first === null;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit({ stream }: Connection): void {
    const cache = parsed.get(stream) ?? new Map<string, Column[] | null>();
    parsed.set(stream, cache);
    this.#parsed = cache;
    const messages: Uint8Array[] = [];
    for (const statement of this.#first ? [this.#first, this.#main] : [this.#main]) {
      const { name, text, values } = statement;
      if (!cache.has(name)) {
        // After a failure it is unknown whether the name was parsed: closing an unknown name is no error.
        messages.push(serialize.close({ type: 'S', name }), serialize.parse({ name, text }));
      }
      messages.push(serialize.bind({ statement: name, values: values.map(toText) }));
      if (statement === this.#main) {
        this.#columns = cache.get(name) ?? null;
        if (!this.#columns) messages.push(DESCRIBE);
      }
      messages.push(EXECUTE);
    }
    messages.push(SYNC);
    // Everything submitted in the same tick is sent in the same write.
    stream.cork();
    stream.write(Buffer.concat(messages));
    process.nextTick(() => stream.uncork());
  }

  handleRowDescription(message: { fields: Field[] }): void {
    this.#columns = message.fields.map((field) => ({
      name: field.name,
      parse: pg.types.getTypeParser(field.dataTypeID, 'text') as (text: string) => unknown,
    }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (!this.#isFirstDone || !this.#columns) return;
    const row: Record<string, unknown> = {};
    for (let index = 0; index < this.#columns.length; index++) {
      const column = this.#columns[index];
      const text = fields[index];
      if (column) row[column.name] = text === null || text === undefined ? null : column.parse(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete(): void {
    if (this.#first && !this.#isFirstDone) {
      this.#parsed.set(this.#first.name, null);
      this.#isFirstDone = true;
    } else this.#parsed.set(this.#main.name, this.#columns);
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}

  handleReadyForQuery(): void {
    this.statementsOnConnection = this.#parsed.size;
    this.#resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}

// A pipelining client accepts only its own query class, because others may keep a portal open between two round trips.
// This one does not; claiming to be that class saves the cost of its constructor.
Object.setPrototypeOf(PipelinedStatement.prototype, pg.Query.prototype);

function toText(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value) || typeof value === 'string') return value;
  if (Array.isArray(value)) return arrayLiteral(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A PostgreSQL array literal, as the driver writes it for a JavaScript array. */
function arrayLiteral(values: unknown[]): string {
  return `{${values
    .map((value) => {
      if (value === null || value === undefined) return 'NULL';
      if (Array.isArray(value)) return arrayLiteral(value);
      return `"${String(toText(value)).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
    })
    .join(',')}}`;
}
