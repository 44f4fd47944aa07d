import type { TaxClass } from '#features/commerce/tax/schema.ts';
import type { EditedProduct } from '../data.ts';
import { type LevelValues, levelsInOrder } from '../levels/rules.ts';
import { emptyPrice, type PriceValues, priceValuesOf } from '../prices/screens/price-draft.ts';
import type { BuyerKind, ProductStatus, ProductType } from '../schema.ts';

export type ProductValues = {
  title: string;
  slug: string;
  description: string;
  body: string;
  image: string;
  type: ProductType;
  status: ProductStatus;
  course_id: string | null;
  courses: string[];
  tax_class: TaxClass;
  levels: LevelValues[];
  stock: number | null;
  weight_grams: number | null;
  shipping_note: string;
  seats: number;
  buyers: BuyerKind;
  buyers_course_id: string | null;
  buyers_role_id: string | null;
  prices: PriceValues[];
};

export function emptyDraft(type: ProductType, currency: string): ProductValues {
  return {
    title: '',
    slug: '',
    description: '',
    body: '',
    image: '',
    type,
    status: 'draft',
    course_id: null,
    courses: [],
    tax_class: 'standard',
    levels: [],
    stock: null,
    weight_grams: null,
    shipping_note: '',
    seats: 10,
    buyers: 'everyone',
    buyers_course_id: null,
    buyers_role_id: null,
    prices: [emptyPrice(type === 'membership' ? 'subscription' : 'once', currency, 'first')],
  };
}

export function draftOf(product: EditedProduct, currency: string, zone: string): ProductValues {
  const prices = product.prices
    .filter(({ is_active }) => is_active)
    .sort((a, b) => a.position - b.position)
    .map((price) => priceValuesOf(price, zone));
  return {
    title: product.title,
    slug: product.slug,
    description: product.description,
    body: product.body,
    image: product.image ?? '',
    type: product.type,
    status: product.status,
    course_id: product.course_id,
    courses: product.product_courses.map(({ course_id }) => course_id),
    tax_class: product.tax_class,
    levels: levelsInOrder(product.product_levels).map(({ id, name, description }) => ({
      id,
      name,
      description,
      courses: product.product_courses.filter(({ level_id }) => level_id === id).map(({ course_id }) => course_id),
    })),
    stock: product.stock,
    weight_grams: product.weight_grams,
    shipping_note: product.shipping_note,
    seats: product.seats ?? 10,
    buyers: product.buyers,
    buyers_course_id: product.buyers_course_id,
    buyers_role_id: product.buyers_role_id,
    prices: prices.length > 0 ? prices : emptyDraft(product.type, currency).prices,
  };
}
