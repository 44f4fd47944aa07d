import { lazy, Suspense, useContext, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useLocation, useMatches, useOutlet } from 'react-router';
import { withTexts } from '#base/browser/all-texts.ts';
import { CallerContext } from '#base/browser/caller.tsx';
import { useDb } from '#base/browser/db-client.ts';
import { useSignOut } from '#base/browser/member.ts';
import { recordError } from '#base/browser/recent-errors.ts';
import { useSession } from '#base/browser/session.ts';
import { isSigningOut } from '#base/browser/sign-out.ts';
import { useAccount, useSite, useSiteBranding } from '#base/browser/site.tsx';
import { loginNameOf } from '#base/shared/login-name.ts';
import type { RouteHandle } from '#base/shared/site.ts';
import { needsSecondStep } from '#features/platform/members/components/second-step.ts';
import { ReportProblem } from '#features/platform/tickets/components/report-problem.tsx';
import { paths } from '#paths';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { useHydrated } from '#ui/layout/use-hydrated.ts';
import type { Route } from './+types/dashboard-layout';
import { NotFound } from './not-found-screen.tsx';
import { ScreenSkeleton, Shell, ShellFrame } from './shell.tsx';
import { type ShellPerson, useArrival } from './shell-person.ts';

/** Lazy, because only the few who are no members load it and its texts. */
const JoinPanel = lazy(async () => ({
  default: (await withTexts(import('#features/platform/members/components/join-panel.tsx'))).JoinPanel,
}));

const screen = <Screen />;

export default function DashboardLayout() {
  const { t } = useTranslation('dashboard');
  const db = useDb();
  const { session } = useSession();
  const arrival = useArrival();
  const hasFrame = useContext(CallerContext)?.hasFrame ?? false;
  const { pathname, search } = useLocation();
  const { title: site, doors } = useSiteBranding();
  const signOut = useSignOut();
  useEffect(() => {
    // The server lets everybody with a cookie pass; only the browser can renew an expired session.
    if (arrival.state === 'guest' && !isSigningOut()) location.assign(paths.login(pathname + search));
  }, [arrival.state, pathname, search]);
  useEffect(() => {
    // Before the second factor a person is anonymous to the database: redirect to the login instead of inviting them to join.
    if (!session) return;
    void needsSecondStep(db).then((needs) => {
      if (needs) location.assign(paths.login(location.pathname + location.search));
    });
  }, [session, db]);

  if (arrival.state === 'here') {
    return hasFrame ? <BareScreen person={arrival.person} /> : <Shell person={arrival.person}>{screen}</Shell>;
  }
  return (
    <ShellFrame hasMenu={arrival.state !== 'stranger'}>
      <title>{`${t('title')} · ${site}`}</title>
      <main id="content" className="page">
        {arrival.state === 'stranger' ? (
          <Suspense fallback={<SkeletonText lines={3} />}>
            <JoinPanel
              site={site}
              email={loginNameOf(session?.user)}
              documents={doors}
              frame={(title, content) => (
                <div className="card mx-auto grid max-w-md gap-4 p-6">
                  <h1 className="text-xl font-semibold">{title}</h1>
                  {content}
                </div>
              )}
              onJoined={() => location.reload()}
              onLeave={signOut}
            />
          </Suspense>
        ) : null}
        {arrival.state === 'failed' ? <ErrorState title={t('failed.title')} onRetry={arrival.retry} /> : null}
        {arrival.state === 'unknown' || arrival.state === 'guest' ? <SkeletonText lines={6} /> : null}
      </main>
    </ShellFrame>
  );
}

/**
 * A screen may depend on the width and the storage of a browser, so it is rendered there, and the server renders it only to
 * find out its queries. One that is the same everywhere (`isServerRendered`) is rendered by the server for the user to see, once
 * their time zone is known.
 */
function Screen() {
  const isLooking = useContext(CallerContext)?.isDryRun ?? false;
  const hasTimeZone = useSite().time_zone !== undefined;
  const isServerRendered =
    useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.isServerRendered) && hasTimeZone;
  return isLooking || isServerRendered ? <CurrentOutlet /> : <BrowserScreen />;
}

/** A screen without the shell, rendered to find out its queries. */
function BareScreen({ person }: { person: ShellPerson }) {
  const { features } = useAccount();
  const mayOpen = useContext(CallerContext)?.mayOpen;
  return mayOpen?.(useLocation().pathname, { ...person, features }) ? screen : null;
}

function BrowserScreen() {
  return useHydrated() ? <CurrentOutlet /> : <ScreenSkeleton />;
}

/** Memoized by location: rendering the old screen again at the start of a navigation would delay the new one. */
function CurrentOutlet() {
  const outlet = useOutlet();
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router makes it anew for every address, and many times between
  return useMemo(() => outlet, [location]);
}

export const handle: RouteHandle = { isGuarded: true, dehydrates: true };

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslation('dashboard');
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!isMissing) recordError(error);
  }, [error, isMissing]);
  return (
    <ShellFrame>
      {isMissing ? (
        <NotFound />
      ) : (
        <main id="content" className="page">
          <h1 className="vh">{t('title')}</h1>
          <ErrorState
            title={t('failed.title')}
            onRetry={() => location.reload()}
            actions={<ReportProblem code="500" />}
          >
            {t('failed.text')}
          </ErrorState>
        </main>
      )}
    </ShellFrame>
  );
}
