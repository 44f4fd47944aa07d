import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, LayoutGrid } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { useOpenSite } from '#features/platform/reports/components/use-open-site.ts';
import { accountNumbers } from '#features/platform/reports/data.ts';
import { paths } from '#paths';
import type { MenuGroup } from '#ui/overlays/menu-groups.ts';
import type { ShellPerson } from './shell-person.ts';

/** Sites in the menu; all of them are on the dashboard's home. */
const MAX_SITES = 8;

/**
 * Menu entries to switch between one's own sites. A session is valid on one host alone, so on a site the entry leads to the
 * platform; there each site is opened by a one-time code.
 */
export function useOwnSites(person: ShellPerson): MenuGroup[] {
  const { t } = useTranslation('dashboard');
  const db = useDb();
  const { account, origin, base_domain } = useSite();
  const { open } = useOpenSite();
  const sites = useQuery({ ...accountNumbers(db, person.userId), enabled: person.kind === 'owner' });
  if (person.kind === 'member') {
    if (person.role.kind !== 'owner') return [];
    const { protocol, port } = new URL(origin);
    const platform = `${protocol}//${base_domain}${port ? `:${port}` : ''}`;
    // The router can't navigate to another host.
    const navigateTo = (path: string) => () => location.assign(platform + path);
    const items = [
      { id: 'all-sites', label: t('ownSites.all'), icon: LayoutGrid, onAction: navigateTo(paths.dashboard()) },
      {
        id: 'billing',
        label: t('ownSites.billing'),
        icon: ArrowUpRight,
        onAction: navigateTo(paths.billing(account.account_id)),
      },
    ];
    return [{ id: 'sites', items }];
  }
  if (!sites.data || sites.data.length === 0) return [];
  const items = sites.data
    .filter((site) => site.is_member && site.status === 'active')
    .slice(0, MAX_SITES)
    .map((site) => ({
      id: site.account_id,
      label: site.title,
      icon: ArrowUpRight,
      onAction: () => open(site.account_id),
    }));
  return [{ id: 'sites', title: t('ownSites.title'), items }];
}
