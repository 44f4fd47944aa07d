export type RefundLine = { order_item_id: string; quantity: number; amount: number };

export type Refund = {
  id: string;
  kind: 'refund' | 'credit' | 'chargeback';
  /** In the smallest unit of the order's currency. */
  amount: number;
  /** The tax within it. */
  tax: number;
  reason: string;
  created_at: string;
  refund_lines: RefundLine[];
};

/** Everything that is left, items with their quantities, or an amount. */
export type RefundScope = 'all' | 'lines' | 'amount';

/** Money that goes back, or credit for another order. */
export type RefundKind = 'refund' | 'credit';

/** What `refund_order` of the database takes beside the order. */
export type RefundRequest = {
  kind: RefundKind;
  lines: { order_item_id: string; quantity: number }[] | null;
  amount: number | null;
  takes_access: boolean;
  reason: string;
};
