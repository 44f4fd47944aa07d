import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, Outlet, useLocation, useMatches, useRouteLoaderData } from 'react-router';
import { isGuardedPath } from '#base/shared/guarded-paths.ts';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { findRedirect } from '#features/content/redirects/data.ts';
import { Island } from '#ui/layout/island.tsx';
import { SharedSection } from '#ui/layout/shared-section.tsx';
import type { Route } from './+types/site-layout';
import { ErrorScreen } from './error-screen.tsx';
import { QuickEdit } from './quick-edit.tsx';
import type { RootData } from './root-data.ts';
import { AccountScripts, CookieNotice, NextPages } from './site-extras.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { matchesPath } from './site-links.ts';
import { HeaderNotice } from './site-notice.tsx';

/** A missing page redirects where the account has stored a redirect for its path. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, request }, next) => {
    const response = (await next()) as Response;
    if (response.status !== 404) return response;
    const { account } = context.get(siteContext);
    const redirect = await findRedirect(context.get(dbContext), account.account_id, new URL(request.url).pathname);
    return redirect ? new Response(null, { status: redirect.status, headers: { location: redirect.to } }) : response;
  },
];

/** The public site: header, content, footer; a bare route has the content alone. */
export default function SiteLayout() {
  const isBare = useMatches().some((match) => (match.handle as RouteHandle | undefined)?.isBare);
  if (isBare) return <Outlet />;
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** Missing pages and errors, inside the layout of the site. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslation('site');
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const kind = status === 404 ? 'notFound' : 'failure';
  return (
    <Frame>
      <ErrorScreen status={status} title={t(`${kind}.title`)} text={t(`${kind}.text`)} />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<RootData>('root');
  const { t } = useTranslation('site');
  const { pathname } = useLocation();
  if (!data) return children;
  const { site, look, isPreview } = data;
  const { settings, header, menus, footer } = look;
  const path = matchesPath(look, pathname) ? pathname : '';
  return (
    <div className={look.theme.bodyStyle === 'boxed' ? 'site is-boxed' : 'site'} id="top">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <HeaderNotice look={look} />
      <SharedSection name="header" component={SiteHeader} props={{ look: { settings, header, menus }, path }} />
      {children}
      <SharedSection
        name="footer"
        component={SiteFooter}
        props={{ locale: site.locale, look: { settings, footer }, path }}
      />
      {isPreview ? null : (
        <>
          <CookieNotice look={look} />
          <Island name="quick-edit" component={QuickEdit} props={{}} when="idle" strings={['site']} forSessions />
          {isGuardedPath(pathname) ? null : <AccountScripts look={look} />}
          <NextPages />
        </>
      )}
    </div>
  );
}
