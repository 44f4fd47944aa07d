import { currenciesInUse, currencyName } from '#base/shared/currencies.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { slugOfTitle } from '#base/shared/slugs.ts';
import type { Frequency, Price, Product, ProductType } from './schema.ts';

/** On one page of the shop. */
export const PRODUCTS_PER_PAGE = 24;

/** Every currency in use as an option, in the order of their codes. */
export function currencyOptions(locale: string): { id: string; label: string }[] {
  return currenciesInUse().map(({ code }) => ({ id: code, label: `${code}, ${currencyName(code, locale)}` }));
}

/** Whether a product opens courses that are chosen from a list. */
export function opensMany(type: ProductType): boolean {
  return type === 'bundle' || type === 'membership' || type === 'seats' || type === 'gift';
}

/** The courses on whose pages a product is offered: its own, or those of a membership; a bundle has no course page. */
export function coursesSoldBy(
  product: Pick<Product, 'type' | 'course_id'> & { product_courses?: { course_id: string }[] },
): string[] {
  if (product.type === 'membership') return (product.product_courses ?? []).map(({ course_id }) => course_id);
  return product.course_id ? [product.course_id] : [];
}

type Offered = Pick<Price, 'currency' | 'is_active'> & Partial<Pick<Price, 'position'>>;

/** The prices a shopper chooses among, in their order: those in a currency where there are any, else those in the first by code. */
export function pricesIn<Row extends Offered>(prices: readonly Row[], currency: string): Row[] {
  const active = prices.filter((price) => price.is_active);
  const offered = active.some((price) => price.currency === currency)
    ? currency
    : active.map((price) => price.currency).sort()[0];
  return active.filter((price) => price.currency === offered).sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
}

/** The first price a shopper sees: in a currency where there is one, else in the first by code. */
export function priceIn<Row extends Offered>(prices: readonly Row[], currency: string): Row | null {
  return pricesIn(prices, currency)[0] ?? null;
}

/** What is due with an order for one piece, in the smallest unit: a trial costs its set-up fee alone. */
export function amountDue(price: Pick<Price, 'amount_now' | 'trial_days' | 'setup_fee'>): number {
  return (price.trial_days > 0 ? 0 : Number(price.amount_now)) + Number(price.setup_fee);
}

/** What each later payment for one piece comes to; null where none follows. The same as `private.price_lines` in SQL. */
export function renewalAmount(price: Pick<Price, 'amount_now' | 'frequency' | 'trial_days' | 'cycles'>): number | null {
  return price.frequency && (price.trial_days > 0 || price.cycles !== 1) ? Number(price.amount_now) : null;
}

/** Formats "every 3 months"; empty for a one-time price. `t` translates in the namespace of products or of orders. */
export function frequencyText(
  frequency: Frequency | null,
  t: (key: string, values: Record<string, unknown>) => string,
): string {
  return frequency ? t(`every.${frequency.parameter}`, { count: frequency.value }) : '';
}

/**
 * Formats "on sale until March 15" in the site's time zone; empty where a price has no sale now, or the sale has no end.
 * `t` as of `frequencyText`.
 */
export function saleEndText(
  price: Pick<Price, 'amount' | 'amount_now' | 'sale_end'> | null,
  locale: string,
  timeZone: string | undefined,
  t: (key: string, values: Record<string, unknown>) => string,
): string {
  if (!price?.sale_end || price.amount_now === price.amount) return '';
  return t('saleUntil', {
    date: dateFormat(locale, { month: 'long', day: 'numeric', timeZone: timeZone || undefined }).format(
      new Date(price.sale_end),
    ),
  });
}

/** A URL slug from a title, in its own script. */
export function slugOf(title: string): string {
  return slugOfTitle(title) || 'product';
}
