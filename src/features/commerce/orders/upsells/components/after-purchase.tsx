import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dbOf } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { listProductsOnSale } from '#features/commerce/products/data.ts';
import { listOfferedUpsells } from '#features/commerce/products/upsells/data.ts';
import { paths } from '#paths';
import { offersIn } from '../rules.ts';
import { UpsellCards } from './upsell-cards.tsx';

/** What is offered to whoever has just bought something, for a day. */
export function AfterPurchase({ currency }: { currency: string }) {
  const { t } = useTranslation('orders');
  const site = useSite();
  const { account_id } = site.account;
  const { data: offers = [] } = useQuery({
    queryKey: ['products', account_id, 'after-purchase', currency],
    queryFn: async () => {
      const db = dbOf(site);
      const upsells = await listOfferedUpsells(db, account_id, []);
      const ids = upsells.map(({ product_id }) => product_id);
      return offersIn(currency, upsells, await listProductsOnSale(db, account_id, ids));
    },
  });
  if (offers.length === 0) return null;
  return (
    <UpsellCards
      offers={offers}
      action={({ id, title }) => (
        <a
          className="btn btn-primary"
          href={`${paths.checkout()}?add=${id}`}
          aria-label={`${t('upsells.buy')}: ${title}`}
        >
          {t('upsells.buy')}
        </a>
      )}
    />
  );
}
