import { Island } from '#ui/layout/island.tsx';
import { AddToCartButton } from '../../components/add-to-cart-button.tsx';
import { hasChoice } from '../rules.ts';
import { OfferOptions, type OfferOptionsProps } from './offer-options.tsx';

/** The button that buys a product, below what there is to choose. */
export function BuyAction(props: OfferOptionsProps) {
  const { offers, currency: _currency, stock: _stock, ...button } = props;
  const [item] = offers;
  if (!item) return null;
  const island = { when: 'interaction', isKeen: true, strings: ['orders'] } as const;
  return hasChoice(offers) ? (
    <Island {...island} name="offer-options" component={OfferOptions} props={props} />
  ) : (
    <Island {...island} name="add-to-cart" component={AddToCartButton} props={{ item, ...button }} />
  );
}
