import type { Order } from '../../schema.ts';
import { taxLinesOf } from '../rules.ts';
import { TaxRows } from './tax-rows.tsx';

/** The tax of an order, one row for each rate. */
export function OrderTax({ order }: { order: Pick<Order, 'order_items' | 'prices_include_tax' | 'currency'> }) {
  return (
    <TaxRows lines={taxLinesOf(order.order_items)} isIncluded={order.prices_include_tax} currency={order.currency} />
  );
}
