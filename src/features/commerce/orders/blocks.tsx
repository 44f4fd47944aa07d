import type { Db } from '#base/shared/db-client.ts';
import { listPublishedProducts, type OfferedProduct } from '#features/commerce/products/data.ts';
import { productTypes } from '#features/commerce/products/schema.ts';
import {
  type Background,
  BlockHead,
  backgroundField,
  ItemHeading,
  PageSection,
} from '#features/content/blocks/components/page-section.tsx';
import { type BlockDefinitions, type BlockField, block } from '#features/content/blocks/rules.ts';
import { responsiveStylesOf } from '#features/content/blocks/styles/rules.ts';
import { optionOf } from '#features/platform/options/data.ts';
import { paths } from '#paths';
import { Picture } from '#ui/display/picture.tsx';
import { ProductOffer } from './offers/components/product-offer.tsx';

type Offers = { products: OfferedProduct[]; currency: string; timezone: string };
type Values = { title: string; text: string; most: number; ground: Background };

const MAX_PRODUCTS = 200;

async function offersOf(db: Db, accountId: string, types: readonly string[], limit: number): Promise<Offers> {
  const [products, { currency, timezone }] = await Promise.all([
    listPublishedProducts(db, accountId, MAX_PRODUCTS),
    optionOf(db, accountId, 'settings'),
  ]);
  return {
    products: products.filter(({ type }) => types.includes(type)).slice(0, limit),
    currency,
    timezone,
  };
}

const fields: Record<keyof Values, BlockField> = {
  title: { kind: 'text', most: 120 },
  text: { kind: 'long', most: 600 },
  most: { kind: 'number', least: 1, most: 24 },
  ground: backgroundField,
};

/** Products on sale at their current price. */
const productGrid = block<Values & { type: 'all' | (typeof productTypes)[number] }, Offers>({
  strings: 'blocks',
  group: 'lists',
  fields: {
    ...fields,
    ...responsiveStylesOf('titleSize', 'ratio', 'gap', 'flow'),
    type: { kind: 'choice', values: ['all', ...productTypes] },
  },
  defaults: { title: 'To take home', text: '', most: 6, type: 'all', ground: 'paper' },
  load: (db, accountId, { type, most: limit }) =>
    offersOf(db, accountId, type === 'all' ? productTypes : [type], limit),
  isEmpty: (_, offers) => !offers?.products.length,
  render: ({ values, data, isFirst }) => <OffersSection values={values} offers={data} isFirst={isFirst} look="grid" />,
});

/** Memberships on sale, side by side. */
const membershipPlans = block<Values, Offers>({
  strings: 'blocks',
  group: 'offers',
  fields: { ...fields, ...responsiveStylesOf('titleSize', 'figureSize', 'gap', 'flow') },
  defaults: { title: 'Become a member', text: '', most: 3, ground: 'soft' },
  load: (db, accountId, { most: limit }) => offersOf(db, accountId, ['membership'], limit),
  isEmpty: (_, offers) => !offers?.products.length,
  render: ({ values, data, isFirst }) => <OffersSection values={values} offers={data} isFirst={isFirst} look="plans" />,
});

function OffersSection(props: {
  values: Values;
  offers: Offers | undefined;
  isFirst: boolean;
  look: 'grid' | 'plans';
}) {
  const { values, isFirst, look } = props;
  const products = props.offers?.products ?? [];
  return (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      <ul className={look === 'grid' ? 'cards cards-grid' : 'plans plans-cards'}>
        {products.map((product) => (
          <li key={product.id} className={look === 'grid' ? undefined : 'plan'}>
            {look === 'grid' && product.image ? (
              <Picture
                className="cover"
                picture={{ src: product.image, alt: '' }}
                sizes="(min-width: 64rem) 24rem, 100vw"
              />
            ) : null}
            <ItemHeading under={values.title} isFirst={isFirst} className="hd d-24">
              <a className="hover:underline" href={paths.productPage(product.slug)}>
                {product.title}
              </a>
            </ItemHeading>
            <p className="plan-note">{product.description}</p>
            {props.offers ? (
              <ProductOffer
                product={product}
                currency={props.offers.currency}
                timezone={props.offers.timezone}
                isLarge={look === 'plans'}
                isBlock={look === 'plans'}
                look={look === 'plans' ? 'primary' : 'line'}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

export const blocks: BlockDefinitions = { ProductGrid: productGrid, MembershipPlans: membershipPlans };
