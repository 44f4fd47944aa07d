import { useTranslation } from 'react-i18next';
import { useTabsOf } from '#base/browser/features.ts';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

/** The tabs of what a member bought, each with its own URL. */
export function BuyerTabs() {
  const { t } = useTranslation('orders');
  const tabs = useTabsOf(paths.orders());
  return (
    <div className="mb-4">
      <PageTabs label={t('mine.title')} tabs={tabs.map((tab) => ({ ...tab, label: t(tab.label) }))} />
    </div>
  );
}
