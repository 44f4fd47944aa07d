import { localDayIn, momentOfDay } from '#base/shared/wall-clock.ts';
import type { Frequency, Price, PriceDraft, PriceKind } from '../../schema.ts';

/** A price as its fields hold it. */
export type PriceValues = {
  /** Tells the rows of the form apart; the id of a price that is saved. */
  id: string;
  kind: PriceKind;
  currency: string;
  amount: number | null;
  sale_amount: number | null;
  /** Days of the site's time zone, `2026-03-15`: the first and the last of the sale. */
  saleStart: string | null;
  saleEnd: string | null;
  /** The id of a billing interval. */
  interval: string;
  cycles: number | null;
  trial_days: number | null;
  setup_fee: number | null;
  minimum_amount: number | null;
  label: string;
  level_id: string | null;
};

/** The billing intervals a price can have here; any other interval of an existing price stays. */
export const billingIntervals: Record<string, Frequency> = {
  week: { value: 1, parameter: 'week' },
  month: { value: 1, parameter: 'month' },
  quarter: { value: 3, parameter: 'month' },
  year: { value: 1, parameter: 'year' },
};

/** `month`, `quarter`, …, or `5-day` for an interval that is not in the list. */
function intervalIdOf({ value, parameter }: Frequency): string {
  const entry = Object.entries(billingIntervals).find(
    ([, interval]) => interval.value === value && interval.parameter === parameter,
  );
  return entry?.[0] ?? `${value}-${parameter}`;
}

export function frequencyOf(intervalId: string): Frequency {
  const [value, parameter] = intervalId.split('-');
  return billingIntervals[intervalId] ?? { value: Number(value), parameter: parameter as Frequency['parameter'] };
}

export function emptyPrice(kind: PriceKind, currency: string, id: string): PriceValues {
  return {
    id,
    kind,
    currency,
    amount: null,
    sale_amount: null,
    saleStart: null,
    saleEnd: null,
    interval: 'month',
    cycles: null,
    trial_days: null,
    setup_fee: null,
    minimum_amount: null,
    label: '',
    level_id: null,
  };
}

export function priceValuesOf(price: Price, zone: string): PriceValues {
  return {
    id: price.id,
    kind: price.kind,
    currency: price.currency,
    amount: price.amount,
    sale_amount: price.sale_amount,
    saleStart: localDayIn(zone, price.sale_start),
    saleEnd: localDayIn(zone, price.sale_end),
    interval: price.frequency ? intervalIdOf(price.frequency) : 'month',
    cycles: price.cycles,
    trial_days: price.trial_days || null,
    setup_fee: price.setup_fee || null,
    minimum_amount: price.minimum_amount,
    label: price.label,
    level_id: price.level_id ?? null,
  };
}

/** The price to save: what its kind has no use for is left out. Null without an amount. */
export function priceDraftOf(price: PriceValues, zone: string): PriceDraft | null {
  if (price.amount === null) return null;
  const recurs = price.kind === 'subscription' || price.kind === 'instalments';
  const isChosen = price.kind === 'pay_what_you_want';
  const sale_amount = isChosen ? null : price.sale_amount;
  return {
    kind: price.kind,
    currency: price.currency,
    amount: price.amount,
    frequency: recurs ? frequencyOf(price.interval) : null,
    cycles: recurs ? price.cycles : null,
    trial_days: price.kind === 'subscription' ? (price.trial_days ?? 0) : 0,
    setup_fee: recurs ? (price.setup_fee ?? 0) : 0,
    minimum_amount: isChosen ? (price.minimum_amount ?? 0) : null,
    label: price.label.trim(),
    level_id: price.level_id,
    sale_amount,
    sale_start: sale_amount === null ? null : momentOfDay(zone, price.saleStart, false),
    sale_end: sale_amount === null ? null : momentOfDay(zone, price.saleEnd, true),
  };
}

export type PriceProblem = {
  id: string;
  field: 'amount' | 'sale_amount' | 'saleEnd' | 'cycles' | 'minimum_amount';
  /** The key of the sentence. */
  text: 'price' | 'salePrice' | 'saleEnd' | 'cycles' | 'minimum';
};

const MAX_CYCLES = 999;

function isCount(value: number | null, min: number): boolean {
  return value !== null && value >= min && value <= MAX_CYCLES;
}

/** What is wrong first; an unreadable number (NaN) is an error also in a draft: saving would lose the field's text. */
export function priceProblem(prices: readonly PriceValues[], isDraft: boolean): PriceProblem | null {
  for (const price of prices) {
    const { id, kind, amount, sale_amount, saleStart, saleEnd, cycles, minimum_amount } = price;
    const isEmptyDraft = amount === null && isDraft && prices.length === 1;
    if (!isEmptyDraft && !(amount !== null && amount >= 0)) return { id, field: 'amount', text: 'price' };
    const needsCycles = kind === 'instalments' || (kind === 'subscription' && cycles !== null);
    if (needsCycles && !isCount(cycles, kind === 'instalments' ? 2 : 1)) return { id, field: 'cycles', text: 'cycles' };
    if (kind === 'pay_what_you_want') {
      if (minimum_amount !== null && !(minimum_amount <= (amount ?? 0)))
        return { id, field: 'minimum_amount', text: 'minimum' };
      continue;
    }
    if (sale_amount !== null && !(sale_amount < (amount ?? 0))) return { id, field: 'sale_amount', text: 'salePrice' };
    if (saleStart && saleEnd && saleEnd < saleStart) return { id, field: 'saleEnd', text: 'saleEnd' };
  }
  return null;
}
