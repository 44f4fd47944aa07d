import { useTranslation } from 'react-i18next';
import { useTabsOf } from '#base/browser/features.ts';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

/** The tabs of what concerns affiliates, each with its own URL. */
export function AffiliateTabs() {
  const { t } = useTranslation('affiliates');
  const tabs = useTabsOf(paths.affiliates());
  return (
    <div className="mb-4">
      <PageTabs label={t('screenNames.affiliates')} tabs={tabs.map((tab) => ({ ...tab, label: t(tab.label) }))} />
    </div>
  );
}
