import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

/** Tabs of the marketing screens, each with its own URL. */
export function MarketingTabs() {
  const { t } = useTranslation('contacts');
  return (
    <div className="mb-4">
      <PageTabs
        label={t('marketing.views')}
        tabs={[
          { href: paths.marketing(), label: t('marketing.overview'), isExact: true },
          { href: paths.forms(), label: t('marketing.forms') },
          { href: paths.contacts(), label: t('marketing.contacts') },
          { href: paths.affiliates(), label: t('marketing.affiliates') },
        ]}
      />
    </div>
  );
}
