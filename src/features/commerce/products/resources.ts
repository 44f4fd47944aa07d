import { z } from 'zod';
import { idShape, momentShape, type Resource, sumShape } from '#base/server/api-resource.ts';

export const resources: Resource[] = [
  {
    name: 'products',
    title: 'Products',
    scope: 'products:read',
    table: 'products',
    columns: `id, title, slug, type, status, course_id, (select coalesce(jsonb_agg(jsonb_build_object('currency', p.currency, 'amount', p.amount, 'amount_now', public.amount_now(p))
      order by p.currency), '[]') from public.prices p where (p.account_id, p.product_id) = (t.account_id, t.id) and p.is_active) as prices,
      created_at, updated_at`,
    filters: { status: z.string().max(20), type: z.string().max(20) },
    row: z.object({
      id: idShape,
      title: z.string(),
      slug: z.string(),
      type: z.string(),
      status: z.string(),
      course_id: idShape.nullable(),
      prices: z.array(
        z.object({
          currency: z.string(),
          amount: sumShape,
          amount_now: sumShape.describe('What is paid now: less than the amount during a sale.'),
        }),
      ),
      created_at: momentShape,
      updated_at: momentShape,
    }),
  },
];
