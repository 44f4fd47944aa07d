import type { Log } from '#base/server/log.ts';
import { MAX_CHANGES_PER_TRANSACTION } from './change-source.ts';
import { type Relation, readWalMessage, type WalMessage } from './wal-messages.ts';
import type { WalRow } from './wal-rows.ts';

/** A committed transaction; `bytes` is infinite where it changed more than is delivered. */
export type WalTransaction = { id: number; committedAt: Date; rows: WalRow[]; bytes: number; endsAt: bigint };

const TRANSACTION_BYTES = 32 * 1024 * 1024;

/** Puts the messages of the log together to transactions, and hands on each when it is committed. */
export function createTransactions(log: Log, onCommit: (transaction: WalTransaction) => void) {
  const relations = new Map<number, Relation>();
  let open: WalTransaction | null = null;

  function take(message: WalMessage, size: number): void {
    if (message.kind === 'relation') relations.set(message.id, message.relation);
    else if (message.kind === 'begin') {
      const { transactionId, committedAt } = message;
      open = { id: transactionId, committedAt, rows: [], bytes: 0, endsAt: 0n };
    } else if (message.kind === 'commit') {
      if (open) onCommit({ ...open, endsAt: message.endsAt });
      open = null;
    } else if (message.kind !== 'other' && open) {
      const relation = relations.get(message.id);
      if (!relation) return;
      if (open.rows.length >= MAX_CHANGES_PER_TRANSACTION || open.bytes > TRANSACTION_BYTES) {
        if (open.bytes !== Number.POSITIVE_INFINITY) {
          log.warn({ transaction: open.id }, 'a transaction changed too many shared rows; the rest is not told');
        }
        open.bytes = Number.POSITIVE_INFINITY;
        return;
      }
      open.bytes += size;
      open.rows.push(rowOf(relation, message));
    }
  }

  return {
    onMessage: (bytes: Buffer): void => {
      try {
        take(readWalMessage(bytes, relations), bytes.length);
      } catch (error) {
        log.error({ error: String(error) }, 'a message of the log could not be read');
      }
    },
    isOpen: () => open !== null,
    /** Forgets an unfinished transaction: a new connection begins with it anew. */
    reset: (): void => {
      relations.clear();
      open = null;
    },
  };
}

/** Bytes a transaction counts for while it waits to be delivered. */
export function sizeOf({ bytes, rows }: WalTransaction): number {
  return Number.isFinite(bytes) ? bytes : TRANSACTION_BYTES + rows.length;
}

function rowOf(relation: Relation, message: WalMessage & { kind: 'insert' | 'update' | 'delete' }): WalRow {
  if (message.kind === 'insert')
    return { relation, operation: 'INSERT', row: message.row, before: null, isFull: false };
  const operation = message.kind === 'update' ? 'UPDATE' : 'DELETE';
  const row = message.kind === 'update' ? message.row : null;
  return { relation, operation, row, before: message.before, isFull: message.isFull };
}
