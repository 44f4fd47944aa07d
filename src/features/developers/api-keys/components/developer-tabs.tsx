import { useTranslation } from 'react-i18next';
import { useTabsOf } from '#base/browser/features.ts';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

/** Tabs of the developer screens, each with its own URL. */
export function DeveloperTabs() {
  const { t } = useTranslation('api-keys');
  const tabs = useTabsOf(paths.webhooks());
  return (
    <div className="mb-4">
      <PageTabs label={t('tabs')} tabs={tabs.map((tab) => ({ ...tab, label: t(tab.label) }))} />
    </div>
  );
}
