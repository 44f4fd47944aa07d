import { useTranslation } from 'react-i18next';
import { Outlet, useMatches, useRouteLoaderData } from 'react-router';
import type { RouteHandle } from '#base/shared/site.ts';
import type { loader } from '../root.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** The public room: header, content, footer; a bare route has the content alone. */
export default function SiteLayout() {
  const data = useRouteLoaderData<typeof loader>('root');
  const { t } = useTranslation('site');
  const isBare = useMatches().some((match) => (match.handle as RouteHandle | undefined)?.isBare);
  if (!data || isBare) return <Outlet />;
  return (
    <div className="site">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <SiteHeader site={data.site} look={data.look} />
      <Outlet />
      <SiteFooter site={data.site} look={data.look} />
    </div>
  );
}
