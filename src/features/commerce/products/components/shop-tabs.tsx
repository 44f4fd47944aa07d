import { useTranslation } from 'react-i18next';
import { useTabsOf } from '#base/browser/features.ts';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

/** The tabs of the shop, each with its own URL. */
export function ShopTabs() {
  const { t } = useTranslation('products');
  const tabs = useTabsOf(paths.ecommerce());
  return (
    <div className="mb-4">
      <PageTabs label={t('shop.views')} tabs={tabs.map((tab) => ({ ...tab, label: t(tab.label) }))} />
    </div>
  );
}
