import type { Order, OrderItem } from '../schema.ts';
import type { RefundKind, RefundRequest, RefundScope } from './schema.ts';

export type RefundedOrder = Pick<Order, 'subtotal' | 'discount' | 'prices_include_tax' | 'total' | 'refunded'> & {
  order_items: readonly Pick<
    OrderItem,
    'id' | 'position' | 'amount' | 'quantity' | 'discount' | 'tax' | 'refunded' | 'refunded_quantity'
  >[];
};

/** What is being chosen in the dialog. */
export type RefundDraft = {
  kind: RefundKind;
  scope: RefundScope;
  /** By the id of an item. */
  quantities: Readonly<Record<string, number>>;
  amount: number | null;
  takesAccess: boolean;
  reason: string;
};

/**
 * What was paid for each line: its price less its discount, with its tax where that comes on top, so that the lines add up
 * to the total. The same as `private.line_payments` in SQL. BigInt, because a tax times a price is beyond the safe integers.
 */
export function linePayments(order: RefundedOrder): Map<string, number> {
  const { subtotal, discount: all, prices_include_tax, total, order_items } = order;
  const divisor = BigInt(Math.max(subtotal - all, 1));
  const paid = order_items.map((line) => {
    const net = line.amount * line.quantity - line.discount;
    return { ...line, net, paid: net + (prices_include_tax ? 0 : line.tax) };
  });
  // An order from before lines had a tax of their own shares its tax by their prices, by largest remainder.
  const unshared = total - paid.reduce((sum, line) => sum + line.paid, 0);
  const lines = paid.map(({ id, position, net, paid: own }) => {
    const weighted = BigInt(unshared) * BigInt(net);
    const share = Number(weighted / divisor);
    return { id, position, share, sum: own + share, rest: weighted % divisor };
  });
  const leftOver = unshared - lines.reduce((sum, { share }) => sum + share, 0);
  lines.sort((a, b) => (a.rest === b.rest ? a.position - b.position : a.rest < b.rest ? 1 : -1));
  return new Map(lines.map(({ id, sum }, at) => [id, sum + (at < leftOver ? 1 : 0)]));
}

/** What was paid and has not been refunded yet. */
export const leftOf = ({ total, refunded }: Pick<Order, 'total' | 'refunded'>) => total - refunded;

/** What a refund comes to, as `private.refund` will compute it; 0 where nothing is chosen yet. */
export function refundAmount(order: RefundedOrder, draft: RefundDraft): number {
  const left = leftOf(order);
  if (draft.scope === 'all') return left;
  if (draft.scope === 'amount') return draft.amount || 0;
  const payments = linePayments(order);
  const lines = order.order_items.map((item) => {
    const selected = draft.quantities[item.id] ?? 0;
    if (selected === 0) return 0;
    const paid = BigInt(payments.get(item.id) ?? 0) * BigInt(item.refunded_quantity + selected);
    return Number(paid / BigInt(item.quantity)) - item.refunded;
  });
  return Math.min(
    left,
    lines.reduce((sum, share) => sum + share, 0),
  );
}

export function refundRequest({ kind, scope, quantities, amount, takesAccess, reason }: RefundDraft): RefundRequest {
  const chosen = Object.entries(quantities).filter(([, quantity]) => quantity > 0);
  return {
    kind,
    lines: scope === 'lines' ? chosen.map(([order_item_id, quantity]) => ({ order_item_id, quantity })) : null,
    amount: scope === 'amount' ? amount : null,
    takes_access: scope === 'amount' && takesAccess,
    reason: reason.trim(),
  };
}
