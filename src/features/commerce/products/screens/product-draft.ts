import { localDayIn } from '#base/shared/wall-clock.ts';
import { priceIn } from '../rules.ts';
import type { Frequency, Product, ProductStatus, ProductType } from '../schema.ts';

export type ProductValues = {
  title: string;
  slug: string;
  description: string;
  image: string;
  type: ProductType;
  status: ProductStatus;
  course_id: string | null;
  courses: string[];
  currency: string;
  amount: number | null;
  sale_amount: number | null;
  /** Days of the site's time zone, `2026-03-15`: the first and the last of the sale. */
  saleStart: string | null;
  saleEnd: string | null;
  frequency: string;
};

/** The billing intervals a price can have here; any other interval of an existing price is kept. */
export const billingIntervals: Record<string, Frequency | null> = {
  once: null,
  week: { value: 1, parameter: 'week' },
  month: { value: 1, parameter: 'month' },
  quarter: { value: 3, parameter: 'month' },
  year: { value: 1, parameter: 'year' },
};

/** `month`, `quarter`, …, or `5-day` for an interval that is not in the list. */
export function intervalIdOf(frequency: Frequency | null): string {
  const entry = Object.entries(billingIntervals).find(
    ([, interval]) => interval?.value === frequency?.value && interval?.parameter === frequency?.parameter,
  );
  return entry?.[0] ?? `${frequency?.value}-${frequency?.parameter}`;
}

export function frequencyOf(intervalId: string): Frequency | null {
  if (intervalId in billingIntervals) return billingIntervals[intervalId] ?? null;
  const [value, parameter] = intervalId.split('-');
  return { value: Number(value), parameter: parameter as Frequency['parameter'] };
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
    currency,
    amount: null,
    sale_amount: null,
    saleStart: null,
    saleEnd: null,
    frequency: type === 'membership' ? 'month' : 'once',
  };
}

export function draftOf(
  product: Product & { product_courses: { course_id: string }[] },
  currency: string,
  zone: string,
): ProductValues {
  const price = priceIn(product.prices, currency);
  return {
    title: product.title,
    slug: product.slug,
    description: product.description,
    image: product.image ?? '',
    type: product.type,
    status: product.status,
    course_id: product.course_id,
    courses: product.product_courses.map(({ course_id }) => course_id),
    currency: price?.currency ?? currency,
    amount: price?.amount ?? null,
    sale_amount: price?.sale_amount ?? null,
    saleStart: localDayIn(zone, price?.sale_start ?? null),
    saleEnd: localDayIn(zone, price?.sale_end ?? null),
    frequency: intervalIdOf(price?.frequency ?? null),
  };
}
