import { getCookie } from 'hono/cookie';
import type { Api, ApiContext, ApiTools } from '#base/server/api.ts';
import { bodyOf } from '#base/server/api.ts';
import { json } from '#base/server/http.ts';
import { errors } from '#base/shared/errors.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { type CartLine, cartShape, cartToken } from './schema.ts';

/** Saves of one network in ten minutes: a shopper changes their cart now and then. */
const MAX_SAVES = 60;
const MAX_LINKS = 60;

export const api: Api = (router, tools) => {
  const { database } = tools;

  router.post(paths.saveCart(), async (context) => json({ token: await saveCart(context, tools) }));
  router.post(paths.forgetCart(), async (context) => {
    const { token } = await linkOf(context, tools);
    await database
      .as(context.get('caller'))
      .query('select private.forget_cart($1, $2)', [context.get('account').account_id, token]);
    return json({ status: true });
  });
  router.post(paths.restoreCart(), async (context) => {
    const { token } = await linkOf(context, tools);
    const [row] = await database
      .as(context.get('caller'))
      .query<{ cart: { lines: CartLine[]; coupon: string | null; currency: string } | null }>(
        'select private.restore_cart($1, $2) as cart',
        [context.get('account').account_id, token],
      );
    if (!row?.cart) throw errors.notFound('This cart is no longer kept.');
    return json({ cart: row.cart });
  });
  // Also the one-click of RFC 8058, by which a mail program posts without cookies.
  router.post(paths.stopCartReminders(), async (context) => {
    const { token } = await linkOf(context, tools);
    await database
      .as(context.get('caller'))
      .query('select private.stop_cart_reminders($1, $2)', [context.get('account').account_id, token]);
    return json({ status: true });
  });
};

async function saveCart(context: ApiContext, { database, limit }: ApiTools): Promise<string> {
  await limit(`carts:${context.get('network')}`, MAX_SAVES, 600);
  const { items, coupon, currency, email, name, locale } = await bodyOf(context, cartShape);
  const [row] = await database
    .as(context.get('caller'))
    .query<{ token: string }>('select private.save_cart($1, $2::jsonb, $3, $4, $5, $6, $7) as token', [
      context.get('account').account_id,
      JSON.stringify(items),
      coupon ?? null,
      currency ?? null,
      email,
      name,
      chooseLocale(locale, getCookie(context, 'lang')),
    ]);
  if (!row) throw new Error('A cart was saved without a result.');
  return row.token;
}

/** The token of a link, from the body or, of a mail program, from the address. */
async function linkOf(context: ApiContext, { limit }: ApiTools): Promise<{ token: string }> {
  await limit(`cart-links:${context.get('network')}`, MAX_LINKS, 600);
  const token = context.req.query('token');
  if (token === undefined) return bodyOf(context, cartToken);
  const parsed = cartToken.safeParse({ token });
  if (!parsed.success) throw errors.invalid('This link is incomplete.');
  return parsed.data;
}
