import { emptyPrice, type PriceValues, priceValuesOf } from '../prices/screens/price-draft.ts';
import type { Product, ProductStatus, ProductType } from '../schema.ts';

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

export function draftOf(
  product: Product & { product_courses: { course_id: string }[] },
  currency: string,
  zone: string,
): ProductValues {
  const prices = product.prices
    .filter(({ is_active }) => is_active)
    .sort((a, b) => a.position - b.position)
    .map((price) => priceValuesOf(price, zone));
  return {
    title: product.title,
    slug: product.slug,
    description: product.description,
    image: product.image ?? '',
    type: product.type,
    status: product.status,
    course_id: product.course_id,
    courses: product.product_courses.map(({ course_id }) => course_id),
    prices: prices.length > 0 ? prices : emptyDraft(product.type, currency).prices,
  };
}
