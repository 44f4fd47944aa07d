import { getCookie } from 'hono/cookie';
import { z } from 'zod';
import type { Api, ApiContext, ApiTools } from '#base/server/api.ts';
import { bodyOf, requireSession } from '#base/server/api.ts';
import { json } from '#base/server/http.ts';
import { pdfResponse } from '#base/server/pdf/pdf-response.ts';
import { checkVatNumber, type VatTools } from '#base/server/vat/check-vat-number.ts';
import { errors } from '#base/shared/errors.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import type { TaxTerms } from '#features/commerce/tax/schema.ts';
import { paths } from '#paths';
import { type OrderDocument, orderPdf } from './mails/order-pdf.ts';
import { type BillingAddress, checkoutShape, type OrderQuote, type PlacedOrder, quoteShape } from './schema.ts';

const MAX_LOOKUPS = 30;

export const api: Api = (router, tools) => {
  const { database, limit, jobs } = tools;

  router.post(paths.quoteOrder(), async (context) => json({ quote: await quoteOrder(context, tools) }));
  router.post(paths.placeOrder(), async (context) => json({ order: await placeOrder(context, tools) }, 201));

  // Says no more than whether: the cart of a visitor has no client of the data service.
  router.get(paths.taxTerms(), async (context) => {
    await limit(`tax-terms:${context.get('network')}`, 300, 60);
    const [row] = await database
      .as(context.get('caller'))
      .query<{ tax: TaxTerms }>('select public.tax_terms($1) as tax', [context.get('account').account_id]);
    return json({ tax: row?.tax ?? 'none' });
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

/** What the cart of a request would come to, with its tax. */
async function quoteOrder(context: ApiContext, tools: ApiTools): Promise<OrderQuote> {
  const { database, limit } = tools;
  const network = context.get('network');
  await limit(`quotes:${network}`, 120, 60);
  const body = await bodyOf(context, quoteShape);
  const { account_id } = context.get('account');
  const vat = await vatStateOf(tools, network, account_id, body.billing_address);
  const [row] = await database.as(context.get('caller')).query<OrderQuote & { has_coupon: boolean }>(
    `select currency, subtotal::float8, discount::float8, tax::float8, total::float8, prices_include_tax, tax_reason, taxes, has_coupon
           from private.quote_order($1, $2::jsonb, $3, $4::jsonb, $5)`,
    [
      account_id,
      JSON.stringify(body.items),
      body.coupon ?? null,
      JSON.stringify(body.billing_address),
      body.currency ?? null,
    ],
  );
  if (!row) throw new Error('A cart was quoted without a result.');
  const { has_coupon, ...quote } = row;
  // Nobody finds out the names of coupons by trying.
  if (body.coupon && !has_coupon) await limit(`coupon-quotes:${network}`, MAX_LOOKUPS, 600);
  return { ...quote, vat };
}

/** Places the order of a request; returns it as it was stored. */
async function placeOrder(context: ApiContext, tools: ApiTools): Promise<PlacedOrder> {
  const { database, limit } = tools;
  const { caller, userId } = requireSession(context);
  await limit(`checkout:${userId}`, 300, 60);
  const body = await bodyOf(context, checkoutShape);
  const vat = await vatStateOf(tools, userId, context.get('account').account_id, body.billing_address);
  // Whoever has nothing to pay needs no address; whether that is so is decided with the order.
  if (body.billing_address.country === '' && body.shown?.total !== 0)
    throw errors.invalid('Choose a country.', { 'billing_address.country': 'Choose a country.' });
  if (vat === 'malformed')
    throw errors.invalid('Check the VAT number.', { 'billing_address.vat_number': 'Check the VAT number.' });
  const rows = await database.as(caller).query<PlacedOrder>(
    `select id, number, status, currency, subtotal, discount, tax, total, instructions
           from private.place_order($1, $2::jsonb, $3, $4, $5::jsonb, $6, $7, $8, $9, $10, $11, $12, $13)`,
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
      body.referrals,
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
  return { ...order, ...sums };
}

/** A look-up in a register is shared by all who buy here: nobody uses it up. */
async function vatStateOf(
  tools: VatTools & { limit: ApiTools['limit'] },
  who: string,
  accountId: string,
  address: Pick<BillingAddress, 'country' | 'vat_number'>,
) {
  if (address.vat_number) await tools.limit(`vat-numbers:${who}`, MAX_LOOKUPS, 600);
  return checkVatNumber(tools, accountId, address);
}

const ORDER_DOCUMENT = `
  select o.number, o.status, o.customer_name, o.email, o.billing_address, o.coupon, o.instructions, o.currency,
         o.subtotal::float8, o.discount::float8, o.tax::float8, o.prices_include_tax, o.tax_country, o.total::float8, o.credit::float8, o.refunded::float8, o.placed_at, o.paid_at, o.closed_at,
         coalesce(nullif(s.value ->> 'sitetitle', ''), a.slug) as seller,
         (select coalesce(jsonb_agg(jsonb_build_object('title', i.title, 'quantity', i.quantity, 'amount', i.amount, 'tax', i.tax, 'tax_rate', i.tax_rate,
               'tax_category', i.tax_category, 'tax_name', i.tax_name)
            order by i.position), '[]') from public.order_items i
           where i.account_id = o.account_id and i.order_id = o.id) as items
    from public.orders o join public.accounts a on a.account_id = o.account_id
    left join public.options s on s.account_id = o.account_id and s.key = 'settings'
   where o.account_id = $1 and o.id = $2`;
