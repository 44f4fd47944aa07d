import { dateFormat } from '#base/shared/formats.ts';
import { providerFacts } from '../rules.ts';
import type { PaymentMethod } from './schema.ts';

/** The providers that keep a method without a payment, in the order they are offered. */
export const keepingProviders = ['stripe', 'paypal'] as const;
export type KeepingProvider = (typeof keepingProviders)[number];

export const isKeepingProvider = (provider: string): provider is KeepingProvider =>
  (keepingProviders as readonly string[]).includes(provider);

/** As providers write the names of cards in their APIs. */
const brands: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** A method as people recognize it: "Visa ···· 4242", "PayPal buyer@example.org". */
export function methodText({
  provider,
  brand,
  last4,
  email,
}: Pick<PaymentMethod, 'provider' | 'brand' | 'last4' | 'email'>) {
  const name =
    provider === 'paypal'
      ? 'PayPal'
      : (brands[brand] ?? (brand.charAt(0).toUpperCase() + brand.slice(1) || providerFacts[provider]?.name || ''));
  return [name, last4 ? `···· ${last4}` : email].filter(Boolean).join(' ');
}

type Expiry = Pick<PaymentMethod, 'exp_month' | 'exp_year'>;

/** Until when a card is valid, as it stands on it: "09/2029". Empty where it does not expire. */
export function expiryText({ exp_month, exp_year }: Expiry, locale: string): string {
  if (!exp_month || !exp_year) return '';
  return dateFormat(locale, { month: '2-digit', year: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(exp_year, exp_month - 1, 15),
  );
}

/** How long before it expires a card is worth a word. */
const SOON_DAYS = 30;
const DAY_MS = 86_400_000;

/** Whether a card has expired or soon will: it is valid to the last day of its month. */
export function expiryState({ exp_month, exp_year }: Expiry, now: Date): 'valid' | 'soon' | 'expired' {
  if (!exp_month || !exp_year) return 'valid';
  const end = Date.UTC(exp_year, exp_month, 1);
  if (now.getTime() >= end) return 'expired';
  return end - now.getTime() <= SOON_DAYS * DAY_MS ? 'soon' : 'valid';
}
