import { useTranslation } from 'react-i18next';
import { useTabsOf } from '#base/browser/features.ts';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

/** Tabs of the e-learning area, each with its own URL. */
export function TeachingTabs() {
  const { t } = useTranslation('courses');
  const tabs = useTabsOf(paths.elearning());
  return (
    <div className="mb-4">
      <PageTabs
        label={t('courses:menuEntries.elearning')}
        tabs={tabs.map((tab) => ({ ...tab, label: t(tab.label) }))}
      />
    </div>
  );
}
