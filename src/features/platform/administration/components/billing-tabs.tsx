import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

/** Tabs of the platform's billing screens. */
export function BillingTabs() {
  const { t } = useTranslation('administration');
  return (
    <div className="mb-4">
      <PageTabs
        label={t('billing.views')}
        tabs={[
          { href: paths.billingCustomers(), label: t('billing.customers') },
          { href: paths.billingSubscriptions(), label: t('billing.subscriptions') },
          { href: paths.billingProducts(), label: t('billing.products') },
          { href: paths.billingOrders(), label: t('billing.orders') },
        ]}
      />
    </div>
  );
}
