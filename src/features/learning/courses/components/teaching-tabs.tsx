import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

/** Tabs of the e-learning area, each with its own URL. */
export function TeachingTabs() {
  const { t } = useTranslation('courses');
  return (
    <div className="mb-4">
      <PageTabs
        label={t('courses:menuEntries.elearning')}
        tabs={[
          { href: paths.elearning(), label: t('catalogue.title'), isExact: true },
          { href: paths.courseCategories(), label: t('categories.title') },
        ]}
      />
    </div>
  );
}
