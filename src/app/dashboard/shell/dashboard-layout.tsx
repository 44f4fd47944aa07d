import { lazy, Suspense, useContext, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useLocation, useMatches, useOutlet } from 'react-router';
import { CallerContext } from '#base/browser/caller.tsx';
import { useDb } from '#base/browser/db-client.ts';
import { useSignOut } from '#base/browser/member.ts';
import { noteError } from '#base/browser/recent-errors.ts';
import { useSession } from '#base/browser/session.ts';
import { isSigningOut } from '#base/browser/sign-out.ts';
import { useAccount, useSite, useSiteFace } from '#base/browser/site.tsx';
import { loginNameOf } from '#base/shared/login-name.ts';
import type { RouteHandle } from '#base/shared/site.ts';
import { needsSecondStep } from '#features/platform/members/components/second-step.ts';
import { ReportProblem } from '#features/platform/tickets/components/report-problem.tsx';
import { paths } from '#paths';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { useHydrated } from '#ui/layout/use-hydrated.ts';
import { isAllowedAt } from '../menus/access.ts';
import type { Route } from './+types/dashboard-layout';
import { NotFound } from './not-found-screen.tsx';
import { ScreenOnItsWay, Shell, ShellFrame } from './shell.tsx';
import { type ShellPerson, useArrival } from './shell-person.ts';

/** For the few who are no members here: nobody else loads it, or its texts. */
const JoinPanel = lazy(async () => ({
  default: (await import('#features/platform/members/components/join-panel.tsx')).JoinPanel,
}));

const screen = <Screen />;

export default function DashboardLayout() {
  const { t } = useTranslation('dashboard');
  const db = useDb();
  const { session } = useSession();
  const arrival = useArrival();
  const hasFrame = useContext(CallerContext)?.hasFrame ?? false;
  const { pathname, search } = useLocation();
  const { title: site, doors } = useSiteFace();
  const signOut = useSignOut();
  useEffect(() => {
    // The server lets pass whoever has a cookie; what it is worth is known here.
    if (arrival.state === 'guest' && !isSigningOut()) location.assign(paths.login(pathname + search));
  }, [arrival.state, pathname, search]);
  useEffect(() => {
    // Who owes the second step of signing in is a visitor to the database: sent to the door instead of asked to join.
    if (!session) return;
    void needsSecondStep(db).then((needs) => {
      if (needs) location.assign(paths.login(location.pathname + location.search));
    });
  }, [session, db]);

  if (arrival.state === 'here') {
    return hasFrame ? <ScreenAlone person={arrival.person} /> : <Shell person={arrival.person}>{screen}</Shell>;
  }
  return (
    <ShellFrame>
      <title>{`${t('title')} · ${site}`}</title>
      <main id="content" className="page">
        {arrival.state === 'stranger' ? (
          <Suspense fallback={<SkeletonText lines={3} />}>
            <JoinPanel
              site={site}
              email={loginNameOf(session?.user)}
              documents={doors}
              frame={(title, content) => (
                <div className="card mx-auto mt-8 grid max-w-md gap-4 p-6">
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
 * What a screen shows may depend on the width and the storage of a browser: it is drawn there, and the server draws it only
 * to find out what it reads. One that says the same everywhere (`isDrawn`) is seen before the browser has loaded any script,
 * once the reader's time zone is known.
 */
function Screen() {
  const isLooking = useContext(CallerContext)?.isLooking ?? false;
  const isTold = useSite().time_zone !== undefined;
  const isDrawn = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.isDrawn) && isTold;
  return isLooking || isDrawn ? <Here /> : <ScreenOfBrowser />;
}

/** What is drawn to find out what a screen reads, for who has the frame. */
function ScreenAlone({ person }: { person: ShellPerson }) {
  const { features } = useAccount();
  return isAllowedAt(useLocation().pathname, { ...person, features }) ? screen : null;
}

function ScreenOfBrowser() {
  return useHydrated() ? <Here /> : <ScreenOnItsWay />;
}

/** The screen of this address. When one sets out for another it is not drawn anew: that would keep the other waiting. */
function Here() {
  const outlet = useOutlet();
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router makes it anew for every address, and many times between
  return useMemo(() => outlet, [location]);
}

export const handle: RouteHandle = { isFor: isAllowedAt, handsOver: true };

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslation('dashboard');
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!isMissing) noteError(error);
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
