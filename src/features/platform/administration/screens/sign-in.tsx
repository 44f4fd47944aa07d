import { useTranslation } from 'react-i18next';
import { MaintenanceTabs } from '#features/platform/maintenance/components/maintenance-tabs.tsx';
import { ProviderList } from '#features/platform/members/components/provider-list.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';

/** Sign-in providers of the platform, and those whose credentials it shares with accounts. */
export default function PlatformSignIn() {
  const { t } = useTranslation('administration');
  return (
    <main id="content" className="page">
      <PageHeader title={t('signIn.title')} sentence={t('signIn.sentence')} />
      <MaintenanceTabs />
      <div className="max-w-3xl">
        <ProviderList />
      </div>
    </main>
  );
}
