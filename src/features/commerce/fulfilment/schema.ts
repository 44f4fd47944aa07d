import type { Order, OrderItem } from '#features/commerce/orders/schema.ts';

/** What of an order is delivered by somebody: sent, assigned or given away. */
export const deliveredTypes = ['physical', 'seats', 'gift'] as const;
export type DeliveredType = (typeof deliveredTypes)[number];

export type Voucher = {
  id: string;
  kind: 'seat' | 'gift';
  code: string;
  email: string;
  recipient_name: string;
  message: string;
  send_at: string | null;
  sent_at: string | null;
  redeemed_at: string | null;
  created_at: string;
};

export type Shipment = { note: string; created_at: string };

/** A paid line of an order with what was delivered of it. */
export type Delivery = Pick<OrderItem, 'id' | 'title' | 'type' | 'quantity' | 'refunded_quantity' | 'product_id'> & {
  seats: number | null;
  created_at: string;
  orders: Pick<Order, 'number' | 'customer_name' | 'email' | 'billing_address'>;
  products: { shipping_note: string; weight_grams: number | null } | null;
  shipments: Shipment | null;
  vouchers: Voucher[];
};

/** What a code opens, for who holds it. */
export type ReadVoucher = {
  kind: 'seat' | 'gift';
  title: string;
  from: string;
  name: string;
  message: string;
  is_redeemed: boolean;
  is_own: boolean;
};
