/** Received bytes that are not committed yet. */
export type Received = {
  size: number;
  /** Quoted, as in the ETag header: the MD5 of the bytes, like S3's. */
  etag: string;
  /** Makes the bytes readable under their version. Called inside the transaction that writes the row. */
  commit(): Promise<void>;
  discard(): Promise<void>;
  /** The received bytes before they are committed or discarded, for scanning. */
  bytes(): AsyncIterable<Uint8Array>;
};

/** Stores bytes by version: an opaque id, written once and never changed. */
export interface Store {
  /** Reads `bytes` to the end. Rejects with the source's error and leaves nothing behind. */
  receive(version: string, bytes: AsyncIterable<Uint8Array>): Promise<Received>;
  /** Bytes `start` to `end` (inclusive), or null if the version does not exist. */
  read(version: string, range: { start: number; end: number } | null): Promise<ReadableStream<Uint8Array> | null>;
  /** Copies the bytes to a second version; false if the first does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  /** Concatenates the bytes of several versions under a new one; false if one of them does not exist. */
  join(parts: readonly StoredPart[], to: string): Promise<boolean>;
  /** No error if it does not exist. */
  remove(version: string): Promise<void>;
  close(): Promise<void>;
}

export type StoredPart = { version: string; size: number };
