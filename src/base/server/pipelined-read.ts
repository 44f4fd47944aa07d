import pg from 'pg';
import { serialize } from 'pg-protocol';

type Statement = { name: string; text: string; values: readonly unknown[] };
type Connection = { stream: { write(bytes: Uint8Array): boolean } };
type Field = { name: string; dataTypeID: number; format: 'text' | 'binary' };

const DESCRIBE = serialize.describe({ type: 'P', name: '' });

/** Which statements a connection has parsed; a connection that goes takes its own with it. */
const parsed = new WeakMap<object, Set<string>>();

/**
 * Two prepared statements before one Sync: PostgreSQL runs them in one implicit transaction, so the first may
 * set role and claims for the second, and the whole is one round trip. Without a first there is only the second. Given to `client.query()`.
 * Values are passed as text: strings, numbers, booleans, null, Date, Buffer, or anything JSON can hold.
 */
export class PipelinedRead {
  readonly result: Promise<{ rows: object[] }>;
  statementsOnConnection = 0;
  readonly #statements: Statement[];
  #resolve!: (result: { rows: object[] }) => void;
  #reject!: (error: Error) => void;
  #completed = 0;
  #fields: { name: string; parse: (text: string) => unknown }[] = [];
  #rows: object[] = [];
  #parsed: Set<string> = new Set();
  // pg looks for these on whatever it is given.
  callback?: (error: Error | null) => void;

  constructor(first: Statement | null, second: Statement) {
    this.#statements = first ? [first, second] : [second];
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    const known = parsed.get(connection) ?? new Set<string>();
    parsed.set(connection, known);
    this.#parsed = known;
    const messages: Uint8Array[] = [];
    for (const { name, text, values } of this.#statements) {
      if (!known.has(name)) {
        // After a failure it is unknown whether the name was parsed: closing an unknown name is no error.
        messages.push(serialize.close({ type: 'S', name }), serialize.parse({ name, text }));
      }
      messages.push(serialize.bind({ statement: name, values: values.map(toText) }), DESCRIBE, serialize.execute());
    }
    messages.push(serialize.sync());
    connection.stream.write(Buffer.concat(messages));
  }

  get #isLast(): boolean {
    return this.#completed === this.#statements.length - 1;
  }

  handleRowDescription(message: { fields: Field[] }): void {
    if (!this.#isLast) return;
    this.#fields = message.fields.map((field) => ({
      name: field.name,
      parse: pg.types.getTypeParser(field.dataTypeID, 'text') as (text: string) => unknown,
    }));
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    if (!this.#isLast) return;
    const row: Record<string, unknown> = {};
    for (let index = 0; index < this.#fields.length; index++) {
      const field = this.#fields[index];
      const text = message.fields[index];
      if (field) row[field.name] = text === null || text === undefined ? null : field.parse(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete(): void {
    this.#parsed.add(this.#statements[this.#completed]?.name ?? '');
    this.#completed++;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}

  handleReadyForQuery(): void {
    this.statementsOnConnection = this.#parsed.size;
    this.#resolve({ rows: this.#rows });
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}

function toText(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value) || typeof value === 'string') return value;
  if (Array.isArray(value)) return arrayLiteral(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** PostgreSQL's array literal, as the driver writes it for a JavaScript array. */
function arrayLiteral(values: unknown[]): string {
  return `{${values
    .map((value) => {
      if (value === null || value === undefined) return 'NULL';
      if (Array.isArray(value)) return arrayLiteral(value);
      return `"${String(toText(value)).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
    })
    .join(',')}}`;
}
