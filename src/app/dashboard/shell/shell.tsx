import { useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { refetchAccess, useSignOut } from '#base/browser/member.ts';
import { usePresence } from '#base/browser/presence.ts';
import { useAccount, useSite, useSiteFace } from '#base/browser/site.tsx';
import { storeTimeZone } from '#base/browser/time-zone.ts';
import { NotificationBell } from '#features/platform/notifications/components/notification-bell.tsx';
import { notificationKeys } from '#features/platform/notifications/data.ts';
import { paths } from '#paths';
import { setTheme } from '#ui/buttons/theme-switcher.tsx';
import { Skeleton, SkeletonText } from '#ui/display/skeleton.tsx';
import { showError, toastTime } from '#ui/overlays/toaster.tsx';
import { useCommandKey } from '#ui/palette/command-key.ts';
import { replayEvents } from '../../render/event-replay.ts';
import { InstallPrompt } from '../install/install-asked.tsx';
import { commonPlaces } from '../menus/menus.ts';
import { useShellMenus } from '../menus/shell-menus.ts';
import { CodeAhead } from '../prefetch/prefetch-code.tsx';
import { RowsAhead, readAheadFor } from '../prefetch/prefetch-idle.ts';
import { readAhead } from '../prefetch/prefetch-on-hover.ts';
import { type Act, waysTo } from '../shortcuts/shortcut-table.ts';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { useTour } from '../tour/use-tour.ts';
import { Allowed, Where } from './current-screen.tsx';
import { SecondStepNotice } from './mfa-notice.tsx';
import { InstallDialog, ShellPalette, ShortcutSheet, useOnTop } from './overlays.ts';
import { AccountMenu, hasAccountMenu, SideFoot } from './person-menu.tsx';
import { FollowOrders } from './refresh-orders.tsx';
import type { ShellPerson } from './shell-person.ts';
import { SideBar, SideBarFrame } from './side-bar.tsx';
import { setSideBar, toggleSideBar } from './side-bar-state.ts';
import { TopBar } from './top-bar.tsx';

/**
 * The workshop around a screen, for whoever has arrived. The router draws everything it stands in anew whenever it sets out
 * or arrives; this only when something of it has changed, and nothing here looks at the address.
 */
export const Shell = memo(function Shell({ person, children }: { person: ShellPerson; children: ReactNode }) {
  const { t } = useTranslation('dashboard');
  const account = useAccount();
  const face = useSiteFace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const onTop = useOnTop();
  const menus = useShellMenus(person);
  useEffect(storeTimeZone, []);
  const ways = waysTo([...menus.main, ...menus.manage, ...commonPlaces]);
  const signOut = useSignOut();
  const tour = useTour(face.isOnboard, setSideBar);
  const online = usePresence(
    (ring) => {
      if (ring.data?.user_id !== person.userId) return;
      const { account_id } = account;
      if (ring.type === 'standing') void refetchAccess(queries, account_id);
      else void queries.invalidateQueries({ queryKey: notificationKeys.all(account_id) });
    },
    () => {
      showError(t('singleSession'));
      // Long enough to be read before the page goes.
      setTimeout(() => void signOut(), toastTime);
    },
  );
  const documentation = platformOrigin(useSite()) + paths.docs();
  const viewSite = () => void window.open(paths.home(), '_blank', 'noopener');
  const acts = {
    search: () => onTop.show('palette'),
    sideBar: toggleSideBar,
    site: viewSite,
    help: () => onTop.show('shortcuts'),
    ...(menus.create.length > 0 ? { new: () => onTop.create(true) } : {}),
  };
  const onInstall = () => onTop.show('install');
  const own = { documentation, onTour: tour.restart, onKeys: acts.help, onInstall };
  useCommandKey(() => onTop.toggle('palette'));
  useShortcuts((meaning) => {
    const way = meaning.kind === 'go' ? ways.find(({ key }) => key === meaning.key) : undefined;
    const act = meaning.kind === 'act' ? acts[meaning.act] : undefined;
    if (way) void navigate(way.entry.href);
    act?.();
    return way !== undefined || act !== undefined;
  });
  // Last: by now whatever was pressed is heard.
  useEffect(replayEvents, []);
  return (
    <div className="dash">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <SideBarFrame>
        {/* Comes alive after the screen: where there is room it is seen already, and on a phone it is shut. */}
        <Suspense>
          <SideBar
            site={face}
            main={menus.main}
            manage={menus.manage}
            onSearch={acts.search}
            onNear={readAhead}
            foot={<SideFoot person={person} {...own} />}
          />
        </Suspense>
        <div className="sheet">
          <TopBar
            where={<Where menus={menus} site={face.title} />}
            documentation={documentation}
            onTour={tour.restart}
            online={person.kind === 'member' ? Math.max(1, online.length) : undefined}
            messages={menus.main.find(({ id }) => id === 'messages')?.href}
            create={menus.create}
            isCreating={onTop.now === 'create'}
            onCreating={onTop.create}
            account={hasAccountMenu(person) ? <AccountMenu person={person} manage={menus.manage} {...own} /> : null}
          >
            <NotificationBell userId={person.userId} />
            {person.kind === 'member' ? <FollowOrders userId={person.userId} /> : null}
          </TopBar>
          <SecondStepNotice />
          <Suspense fallback={<ScreenOnItsWay />}>
            <Allowed menus={menus}>{children}</Allowed>
          </Suspense>
        </div>
      </SideBarFrame>
      <CodeAhead screens={[...menus.main, ...menus.manage].map(({ href }) => href)}>
        <RowsAhead key={person.userId} screens={readAheadFor(menus.main, menus.manage)} />
      </CodeAhead>
      <Suspense>
        {onTop.loaded.palette ? (
          <ShellPalette
            person={person}
            menus={menus}
            ways={ways}
            documentation={documentation}
            doing={{
              setTheme,
              toggleSideBar,
              showShortcuts: acts.help,
              install: onInstall,
              restartTour: tour.restart,
              resumeTour: tour.resume,
              isTourWaiting: tour.isWaiting(),
              signOut: () => void signOut(),
            }}
            isOpen={onTop.now === 'palette'}
            onOpenChange={onTop.closing('palette')}
          />
        ) : null}
        <InstallPrompt onAsked={onInstall} />
        {onTop.loaded.install ? (
          <InstallDialog isOpen={onTop.now === 'install'} onOpenChange={onTop.closing('install')} />
        ) : null}
        {onTop.loaded.shortcuts ? (
          <ShortcutSheet
            ways={ways}
            offered={Object.keys(acts) as Act[]}
            isOpen={onTop.now === 'shortcuts'}
            onOpenChange={onTop.closing('shortcuts')}
          />
        ) : null}
      </Suspense>
    </div>
  );
});

/** The same frame with nobody in it yet. */
export function ShellFrame({ children }: { children: ReactNode }) {
  const face = useSiteFace();
  return (
    <div className="dash">
      <SideBarFrame>
        <SideBar site={face} main={undefined} manage={[]} onSearch={() => {}} onNear={() => {}} foot={null} />
        <div className="sheet">
          <div className="topbar" aria-hidden="true">
            <Skeleton width={40} />
          </div>
          {children}
        </div>
      </SideBarFrame>
    </div>
  );
}

/** Until a screen or the strings of it have come. */
export function ScreenOnItsWay() {
  return (
    <main id="content" className="page">
      <SkeletonText lines={6} />
    </main>
  );
}

/** The platform's own site: that of this host without the account's name in front. */
function platformOrigin(site: { origin: string; base_domain: string }): string {
  const { protocol, port } = new URL(site.origin);
  return `${protocol}//${site.base_domain}${port ? `:${port}` : ''}`;
}
