import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from 'react-router';
import { allTexts } from '#base/browser/all-texts.ts';
import { useFileConsent } from '#base/browser/file-consent.ts';
import { Queries } from '#base/browser/queries.tsx';
import { SiteProvider } from '#base/browser/site.tsx';
import { whenIdle } from '#base/browser/when-idle.ts';
import {
  dbContext,
  draftContext,
  nonceContext,
  type RouteHandle,
  type Site,
  scriptOriginsContext,
  siteContext,
} from '#base/shared/site.ts';
import { readSiteOptions, type SiteOptions } from '#features/platform/options/data.ts';
import { menuAddress } from '#features/platform/options/rules.ts';
import { ContentLanguage } from '#ui/display/content-language.tsx';
import { FileConsent } from '#ui/display/file-consent.ts';
import { UiProvider } from '#ui/layout/ui-provider.tsx';
import { Toaster } from '#ui/overlays/toaster.tsx';
import type { Route } from './+types/root';
import { pendingPrefetch } from './dashboard/prefetch/prefetch-on-hover.ts';
import { InitialTexts } from './i18n/initial-texts.tsx';
import { DehydratedQueries, EventReplayScript } from './render/dehydrated-state.tsx';
import { accountScriptOrigins } from './site/account-scripts.ts';
import { ImpersonationNotice } from './site/acting-notice.tsx';
import { ErrorScreen } from './site/error-screen.tsx';
import type { RootData } from './site/root-data.ts';
import { SearchHead } from './site/search-head.tsx';
import { siteBrandingOf } from './site/site-dress.ts';
import { SiteHead } from './site/site-head.tsx';

export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const site = context.get(siteContext);
  const stored = await readSiteOptions(context.get(dbContext), site.account.account_id);
  const draft = context.get(draftContext);
  const look = withAbsoluteIcon(site, { ...stored, ...(draft as Partial<SiteOptions> | null) });
  const dress = siteBrandingOf(look.theme, site.locale);
  context.set(scriptOriginsContext, accountScriptOrigins(look.misc));
  return { site, look, dress, nonce: context.get(nonceContext), isPreview: draft !== null };
}

/** On another host than the account's own, its icon needs an absolute URL. */
function withAbsoluteIcon({ isElsewhere, origin }: Site, look: SiteOptions): SiteOptions {
  const { icon } = look.settings;
  if (!isElsewhere || !icon) return look;
  return { ...look, settings: { ...look.settings, icon: new URL(icon, origin).href } };
}

/** Navigation waits for the translations and for prefetches under way. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    const { pathname, search } = new URL(request.url);
    // Offline, the screen itself shows the error.
    await Promise.all([allTexts(), pendingPrefetch(pathname + search)]);
    return next();
  },
];

/** The root's data changes with the account alone. */
export const shouldRevalidate = () => false;

/** Whether this page is hydrated, whether it has the site's header, and whether it is the dashboard or the public site. */
function usePageKind(): { hydrates: boolean; isBare: boolean; isDashboard: boolean; isFound: boolean } {
  const matches = useMatches();
  const handle = Object.assign({}, ...matches.map((match) => match.handle ?? {})) as RouteHandle;
  const isDashboard = matches.at(-1)?.pathname.startsWith('/dashboard') ?? false;
  // After a loader's error the last match is the route of the error boundary, without data.
  const isFound = matches.length > 1 && (matches.at(-1)?.loaderData ?? null) !== null;
  return { hydrates: handle.isPublic !== true, isBare: handle.isBare === true, isDashboard, isFound };
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<RootData>('root');
  const kind = usePageKind();
  const locale = data?.site.locale ?? 'en';
  const nonce = data?.nonce || undefined;
  return (
    <html
      lang={locale}
      dir={data?.site.direction ?? 'ltr'}
      data-pseudo={data?.site.isPseudo}
      data-room={kind.isDashboard ? 'dashboard' : 'site'}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {kind.hydrates ? <EventReplayScript nonce={nonce} /> : null}
        <Meta />
        {data ? <SiteHead site={data.site} look={data.look} dress={data.dress} room={kind} nonce={nonce} /> : null}
        {/* Stylesheets of single screens, after the common one. */}
        <Links />
        {/* Pages for search engines never hydrate. */}
        {import.meta.env.SSR && data && kind.isFound && !kind.hydrates ? (
          <SearchHead site={data.site} look={data.look} />
        ) : null}
      </head>
      <body>
        {children}
        {kind.hydrates ? (
          <>
            <InitialTexts />
            <DehydratedQueries />
            <ScrollRestoration nonce={nonce} />
            <HydrationScripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

/** The router removes them at the first navigation, which restyles the page: done while idle instead. */
function HydrationScripts({ nonce }: { nonce: string | undefined }) {
  const [isDone, setDone] = useState(false);
  useEffect(() => void whenIdle().then(() => setDone(true)), []);
  return isDone ? null : <Scripts nonce={nonce} />;
}

/** In the dashboard authors see their own content, without asking for consent. */
const allowAll = () => true;

const hrefOf = (url: string) => (url ? menuAddress(url).href : '');

export default function Root({ loaderData }: Route.ComponentProps) {
  const { site, look } = loaderData;
  const { hydrates, isDashboard } = usePageKind();
  const mayLoad = useFileConsent(site);
  // Memoized, because the root renders at every navigation.
  return useMemo(() => {
    const { sitetitle, icon, onboard, terms_url, privacy_url, magic_link, phone_password } = look.settings;
    const face = {
      title: sitetitle || site.account.slug,
      icon: icon ?? '',
      isOnboard: onboard === true,
      doors: {
        terms: hrefOf(terms_url),
        privacy: hrefOf(privacy_url),
        hasMagicLink: magic_link,
        hasPhone: phone_password && site.canText === true,
      },
    };
    const content = (
      <SiteProvider site={site} face={face}>
        <ContentLanguage page={site.locale} language={look.settings.defaultLanguage}>
          <ImpersonationNotice />
          <Outlet />
        </ContentLanguage>
      </SiteProvider>
    );
    if (!hydrates) return content;
    return (
      <Queries>
        <UiProvider locale={site.locale} timeZone={site.time_zone}>
          {/* Suspends while translations load. */}
          <Suspense>
            <FileConsent value={isDashboard ? allowAll : mayLoad}>{content}</FileConsent>
          </Suspense>
          <Toaster />
        </UiProvider>
      </Queries>
    );
  }, [site, look, hydrates, isDashboard, mayLoad]);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslation('site');
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <ErrorScreen
      status={status}
      title={t(status === 404 ? 'notFound.title' : 'failure.title')}
      text={t(status === 404 ? 'notFound.text' : 'failure.text')}
    />
  );
}
