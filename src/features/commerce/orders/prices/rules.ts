import type { PriceTerms } from '#features/commerce/products/prices/rules.ts';
import type { CartItem, OrderItem } from '../schema.ts';

/** The terms of an item of the cart. */
export function termsOf({ amount, currency, frequency, price }: CartItem): PriceTerms {
  return {
    kind: price?.kind ?? (frequency ? 'subscription' : 'once'),
    amount: price?.renewal_amount ?? amount - (price?.setup_fee ?? 0),
    currency,
    frequency,
    cycles: price?.cycles ?? null,
    trial_days: price?.trial_days ?? 0,
    setup_fee: price?.setup_fee ?? 0,
    minimum_amount: price?.minimum_amount ?? null,
  };
}

/** The terms at which a line of an order was sold. */
export function termsOfLine(line: OrderItem, currency: string): PriceTerms {
  const { price_kind: kind, frequency, cycles, trial_days } = line;
  const setup_fee = Number(line.setup_fee);
  const amount = Number(line.renewal_amount ?? line.amount - setup_fee);
  return { kind, amount, currency, frequency, cycles, trial_days, setup_fee, minimum_amount: null };
}

/** What is paid of an item after the order; null where that is all. */
export function laterTerms(item: CartItem): PriceTerms | null {
  const terms = termsOf(item);
  if (item.price?.renewal_amount == null) return null;
  const isFirstPaid = terms.trial_days === 0;
  const cycles = terms.cycles === null ? null : terms.cycles - (isFirstPaid ? 1 : 0);
  return { ...terms, cycles, trial_days: 0, setup_fee: 0 };
}
