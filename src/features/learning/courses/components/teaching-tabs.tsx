import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

/** What is taught on a site, each part with its own address. */
export function TeachingTabs() {
  const { t } = useTranslation('courses');
  return (
    <div className="mb-4">
      <PageTabs
        label={t('dashboard:menu.elearning')}
        tabs={[
          { href: paths.elearning(), label: t('catalogue.title'), isExact: true },
          { href: paths.courseCategories(), label: t('categories.title') },
        ]}
      />
    </div>
  );
}
