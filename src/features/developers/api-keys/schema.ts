import { z } from 'zod';
import type { Scope } from './rules.ts';

const id = z.uuid();
// PostgreSQL writes timestamps in JSON with their UTC offset.
const moment = z.iso.datetime({ offset: true });
const sum = z.int().describe("In the currency's smallest unit.");

export const enrolmentShape = z
  .object({
    member_id: id,
    course_id: id,
    expires_at: moment.nullish().describe('When the course closes again; left out, it stays open.'),
  })
  .strict();

export const couponShape = z
  .object({
    name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, 'Letters, digits, dot, dash and underscore.'),
    discount_type: z.enum(['flat', 'percentage']),
    coupon_amount: z.number().min(0).max(1_000_000_000).describe('Percent, or whole units of the currency.'),
    usage_limit: z.int().min(0).max(10_000_000).default(0).describe('0 is without limit.'),
    per_user_limit: z.int().min(0).max(1_000_000).default(0),
    date_start: moment.nullish(),
    date_end: moment.nullish(),
  })
  .strict();

export type Resource = {
  /** The resource name in the URL, `/api/v1/{name}`. */
  name: string;
  title: string;
  scope: Scope;
  table: string;
  /** Columns of the response; an entry in parentheses is an SQL expression with an alias. */
  columns: string;
  /** Query parameters that filter the list, each by equality on a column. */
  filters: Record<string, z.ZodType>;
  row: z.ZodType;
};

/** The readable resources. Routes, response schemas and the OpenAPI document are generated from this table. */
export const resources: readonly Resource[] = [
  {
    name: 'members',
    title: 'Members',
    scope: 'members:read',
    table: 'members',
    columns: `id, name, slug, email, (select coalesce(r.kind, r.name) from public.roles r where (r.account_id, r.role_id) = (t.account_id, t.role_id)) as role,
      blocked_at is not null as is_blocked, created_at, updated_at`,
    filters: { email: z.string().max(320) },
    row: z.object({
      id,
      name: z.string(),
      slug: z.string(),
      email: z.string(),
      role: z.string(),
      is_blocked: z.boolean(),
      created_at: moment,
      updated_at: moment,
    }),
  },
  {
    name: 'courses',
    title: 'Courses',
    scope: 'courses:read',
    table: 'courses',
    columns:
      'id, title, slug, summary, level, language, status, access, lesson_count, duration_seconds, published_at, created_at, updated_at',
    filters: { status: z.enum(['draft', 'published', 'archived']), slug: z.string().max(120) },
    row: z.object({
      id,
      title: z.string(),
      slug: z.string(),
      summary: z.string(),
      level: z.string(),
      language: z.string(),
      status: z.string(),
      access: z.string(),
      lesson_count: z.int(),
      duration_seconds: z.int(),
      published_at: moment.nullable(),
      created_at: moment,
      updated_at: moment,
    }),
  },
  {
    name: 'enrolments',
    title: 'Enrolments',
    scope: 'enrolments:read',
    table: 'enrolments',
    columns: 'id, member_id, course_id, source, status, starts_at, expires_at, completed_at, created_at, updated_at',
    filters: { member_id: id, course_id: id, status: z.enum(['active', 'ended']) },
    row: z.object({
      id,
      member_id: id,
      course_id: id,
      source: z.string(),
      status: z.string(),
      starts_at: moment,
      expires_at: moment.nullable(),
      completed_at: moment.nullable(),
      created_at: moment,
      updated_at: moment,
    }),
  },
  {
    name: 'products',
    title: 'Products',
    scope: 'products:read',
    table: 'products',
    columns: `id, title, slug, type, status, course_id, (select coalesce(jsonb_agg(jsonb_build_object('currency', p.currency, 'amount', p.amount)
      order by p.currency), '[]') from public.prices p where (p.account_id, p.product_id) = (t.account_id, t.id) and p.is_active) as prices,
      created_at, updated_at`,
    filters: { status: z.string().max(20), type: z.string().max(20) },
    row: z.object({
      id,
      title: z.string(),
      slug: z.string(),
      type: z.string(),
      status: z.string(),
      course_id: id.nullable(),
      prices: z.array(z.object({ currency: z.string(), amount: sum })),
      created_at: moment,
      updated_at: moment,
    }),
  },
  {
    name: 'orders',
    title: 'Orders',
    scope: 'orders:read',
    table: 'orders',
    columns: `id, number, member_id, email, customer_name, coupon, status, provider, currency, subtotal, discount, tax, total,
      (select coalesce(jsonb_agg(jsonb_build_object('product_id', i.product_id, 'title', i.title, 'type', i.type, 'quantity', i.quantity,
        'amount', i.amount) order by i.position), '[]') from public.order_items i where (i.account_id, i.order_id) = (t.account_id, t.id)) as items,
      placed_at, paid_at, closed_at`,
    filters: { status: z.enum(['pending', 'paid', 'cancelled', 'refunded']), member_id: id },
    row: z.object({
      id,
      number: z.int(),
      member_id: id.nullable(),
      email: z.string(),
      customer_name: z.string(),
      coupon: z.string().nullable(),
      status: z.string(),
      provider: z.string(),
      currency: z.string(),
      subtotal: sum,
      discount: sum,
      tax: sum,
      total: sum,
      items: z.array(
        z.object({ product_id: id.nullable(), title: z.string(), type: z.string(), quantity: z.int(), amount: sum }),
      ),
      placed_at: moment,
      paid_at: moment.nullable(),
      closed_at: moment.nullable(),
    }),
  },
  {
    name: 'coupons',
    title: 'Coupons',
    scope: 'coupons:read',
    table: 'coupons',
    columns:
      'id, name, discount_type, coupon_amount, usage_limit, usage_count, per_user_limit, date_start, date_end, created_at, updated_at',
    filters: { name: z.string().max(40) },
    row: z.object({
      id,
      name: z.string(),
      discount_type: z.string(),
      coupon_amount: z.number(),
      usage_limit: z.int(),
      usage_count: z.int(),
      per_user_limit: z.int(),
      date_start: moment.nullable(),
      date_end: moment.nullable(),
      created_at: moment,
      updated_at: moment,
    }),
  },
];

export const pageShape = {
  limit: z.coerce.number().int().min(1).max(100).default(50).describe('Rows a page, 100 at most.'),
  after: id.optional().describe('The `next` of the page before.'),
};
