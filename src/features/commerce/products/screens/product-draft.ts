import { localDayIn, momentOfDay } from '#base/shared/wall-clock.ts';
import { pricesIn } from '../rules.ts';
import type { Frequency, Price, PriceDraft, PriceKind, Product, ProductStatus, ProductType } from '../schema.ts';

/** A price as its fields hold it. */
export type PriceValues = {
  /** Tells the rows of the form apart; the id of a price that is saved. */
  key: string;
  kind: PriceKind;
  currency: string;
  amount: number | null;
  sale_amount: number | null;
  /** Days of the site's time zone, `2026-03-15`: the first and the last of the sale. */
  saleStart: string | null;
  saleEnd: string | null;
  /** An interval's id. */
  interval: string;
  cycles: number | null;
  trial_days: number | null;
  setup_fee: number | null;
  minimum_amount: number | null;
  label: string;
};

export type ProductValues = {
  title: string;
  slug: string;
  description: string;
  image: string;
  type: ProductType;
  status: ProductStatus;
  course_id: string | null;
  courses: string[];
  prices: PriceValues[];
};

/** The billing intervals a price can have here; any other interval of an existing price stays. */
export const billingIntervals: Record<string, Frequency> = {
  week: { value: 1, parameter: 'week' },
  month: { value: 1, parameter: 'month' },
  quarter: { value: 3, parameter: 'month' },
  year: { value: 1, parameter: 'year' },
};

/** `month`, `quarter`, …, or `5-day` for an interval that is not in the list. */
export function intervalIdOf({ value, parameter }: Frequency): string {
  const entry = Object.entries(billingIntervals).find(
    ([, interval]) => interval.value === value && interval.parameter === parameter,
  );
  return entry?.[0] ?? `${value}-${parameter}`;
}

export function frequencyOf(intervalId: string): Frequency {
  const [value, parameter] = intervalId.split('-');
  return billingIntervals[intervalId] ?? { value: Number(value), parameter: parameter as Frequency['parameter'] };
}

export function emptyPrice(kind: PriceKind, currency: string, key: string): PriceValues {
  return {
    key,
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
  };
}

export function emptyDraft(type: ProductType, currency: string): ProductValues {
  return {
    title: '',
    slug: '',
    description: '',
    image: '',
    type,
    status: 'draft',
    course_id: null,
    courses: [],
    prices: [emptyPrice(type === 'membership' ? 'subscription' : 'once', currency, 'first')],
  };
}

function priceValuesOf(price: Price, zone: string): PriceValues {
  return {
    key: price.id,
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
  };
}

/** The fields of a product; its prices in the site's currency come first. */
export function draftOf(
  product: Product & { product_courses: { course_id: string }[] },
  currency: string,
  zone: string,
): ProductValues {
  const active = product.prices.filter(({ is_active }) => is_active).sort((a, b) => a.position - b.position);
  const first = pricesIn(active, currency);
  const prices = [...first, ...active.filter((price) => !first.includes(price))];
  return {
    title: product.title,
    slug: product.slug,
    description: product.description,
    image: product.image ?? '',
    type: product.type,
    status: product.status,
    course_id: product.course_id,
    courses: product.product_courses.map(({ course_id }) => course_id),
    prices:
      prices.length > 0 ? prices.map((price) => priceValuesOf(price, zone)) : emptyDraft(product.type, currency).prices,
  };
}

/** The prices to save: what a kind of price has no use for is left out, and so is a price without an amount. */
export function pricesOf({ prices }: ProductValues, zone: string): PriceDraft[] {
  return prices.flatMap((price) => {
    if (price.amount === null) return [];
    const recurs = price.kind === 'subscription' || price.kind === 'instalments';
    const isChosen = price.kind === 'pay_what_you_want';
    const sale_amount = isChosen ? null : price.sale_amount;
    return [
      {
        kind: price.kind,
        currency: price.currency,
        amount: price.amount,
        frequency: recurs ? frequencyOf(price.interval) : null,
        cycles: recurs ? price.cycles : null,
        trial_days: price.kind === 'subscription' ? (price.trial_days ?? 0) : 0,
        setup_fee: recurs ? (price.setup_fee ?? 0) : 0,
        minimum_amount: isChosen ? (price.minimum_amount ?? 0) : null,
        label: price.label.trim(),
        sale_amount,
        sale_start: sale_amount === null ? null : momentOfDay(zone, price.saleStart, false),
        sale_end: sale_amount === null ? null : momentOfDay(zone, price.saleEnd, true),
      },
    ];
  });
}
