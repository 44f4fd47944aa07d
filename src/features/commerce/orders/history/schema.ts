import type { MailKind } from '../schema.ts';

/** One entry of the history of an order. */
export type OrderEntry = {
  id: string;
  created_at: string;
  /** The member who did it; null where the system did, or they are gone. */
  actor: string | null;
} & (
  | { kind: 'placed' | 'paid' | 'cancelled' }
  /** `amount` in the smallest unit of the order's currency. */
  | { kind: 'refund' | 'credit' | 'chargeback' | 'dispute' | 'dispute_won'; facts: { amount: number; reason: string } }
  | { kind: 'mail'; facts: { mail: MailKind; resent: boolean } }
  | { kind: 'note'; note: string }
);

/** A transaction of the ledger about an order; amounts are debit where positive. */
export type OrderTransaction = {
  id: string;
  kind: string;
  occurred_at: string;
  ledger_entries: { position: number; code: string; currency: string; amount: number }[];
};
