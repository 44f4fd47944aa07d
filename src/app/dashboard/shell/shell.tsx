import { lazy, memo, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '#base/browser/all-texts.ts';
import { firstInteraction, isSlowConnection } from '#base/browser/connection.ts';
import { useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { storeTimeZone } from '#base/browser/time-zone.ts';
import { Skeleton, SkeletonText } from '#ui/display/skeleton.tsx';
import { isServerRendered } from '../../render/dehydrated-state.tsx';
import { replayScreenEvents, stopShellCapture } from '../../render/event-replay.ts';
import { Guarded } from './guarded.tsx';
import type { ShellPerson } from './shell-person.ts';
import { SideBarFrame } from './side-bar-state.tsx';

/**
 * What stands around a screen is rendered by the server and hydrated by itself, after the screen: its code is as large as a
 * screen's. On a slow connection it is loaded when somebody first does something; a press until then is replayed.
 */
async function loadControls() {
  if (isServerRendered && isSlowConnection()) await firstInteraction();
  return withTexts(import('./shell-controls.tsx'));
}
const ShellSide = lazy(async () => {
  const { ShellSide } = await loadControls();
  stopShellCapture();
  return { default: ShellSide };
});
const ShellTop = lazy(async () => ({ default: (await loadControls()).ShellTop }));
const ShellTools = lazy(async () => ({ default: (await loadControls()).ShellTools }));

/** Few owe a second step. */
const MfaNotice = lazy(async () => ({ default: (await withTexts(import('./mfa-notice.tsx'))).MfaNotice }));

const side = <aside id="side-bar" className="side max-md:hidden" />;
const top = (
  <div className="topbar" aria-hidden="true">
    <Skeleton width={40} />
  </div>
);

/**
 * The dashboard around a screen. The router renders its outlet at every step of a navigation; the shell is memoized and
 * reads no address, so that it renders only when something of it changes. Its parts read what changes by themselves: an update
 * from above would make React render them anew before their code is there.
 */
export const Shell = memo(function Shell({ person, children }: { person: ShellPerson; children: ReactNode }) {
  const { t } = useTranslation('dashboard');
  useEffect(storeTimeZone, []);
  useEffect(replayScreenEvents, []);
  return (
    <div className="dash">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <SideBarFrame>
        <Suspense fallback={side}>
          <ShellSide person={person} />
        </Suspense>
        <div className="sheet">
          <Suspense fallback={top}>
            <ShellTop person={person} />
          </Suspense>
          <SecondStepNotice />
          <Suspense fallback={<ScreenSkeleton />}>
            <Guarded person={person}>{children}</Guarded>
          </Suspense>
        </div>
      </SideBarFrame>
      <Suspense>
        <ShellTools person={person} />
      </Suspense>
    </div>
  );
});

/** The same frame before the user is known; `hasMenu` is false for somebody who has none here. */
export function ShellFrame({ children, hasMenu = true }: { children: ReactNode; hasMenu?: boolean }) {
  if (!hasMenu) return <div className="dash is-alone">{children}</div>;
  return (
    <div className="dash">
      <SideBarFrame>
        <Suspense fallback={side}>
          <ShellSide person={null} />
        </Suspense>
        <div className="sheet">
          {top}
          {children}
        </div>
      </SideBarFrame>
    </div>
  );
}

/** While a screen or its texts load. */
export function ScreenSkeleton() {
  return (
    <main id="content" className="page">
      <SkeletonText lines={6} />
    </main>
  );
}

function SecondStepNotice() {
  const { is_platform } = useAccount();
  const { role } = useMembership();
  return is_platform || role?.needsSecondFactor ? (
    <Suspense>
      <MfaNotice />
    </Suspense>
  ) : null;
}
