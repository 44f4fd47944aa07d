import { useTranslation } from 'react-i18next';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { SiteTabs } from '#features/platform/options/components/site-settings-frame.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { DomainList } from '../components/domain-list.tsx';

/** Settings screen of a site's domains. */
export default function DomainSettings() {
  const { t } = useTranslation('domains');
  const { account_id, slug, is_platform } = useAccount();
  const { base_domain } = useSite();
  const defaultHost = `${slug}.${base_domain}`;
  return (
    <main id="content" className="page">
      <PageHeader title={t('title')} sentence={is_platform ? undefined : t('sentence', { home: defaultHost })} />
      <SiteTabs />
      {is_platform ? (
        <EmptyState title={t('platformTitle')}>{t('platformText', { domain: base_domain })}</EmptyState>
      ) : (
        <DomainList accountId={account_id} home={defaultHost} />
      )}
    </main>
  );
}
