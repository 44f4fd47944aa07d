import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { cartStore } from '../../components/cart-store.ts';
import type { UpsellOffer } from '../rules.ts';
import { UpsellCards } from './upsell-cards.tsx';

/** What is offered beside the items of the cart; a press puts it with them. */
export function OrderBumps({ offers }: { offers: readonly UpsellOffer[] }) {
  const { t } = useTranslation('orders');
  const { account } = useSite();
  return (
    <UpsellCards
      offers={offers}
      action={(item) => (
        <button
          type="button"
          className="btn btn-line"
          aria-label={`${t('upsells.add')}: ${item.title}`}
          onClick={() => cartStore.add(item, account.account_id)}
        >
          {t('upsells.add')}
        </button>
      )}
    />
  );
}
