import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

/** Tabs of the developer screens (API keys, webhooks), each with its own URL. */
export function DeveloperTabs() {
  const { t } = useTranslation('webhooks');
  return (
    <div className="mb-4">
      <PageTabs
        label={t('tabs.label')}
        tabs={[
          { href: paths.webhooks(), label: t('tabs.webhooks'), isExact: true },
          { href: paths.apiKeys(), label: t('tabs.apiKeys') },
        ]}
      />
    </div>
  );
}
