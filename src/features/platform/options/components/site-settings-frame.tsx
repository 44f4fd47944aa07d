import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { PageTabs } from '#ui/layout/page-tabs.tsx';
import type { SiteLook } from '../data.ts';
import { useLook } from './use-option.ts';

/** Tabs of the site settings screens. */
export function SiteTabs() {
  const { t } = useTranslation('options');
  return (
    <div className="mb-6">
      <PageTabs
        label={t('tabs.label')}
        tabs={[
          { href: paths.site(), label: t('tabs.site'), isExact: true },
          { href: paths.theme(), label: t('tabs.theme') },
          { href: paths.header(), label: t('tabs.header') },
          { href: paths.footer(), label: t('tabs.footer') },
          { href: paths.redirects(), label: t('tabs.redirects') },
          { href: paths.domains(), label: t('tabs.domains') },
          { href: paths.dashboardMenus(), label: t('tabs.menus') },
        ]}
      />
    </div>
  );
}

/** Layout of a site settings screen: title, tabs, and loading and error states. */
export function SiteSettingsFrame({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children: (look: SiteLook) => ReactNode;
}) {
  const siteOptions = useLook();
  return (
    <main id="content" className="page">
      <PageHeader title={title} sentence={description} />
      <SiteTabs />
      {siteOptions.isPending ? <SkeletonText lines={8} /> : null}
      {siteOptions.isError ? (
        <ErrorState onRetry={() => void siteOptions.refetch()} isRetrying={siteOptions.isFetching} />
      ) : null}
      {siteOptions.data ? children(siteOptions.data) : null}
    </main>
  );
}
