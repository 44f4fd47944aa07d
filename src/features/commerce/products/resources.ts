import { z } from 'zod';
import { idShape, momentShape, type Resource, sumShape } from '#base/server/api-resource.ts';
import { periods, priceKinds } from './schema.ts';

export const resources: Resource[] = [
  {
    name: 'products',
    title: 'Products',
    scope: 'products:read',
    table: 'products',
    columns: `id, title, slug, type, status, course_id, (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'label', p.label, 'currency', p.currency, 'amount', p.amount,
        'amount_now', public.amount_now(p), 'frequency', p.frequency, 'cycles', p.cycles, 'trial_days', p.trial_days, 'setup_fee', p.setup_fee,
        'minimum_amount', p.minimum_amount) order by p.currency, p.position), '[]') from public.prices p where (p.account_id, p.product_id) = (t.account_id, t.id) and p.is_active) as prices,
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
          id: idShape,
          kind: z.enum(priceKinds),
          label: z.string(),
          currency: z.string(),
          amount: sumShape,
          amount_now: sumShape.describe('What is paid now: less than the amount during a sale.'),
          frequency: z.object({ value: z.int(), parameter: z.enum(periods) }).nullable(),
          cycles: z.int().nullable().describe('The number of payments.'),
          trial_days: z.int(),
          setup_fee: sumShape,
          minimum_amount: sumShape.nullable().describe('The least a buyer may choose to pay.'),
        }),
      ),
      created_at: momentShape,
      updated_at: momentShape,
    }),
  },
];
