/** Bytes that arrived but belong to nothing yet: kept under their version, or dropped. */
export type Received = {
  size: number;
  /** Quoted, as in the ETag header: the MD5 of the bytes, as S3 gives it. */
  etag: string;
  /** Gives the bytes their place. Called inside the transaction that writes the row. */
  commit(): Promise<void>;
  discard(): Promise<void>;
  /** What has arrived, before it is kept or dropped: for who has to look through all of it first. */
  bytes(): AsyncIterable<Uint8Array>;
};

/** Where the bytes lie. A version is an opaque id of ours, written once and never changed. */
export interface Store {
  /** Reads `bytes` to the end. Rejects with whatever the source throws, leaving nothing behind. */
  receive(version: string, bytes: AsyncIterable<Uint8Array>): Promise<Received>;
  /** Bytes `start` to `end` (inclusive), or null where the version is gone. */
  read(version: string, range: { start: number; end: number } | null): Promise<ReadableStream<Uint8Array> | null>;
  /** The same bytes under a second version; false where the first is gone. */
  copy(from: string, to: string): Promise<boolean>;
  /** The bytes of several versions, one after the other, under a new one; false where one of them is gone. */
  join(parts: readonly StoredPart[], to: string): Promise<boolean>;
  /** No error where it is gone already. */
  remove(version: string): Promise<void>;
  close(): Promise<void>;
}

export type StoredPart = { version: string; size: number };
