import type { Api } from '#base/server/api.ts';
import { bodyOf, requireSession } from '#base/server/api.ts';
import { json } from '#base/server/http.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { checkoutShape, type PlacedOrder } from './schema.ts';

export const api: Api = (router, { database, limit }) => {
  router.post(paths.placeOrder(), async (context) => {
    const { caller, userId } = requireSession(context);
    await limit(`checkout:${userId}`, 300, 60);
    const body = await bodyOf(context, checkoutShape);
    const items = body.items.map(({ product_id, quantity }) => ({ product_id, quantity }));
    const rows = await database.as(caller).query<PlacedOrder>(
      `select id, number, status, currency, subtotal, discount, tax, total, instructions
           from private.place_order($1, $2::jsonb, $3, $4, $5::jsonb, $6, $7, $8)`,
      [
        context.get('account').account_id,
        JSON.stringify(items),
        body.coupon ?? null,
        body.customer.name,
        JSON.stringify(body.billing_address),
        body.idempotency_key,
        chooseLocale(body.locale, context.req.header('accept-language')),
        body.accepts,
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
};
