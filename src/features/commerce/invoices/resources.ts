import { z } from 'zod';
import { idShape, momentShape, type Resource, sumShape } from '#base/server/api-resource.ts';
import { invoiceKinds } from './schema.ts';

export const resources: Resource[] = [
  {
    name: 'invoices',
    title: 'Invoices',
    scope: 'invoices:read',
    table: 'order_invoices',
    columns: `id, number, kind, order_id, refund_id, invoice_id, issued_at, currency, net, tax, total,
      document -> 'seller' as seller, document -> 'buyer' as buyer, document -> 'lines' as lines, document -> 'taxes' as taxes`,
    filters: { kind: z.enum(invoiceKinds), order_id: idShape },
    row: z.object({
      id: idShape,
      number: z.string(),
      kind: z.string(),
      order_id: idShape,
      refund_id: idShape.nullable(),
      invoice_id: idShape.nullable(),
      issued_at: momentShape,
      currency: z.string(),
      net: sumShape,
      tax: sumShape,
      total: sumShape,
      seller: z.record(z.string(), z.string()),
      buyer: z.record(z.string(), z.string()),
      lines: z.array(
        z.object({
          title: z.string(),
          quantity: z.int(),
          net: sumShape,
          tax: sumShape,
          total: sumShape,
          tax_rate: z.number(),
          tax_category: z.string(),
          tax_name: z.string(),
        }),
      ),
      taxes: z.array(
        z.object({
          tax_category: z.string(),
          tax_rate: z.number(),
          tax_name: z.string(),
          net: sumShape,
          tax: sumShape,
        }),
      ),
    }),
  },
];
