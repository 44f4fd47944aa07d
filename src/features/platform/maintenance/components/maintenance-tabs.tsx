import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

/** Tabs of the maintenance screens, each with its own URL. */
export function MaintenanceTabs() {
  const { t } = useTranslation('maintenance');
  return (
    <div className="mb-4">
      <PageTabs
        label={t('tabs.label')}
        tabs={[
          { href: paths.crons(), label: t('tabs.crons') },
          { href: paths.health(), label: t('tabs.health') },
          { href: paths.deadLetters(), label: t('tabs.deadLetters') },
          { href: paths.platformPeople(), label: t('tabs.people') },
          { href: paths.platformSignIn(), label: t('tabs.signIn') },
          { href: paths.auditLog(), label: t('tabs.audit') },
        ]}
      />
    </div>
  );
}
