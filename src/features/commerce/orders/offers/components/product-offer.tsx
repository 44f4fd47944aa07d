import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { formatMoney } from '#base/shared/money.ts';
import { RegularPrice } from '#features/commerce/products/components/regular-price.tsx';
import { priceNote } from '#features/commerce/products/prices/rules.ts';
import { priceIn, saleEndText } from '#features/commerce/products/rules.ts';
import type { Product } from '#features/commerce/products/schema.ts';
import { useUiTextAttributes } from '#ui/display/content-language.tsx';
import { termsOf } from '../../prices/rules.ts';
import { hasQuantity, offersOf } from '../rules.ts';
import { BuyAction } from './buy-action.tsx';

type OfferedProduct = Pick<Product, 'id' | 'title' | 'image' | 'type' | 'prices' | 'stock'>;
type ProductPriceProps = { product: OfferedProduct; currency: string; timezone: string; isLarge?: boolean };

/** What a product costs now and how often that is paid; nothing where it has no price. */
export function ProductPrice({ product, currency, timezone, isLarge = false }: ProductPriceProps) {
  const { t } = useTranslation('products');
  const { locale } = useSite();
  const ownWords = useUiTextAttributes();
  const price = priceIn(product.prices, currency);
  const [item] = offersOf(product, currency);
  if (!item) return null;
  const terms = termsOf(item);
  const saleEnd = saleEndText(price, locale, timezone, t);
  return (
    <p className="plan-price">
      <b className={isLarge ? 'hd d-48' : 'hd d-24'}>
        <bdi lang={ownWords.lang}>{formatMoney(terms.amount, item.currency, locale)}</bdi>
      </b>
      <RegularPrice price={price} />
      <span {...ownWords}>{priceNote(terms, locale, t) || (hasQuantity(item) ? '' : t('once'))}</span>
      {saleEnd ? <span {...ownWords}>{saleEnd}</span> : null}
    </p>
  );
}

/** So few pieces are said to be left. */
const FEW = 5;

/** The price of a product and the button that buys it, or that it is sold out. */
export function ProductOffer(props: ProductPriceProps & { look?: 'primary' | 'line'; isBlock?: boolean }) {
  const { t } = useTranslation('products');
  const ownWords = useUiTextAttributes();
  const { look = 'primary', isBlock = false, ...price } = props;
  const { stock } = price.product;
  const offers = offersOf(price.product, price.currency);
  return (
    <>
      <ProductPrice {...price} />
      {stock !== null && stock <= FEW ? (
        <p className="font-medium" {...ownWords}>
          {stock === 0 ? t('soldOut') : t('fewLeft', { n: stock })}
        </p>
      ) : null}
      {stock === 0 ? null : (
        <BuyAction offers={offers} currency={price.currency} isBlock={isBlock} look={look} stock={stock} />
      )}
    </>
  );
}
