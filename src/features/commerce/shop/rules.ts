import { currencyDigits } from '#base/shared/money.ts';
import type { Product } from '#features/commerce/products/schema.ts';

type Shown = Pick<Product, 'title' | 'description' | 'prices' | 'stock'>;

/** A product as schema.org data, with an offer for each of its prices; `url` and `image` are absolute. */
export function productData(product: Shown, page: { url: string; image?: string | undefined; site: string }) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.title,
    description: product.description,
    url: page.url,
    ...(page.image ? { image: page.image } : {}),
    ...(page.site ? { brand: { '@type': 'Organization', name: page.site } } : {}),
    offers: product.prices
      .filter(({ is_active }) => is_active)
      .map((price) => ({
        '@type': 'Offer',
        url: page.url,
        price: decimalOf(Number(price.amount_now), price.currency),
        priceCurrency: price.currency,
        availability: `https://schema.org/${product.stock === 0 ? 'SoldOut' : 'InStock'}`,
        ...(price.label ? { name: price.label } : {}),
        ...(price.sale_end && price.amount_now < price.amount ? { priceValidUntil: price.sale_end.slice(0, 10) } : {}),
      })),
  };
}

/** An amount of the smallest unit as schema.org wants it: "12.50". */
function decimalOf(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
}
