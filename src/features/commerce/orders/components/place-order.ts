import type { TFunction } from 'i18next';
import type { RefObject } from 'react';
import { call } from '#base/shared/call.ts';
import type { Db } from '#base/shared/db-client.ts';
import { isVatNumber, knowsVatFormat } from '#base/shared/vat-number.ts';
import type { PaymentProvider } from '#features/commerce/payments/rules.ts';
import { paths } from '#paths';
import { orderLineOf, withoutTrial } from '../offers/rules.ts';
import type { Totals } from '../rules.ts';
import type { CheckoutRequest, PlacedOrder } from '../schema.ts';
import { cartStore } from './cart-store.ts';
import type { CheckoutValues } from './checkout-fields.ts';
import { readReferrals } from './stored-referrals.ts';

/** The order that was sent last, as text, and its idempotency key. */
export type OrderAttempt = { fingerprint: string; key: string };

type OrderSettings = {
  /** What is shown as the total; null while the cart is read. */
  totals: Totals | null;
  locale: string;
  attempt: RefObject<OrderAttempt>;
  /** By whom the buyer wants to pay. */
  provider: PaymentProvider;
};
type Texts = TFunction<['orders', 'members']>;
type ErrorResponse = { code: string; message: string; fields?: Record<string, string> };
/** Why an order was refused: what to show at the fields, and above them. */
type Refusal = { code: string; fields: Record<string, string>; problem: string | null };

/** The coupon errors of the checkout response, by the i18n key the cart shows. */
const COUPON_ERRORS: Record<string, string> = {
  coupon_limit: 'cart.couponLimit',
  coupon_unavailable: 'cart.couponUnavailable',
  coupon_expired: 'cart.couponExpired',
  coupon_unknown: 'cart.couponUnknown',
  coupon_not_for_cart: 'cart.couponOtherProducts',
};

/** Places the order of the cart; the server decides prices and coupon. Loaded with the first order. */
export async function placeOrder(
  db: Db,
  t: Texts,
  values: CheckoutValues,
  settings: OrderSettings,
): Promise<PlacedOrder | Refusal> {
  if (
    values.buyer &&
    values.vat_number &&
    knowsVatFormat(values.country) &&
    !isVatNumber(values.vat_number, values.country)
  )
    return { code: 'invalid', fields: { vat_number: t('checkout.errors.vatNumber') }, problem: null };
  const request = requestOf(values, settings);
  const { data } = await db.auth.getSession();
  const response = await call(paths.placeOrder(), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(data.session ? { authorization: `Bearer ${data.session.access_token}` } : {}),
    },
    body: JSON.stringify(request),
  });
  const body = (await response.json().catch(() => null)) as { order?: PlacedOrder; error?: ErrorResponse } | null;
  if (response.ok && body?.order) return body.order;
  return refusalOf(body?.error ?? { code: 'unknown', message: response.statusText }, t);
}

function requestOf(values: CheckoutValues, { totals, locale, attempt, provider }: OrderSettings): CheckoutRequest {
  const { email: _email, password: _password, code: _code, name, accepts, buyer, ...address } = values;
  const cart = cartStore.read();
  const content = {
    items: cart.cartItems.map(orderLineOf),
    coupon: cart.coupon?.name ?? null,
    customer: { name },
    billing_address: buyer ? address : { ...address, company: '', vat_number: '' },
    locale,
    provider,
    accepts: accepts !== '',
    ...(totals ? { currency: totals.currency, shown: { total: totals.total, currency: totals.currency } } : {}),
  };
  // A retry of the same order keeps its idempotency key; a changed order gets a new one.
  const fingerprint = JSON.stringify(content);
  if (attempt.current.fingerprint !== fingerprint) attempt.current = { fingerprint, key: randomKey() };
  return { ...content, referrals: readReferrals(), idempotency_key: attempt.current.key };
}

function refusalOf({ code, message, fields = {} }: ErrorResponse, t: Texts): Refusal {
  if (code === 'terms_not_accepted') return { code, fields: { accepts: t('members:problem.accept') }, problem: null };
  if (code === 'trial_used') cartStore.replaceItems(cartStore.read().cartItems.map(withoutTrial));
  const coupon = COUPON_ERRORS[code];
  if (coupon) {
    cartStore.setCoupon(null);
    return { code, fields: {}, problem: t(coupon) };
  }
  const byName = Object.entries(fields).map(([path, text]) => [path.split('.').at(-1) ?? path, text] as const);
  return { code, fields: Object.fromEntries(byName), problem: code === 'internal' ? t('checkout.failed') : message };
}

/** Works also without a secure context, where `crypto.randomUUID` is missing. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
