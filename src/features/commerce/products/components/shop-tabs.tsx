import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

/** The tabs of the shop, each with its own URL. */
export function ShopTabs() {
  const { t } = useTranslation('products');
  return (
    <div className="mb-4">
      <PageTabs
        label={t('shop.views')}
        tabs={[
          { href: paths.ecommerce(), label: t('shop.products'), isExact: true },
          { href: paths.memberships(), label: t('shop.memberships') },
          { href: paths.manageOrders(), label: t('shop.orders') },
          { href: paths.coupons(), label: t('shop.coupons') },
          { href: paths.payment(), label: t('shop.payment') },
        ]}
      />
    </div>
  );
}
