import { z } from 'zod';
import { idShape, momentShape, type Resource, sumShape } from '#base/server/api-resource.ts';

export const resources: Resource[] = [
  {
    name: 'orders',
    title: 'Orders',
    scope: 'orders:read',
    table: 'orders',
    columns: `id, number, member_id, email, customer_name, coupon, status, provider, currency, subtotal, discount, tax, total, credit, refunded,
      (select coalesce(jsonb_agg(jsonb_build_object('product_id', i.product_id, 'title', i.title, 'type', i.type, 'quantity', i.quantity,
        'amount', i.amount) order by i.position), '[]') from public.order_items i where (i.account_id, i.order_id) = (t.account_id, t.id)) as items,
      placed_at, paid_at, closed_at`,
    filters: { status: z.enum(['pending', 'paid', 'disputed', 'cancelled', 'refunded']), member_id: idShape },
    row: z.object({
      id: idShape,
      number: z.int(),
      member_id: idShape.nullable(),
      email: z.string(),
      customer_name: z.string(),
      coupon: z.string().nullable(),
      status: z.string(),
      provider: z.string(),
      currency: z.string(),
      subtotal: sumShape,
      discount: sumShape,
      tax: sumShape,
      total: sumShape,
      credit: sumShape,
      refunded: sumShape,
      items: z.array(
        z.object({
          product_id: idShape.nullable(),
          title: z.string(),
          type: z.string(),
          quantity: z.int(),
          amount: sumShape,
        }),
      ),
      placed_at: momentShape,
      paid_at: momentShape.nullable(),
      closed_at: momentShape.nullable(),
    }),
  },
];
