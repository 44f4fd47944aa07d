import { z } from 'zod';
import { defineWrites, idShape, momentShape, type Resource } from '#base/server/api-resource.ts';
import { errors } from '#base/shared/errors.ts';

const couponShape = z
  .object({
    name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, 'Use letters, digits, dots, dashes and underscores.'),
    discount_type: z.enum(['flat', 'percentage']),
    coupon_amount: z.number().min(0).max(1_000_000_000).describe('Percent, or whole units of the currency.'),
    product_ids: z.array(z.uuid()).max(100).default([]).describe('The products whose price it reduces; empty for all.'),
    usage_limit: z.int().min(0).max(10_000_000).default(0).describe('0 is without limit.'),
    per_user_limit: z.int().min(0).max(1_000_000).default(0),
    date_start: momentShape.nullish(),
    date_end: momentShape.nullish(),
  })
  .strict();

const writes = defineWrites({
  scope: 'coupons:write',
  body: couponShape,
  addSummary: 'Makes a coupon.',
  removeSummary: 'Removes a coupon. Orders keep their discount.',
  removed: { status: 204, description: 'Gone.' },
  add: async (sql, accountId, coupon) => {
    try {
      const [created] = await sql.query<{ id: string }>(
        `insert into public.coupons (account_id, name, discount_type, coupon_amount, usage_limit, per_user_limit, date_start, date_end, product_ids)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
        [
          accountId,
          coupon.name,
          coupon.discount_type,
          coupon.coupon_amount,
          coupon.usage_limit,
          coupon.per_user_limit,
          coupon.date_start ?? null,
          coupon.date_end ?? null,
          coupon.product_ids,
        ],
      );
      return created?.id ?? '';
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === '23505') throw errors.conflict('conflict', 'Another coupon already has this name.');
      if (code === '23514') {
        throw errors.invalid(
          'Use at most 100 percent with two decimals, and an end date that is not before the start date.',
        );
      }
      throw error;
    }
  },
  remove: async (sql, accountId, id) => {
    const rows = await sql.query('delete from public.coupons where account_id = $1 and id = $2 returning id', [
      accountId,
      id,
    ]);
    if (rows.length === 0) throw errors.notFound('There is no such coupon.');
  },
});

export const resources: Resource[] = [
  {
    name: 'coupons',
    title: 'Coupons',
    scope: 'coupons:read',
    writes,
    table: 'coupons',
    columns:
      'id, name, discount_type, coupon_amount, product_ids, usage_limit, usage_count, per_user_limit, date_start, date_end, created_at, updated_at',
    filters: { name: z.string().max(40) },
    row: z.object({
      id: idShape,
      name: z.string(),
      discount_type: z.string(),
      coupon_amount: z.number(),
      product_ids: z.array(idShape),
      usage_limit: z.int(),
      usage_count: z.int(),
      per_user_limit: z.int(),
      date_start: momentShape.nullable(),
      date_end: momentShape.nullable(),
      created_at: momentShape,
      updated_at: momentShape,
    }),
  },
];
