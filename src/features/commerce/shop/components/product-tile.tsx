import { useTranslation } from 'react-i18next';
import { ProductPrice } from '#features/commerce/orders/offers/components/product-offer.tsx';
import type { OfferedProduct } from '#features/commerce/products/data.ts';
import { paths } from '#paths';
import { ContentText } from '#ui/display/content-language.tsx';
import { ProductPicture } from './product-picture.tsx';

type ProductTileProps = {
  product: OfferedProduct;
  currency: string;
  timezone: string;
  level?: 2 | 3;
  isFirst?: boolean;
};

/** A product in a list of the public site: the tile is one link. */
export function ProductTile({ product, currency, timezone, level = 2, isFirst = false }: ProductTileProps) {
  const { t } = useTranslation('products');
  const Title = `h${level}` as const;
  return (
    <a className="tile" href={paths.productPage(product.slug)}>
      <ProductPicture image={product.image} isFirst={isFirst} className="aspect-[3/2]" />
      <span className="text-sm text-ink-2">{t(`type.${product.type}`)}</span>
      <Title className="hd d-20">
        <ContentText>{product.title}</ContentText>
      </Title>
      <p className="line-clamp-3 text-ink-2">
        <ContentText isApart>{product.description}</ContentText>
      </p>
      <ProductPrice product={product} currency={currency} timezone={timezone} />
    </a>
  );
}
