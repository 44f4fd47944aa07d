/** The columns of a table as the log describes them; `type` is the type's oid. */
export type Relation = { schema: string; table: string; columns: { name: string; type: number; isKey: boolean }[] };

/** A row as text by column; null is SQL's null, columns the message did not carry are absent. */
export type TextRow = Map<string, string | null>;

export type WalMessage =
  | { kind: 'begin'; transactionId: number; committedAt: Date }
  | { kind: 'commit'; endsAt: bigint }
  | { kind: 'relation'; id: number; relation: Relation }
  | { kind: 'insert'; id: number; row: TextRow }
  | { kind: 'update'; id: number; row: TextRow; before: TextRow | null; isFull: boolean }
  | { kind: 'delete'; id: number; before: TextRow; isFull: boolean }
  | { kind: 'other' };

/** Microseconds from 1970 to 2000, PostgreSQL's epoch. */
const EPOCH_US = 946_684_800_000_000n;

export function momentOf(microseconds: bigint): Date {
  return new Date(Number((microseconds + EPOCH_US) / 1000n));
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    this.#at += 1;
    return this.#bytes.readUInt8(this.#at - 1);
  }

  character(): string {
    return String.fromCharCode(this.byte());
  }

  short(): number {
    this.#at += 2;
    return this.#bytes.readUInt16BE(this.#at - 2);
  }

  int(): number {
    this.#at += 4;
    return this.#bytes.readUInt32BE(this.#at - 4);
  }

  long(): bigint {
    this.#at += 8;
    return this.#bytes.readBigInt64BE(this.#at - 8);
  }

  text(length: number): string {
    if (this.#at + length > this.#bytes.length) throw new RangeError('A message of the log ends too soon.');
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }

  /** A text that ends with a zero byte. */
  name(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    if (end < 0) throw new RangeError('A message of the log ends too soon.');
    const text = this.text(end - this.#at);
    this.#at = end + 1;
    return text;
  }
}

/**
 * Decodes a message of the output plugin `pgoutput`, protocol 1:
 * https://www.postgresql.org/docs/current/protocol-logicalrep-message-formats.html
 * @throws {RangeError} where the bytes end too soon; `relations` must hold the tables described so far.
 */
export function readWalMessage(bytes: Buffer, relations: ReadonlyMap<number, Relation>): WalMessage {
  const reader = new Reader(bytes);
  switch (reader.character()) {
    case 'B': {
      reader.long();
      return { kind: 'begin', committedAt: momentOf(reader.long()), transactionId: reader.int() };
    }
    case 'C': {
      reader.byte();
      reader.long();
      return { kind: 'commit', endsAt: reader.long() };
    }
    case 'R':
      return readRelation(reader);
    case 'I': {
      const id = reader.int();
      reader.character();
      return { kind: 'insert', id, row: readRow(reader, relations.get(id)) };
    }
    case 'U': {
      const id = reader.int();
      let part = reader.character();
      let before: TextRow | null = null;
      const isFull = part === 'O';
      if (part !== 'N') {
        before = readRow(reader, relations.get(id), !isFull);
        part = reader.character();
      }
      return { kind: 'update', id, before, isFull, row: readRow(reader, relations.get(id)) };
    }
    case 'D': {
      const id = reader.int();
      const isFull = reader.character() === 'O';
      return { kind: 'delete', id, isFull, before: readRow(reader, relations.get(id), !isFull) };
    }
    default:
      return { kind: 'other' };
  }
}

function readRelation(reader: Reader): WalMessage {
  const id = reader.int();
  const schema = reader.name();
  const table = reader.name();
  reader.byte();
  const columns = Array.from({ length: reader.short() }, () => {
    const isKey = (reader.byte() & 1) === 1;
    const name = reader.name();
    const type = reader.int();
    reader.int();
    return { name, type, isKey };
  });
  return { kind: 'relation', id, relation: { schema, table, columns } };
}

/** `onlyKey`: columns outside the key are sent as meaningless nulls and skipped. */
function readRow(reader: Reader, relation: Relation | undefined, onlyKey = false): TextRow {
  const row: TextRow = new Map();
  const count = reader.short();
  for (let index = 0; index < count; index++) {
    const column = relation?.columns[index];
    const kind = reader.character();
    const value = kind === 't' || kind === 'b' ? reader.text(reader.int()) : null;
    // `u`: an unchanged long value that was not sent again.
    if (column && kind !== 'u' && (!onlyKey || column.isKey)) row.set(column.name, value);
  }
  return row;
}
