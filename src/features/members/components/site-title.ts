import { useRouteLoaderData } from 'react-router';
import { useAccount } from '#base/browser/site.tsx';

/** How the site calls itself; read from what the root has loaded, as every page shows it. */
export function useSiteTitle(): string {
  const root = useRouteLoaderData('root') as { look?: { settings?: { sitetitle?: string } } } | undefined;
  const account = useAccount();
  return root?.look?.settings?.sitetitle || account.slug;
}
