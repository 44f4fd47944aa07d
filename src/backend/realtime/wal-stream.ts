import type { Socket } from 'node:net';
import pg from 'pg';

export type WalStream = {
  /** Acknowledges everything up to here as delivered: the server need not keep it. */
  confirm(position: bigint): void;
  /** Stops reading until `resume`: the server then waits. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
};

export type WalStreamOptions = {
  url: string;
  slot: string;
  /** A temporary slot is dropped with its connection, also when this process crashes. */
  isTemporary: boolean;
  /** The slot exists already: what it kept is sent first. */
  isResumed: boolean;
  publication: string;
  onMessage(bytes: Buffer): void;
  /** The server has nothing before this position that was not received. */
  onIdle(position: bigint): void;
  /** The connection has ended; called once, not after `close`. */
  onEnd(reason: string): void;
  /** Aborts the attempt to connect. */
  signal: AbortSignal;
};

const STATUS_EVERY_MS = 1_000;
const EPOCH_MS = 946_684_800_000n;

type ReplicationConnection = {
  stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  once(event: 'replicationStart', listener: () => void): void;
};

/** Passed to `client.query()`: the server responds with a stream that does not end. */
class Replication {
  readonly #text: string;
  readonly #onData: (chunk: Buffer) => void;
  readonly #failed: (error: Error) => void;
  readonly #started: (db: ReplicationConnection) => void;
  // pg assigns it on every query object.
  callback?: (error: Error | null) => void;

  constructor(
    text: string,
    on: { onData(chunk: Buffer): void; onFailure(error: Error): void; onStart(db: ReplicationConnection): void },
  ) {
    this.#text = text;
    this.#onData = on.onData;
    this.#failed = on.onFailure;
    this.#started = on.onStart;
  }

  submit(connection: unknown): void {
    const db = connection as ReplicationConnection;
    db.once('replicationStart', () => this.#started(db));
    db.query(this.#text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#onData(chunk);
  }

  handleError(error: Error): void {
    this.#failed(error);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {}
}

/**
 * Reads the log through a replication slot: https://www.postgresql.org/docs/current/protocol-replication.html
 * @throws {pg.DatabaseError} where the server does not allow it: no right to replicate, `wal_level`, no free slot.
 */
export async function openWalStream(options: WalStreamOptions): Promise<WalStream> {
  const config = { connectionString: options.url, replication: 'database', application_name: 'stoa-realtime' };
  const client = new pg.Client(config as pg.ClientConfig);
  let isClosed = false;
  let confirmed = 0n;
  let timer: NodeJS.Timeout | null = null;
  let db: ReplicationConnection | null = null;

  function end(reason: string): void {
    if (isClosed) return;
    isClosed = true;
    if (timer) clearInterval(timer);
    void client.end().catch(() => {});
    options.onEnd(reason);
  }

  function sendStatus(): void {
    if (isClosed || !db) return;
    db.sendCopyFromChunk(statusOf(confirmed));
  }

  function onChunk(chunk: Buffer): void {
    // The driver reuses its buffer: keep a copy.
    if (chunk[0] === 0x77) options.onMessage(Buffer.from(chunk.subarray(25)));
    else if (chunk[0] === 0x6b) {
      options.onIdle(chunk.readBigInt64BE(1));
      if (chunk[17] === 1) sendStatus();
    }
  }

  await client.connect();
  options.signal.addEventListener('abort', () => void client.end().catch(() => {}), { once: true });
  client.on('error', (error) => end(error.message));
  client.once('end', () => end('The connection ended.'));
  try {
    if (!options.isResumed) await createSlot(client, options);
    db = await startReplication(client, options, { onData: onChunk, onFailure: (error) => end(error.message) });
  } catch (error) {
    isClosed = true;
    await client.end().catch(() => {});
    throw error;
  }
  timer = setInterval(sendStatus, STATUS_EVERY_MS).unref();

  return {
    confirm: (position) => {
      if (position > confirmed) confirmed = position;
    },
    pause: () => db?.stream.pause(),
    resume: () => db?.stream.resume(),
    close: async () => {
      if (isClosed) return;
      sendStatus();
      isClosed = true;
      if (timer) clearInterval(timer);
      // client.end() would wait for the stream to end, which it does not.
      db?.stream.destroy();
    },
  };
}

async function createSlot(client: pg.Client, { slot, isTemporary }: WalStreamOptions): Promise<void> {
  // The replication protocol's commands must be in upper case.
  const kind = isTemporary ? 'TEMPORARY ' : '';
  await client.query(`CREATE_REPLICATION_SLOT ${pg.escapeIdentifier(slot)} ${kind}LOGICAL pgoutput NOEXPORT_SNAPSHOT`);
}

/** Resolves once the server has begun to send. `onFailure` is called for what fails before or after. */
function startReplication(
  client: pg.Client,
  { slot, publication }: WalStreamOptions,
  handlers: { onData(chunk: Buffer): void; onFailure(error: Error): void },
): Promise<ReplicationConnection> {
  const name = pg.escapeIdentifier(slot);
  const publications = `'${publication.replaceAll("'", "''")}'`;
  const text = `START_REPLICATION SLOT ${name} LOGICAL 0/0 (proto_version '1', publication_names ${publications})`;
  return new Promise((resolve, reject) => {
    const onFailure = (error: Error) => {
      reject(error);
      handlers.onFailure(error);
    };
    client.query(new Replication(text, { onData: handlers.onData, onFailure, onStart: resolve }));
  });
}

/** The message that confirms everything up to a position. */
function statusOf(confirmed: bigint): Buffer {
  const status = Buffer.alloc(34);
  status.write('r', 0);
  for (const at of [1, 9, 17]) status.writeBigInt64BE(confirmed, at);
  status.writeBigInt64BE((BigInt(Date.now()) - EPOCH_MS) * 1000n, 25);
  return status;
}
