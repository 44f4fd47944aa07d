import { getCookie } from 'hono/cookie';
import { z } from 'zod';
import type { Api } from '#base/server/api.ts';
import { bodyOf, requireSession } from '#base/server/api.ts';
import { json } from '#base/server/http.ts';
import { pdfResponse } from '#base/server/pdf/pdf-response.ts';
import { errors } from '#base/shared/errors.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { type OrderDocument, orderPdf } from './mails/order-pdf.ts';
import { checkoutShape, type PlacedOrder } from './schema.ts';

export const api: Api = (router, { database, limit, jobs }) => {
  router.post(paths.placeOrder(), async (context) => {
    const { caller, userId } = requireSession(context);
    await limit(`checkout:${userId}`, 300, 60);
    const body = await bodyOf(context, checkoutShape);
    const rows = await database.as(caller).query<PlacedOrder>(
      `select id, number, status, currency, subtotal, discount, tax, total, instructions
           from private.place_order($1, $2::jsonb, $3, $4, $5::jsonb, $6, $7, $8, $9, $10, $11, $12)`,
      [
        context.get('account').account_id,
        JSON.stringify(body.items),
        body.coupon ?? null,
        body.customer.name,
        JSON.stringify(body.billing_address),
        body.idempotency_key,
        chooseLocale(body.locale, context.req.header('accept-language')),
        body.accepts,
        body.shown?.total ?? null,
        body.shown?.currency ?? null,
        body.currency ?? null,
        body.provider,
      ],
    );
    const order = rows[0];
    if (!order) throw new Error('An order that was placed came back without its row.');
    // PostgreSQL's bigint arrives as text; totals stay far below Number.MAX_SAFE_INTEGER.
    const sums = {
      subtotal: Number(order.subtotal),
      discount: Number(order.discount),
      tax: Number(order.tax),
      total: Number(order.total),
    };
    return json({ order: { ...order, ...sums } }, 201);
  });

  router.get(paths.orderFile(':id'), async (context) => {
    const { caller, userId } = requireSession(context);
    await limit(`order-file:${userId}`, 60, 60);
    const id = z.uuid().safeParse(context.req.param('id'));
    if (!id.success) throw errors.notFound();
    const [order] = await database
      .as(caller)
      .query<OrderDocument>(ORDER_DOCUMENT, [context.get('account').account_id, id.data]);
    if (!order) throw errors.notFound();
    const locale = chooseLocale(context.req.query('lang'), getCookie(context, 'lang'));
    const { host } = new URL(context.get('origin'));
    return pdfResponse(await orderPdf(order, host, locale, jobs.t));
  });
};

const ORDER_DOCUMENT = `
  select o.number, o.status, o.customer_name, o.email, o.billing_address, o.coupon, o.instructions, o.currency,
         o.subtotal::float8, o.discount::float8, o.tax::float8, o.total::float8, o.refunded::float8, o.placed_at, o.paid_at, o.closed_at,
         coalesce(nullif(s.value ->> 'sitetitle', ''), a.slug) as seller,
         (select coalesce(jsonb_agg(jsonb_build_object('title', i.title, 'quantity', i.quantity, 'amount', i.amount)
            order by i.position), '[]') from public.order_items i
           where i.account_id = o.account_id and i.order_id = o.id) as items
    from public.orders o join public.accounts a on a.account_id = o.account_id
    left join public.options s on s.account_id = o.account_id and s.key = 'settings'
   where o.account_id = $1 and o.id = $2`;
