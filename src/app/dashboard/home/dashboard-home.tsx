import { useTranslation } from 'react-i18next';
import { PageHeader } from '#ui/page-header.tsx';

export default function DashboardHome() {
  const { t } = useTranslation('dashboard');
  return (
    <main id="content" className="page">
      <PageHeader title={t('title')} />
    </main>
  );
}
