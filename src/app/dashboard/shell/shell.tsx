import { useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { refetchAccess, useSignOut } from '#base/browser/member.ts';
import { usePresence } from '#base/browser/presence.ts';
import { useAccount, useSite, useSiteBranding } from '#base/browser/site.tsx';
import { storeTimeZone } from '#base/browser/time-zone.ts';
import { NotificationBell } from '#features/platform/notifications/components/notification-bell.tsx';
import { notificationKeys } from '#features/platform/notifications/data.ts';
import { paths } from '#paths';
import { setTheme } from '#ui/buttons/theme-switcher.tsx';
import { Skeleton, SkeletonText } from '#ui/display/skeleton.tsx';
import { showError, toastTime } from '#ui/overlays/toaster.tsx';
import { useCommandKey } from '#ui/palette/command-key.ts';
import { replayEvents } from '../../render/event-replay.ts';
import { InstallPrompt } from '../install/install-prompt.tsx';
import { commonPlaces } from '../menus/menus.ts';
import { type ShellMenus, useShellMenus } from '../menus/shell-menus.ts';
import { PrefetchCode } from '../prefetch/prefetch-code.tsx';
import { prefetch } from '../prefetch/prefetch-on-hover.ts';
import { type Act, type ShortcutTarget, shortcutTargets } from '../shortcuts/shortcut-table.ts';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { useTour } from '../tour/use-tour.ts';
import { Guarded, ScreenTitle } from './current-screen.tsx';
import { MfaNotice } from './mfa-notice.tsx';
import { InstallDialog, type Overlays, ShellPalette, ShortcutSheet, useOverlays } from './overlays.ts';
import { AccountMenu, hasAccountMenu, SideFoot } from './person-menu.tsx';
import { RefreshOrders } from './refresh-orders.tsx';
import type { ShellPerson } from './shell-person.ts';
import { SideBar, SideBarFrame } from './side-bar.tsx';
import { setSideBar, toggleSideBar } from './side-bar-state.ts';
import { TopBar } from './top-bar.tsx';

/**
 * The dashboard around a screen. The router renders its outlet at every step of a navigation; the shell is memoized and
 * reads no address, so that it renders only when something of it changes.
 */
export const Shell = memo(function Shell({ person, children }: { person: ShellPerson; children: ReactNode }) {
  const { t } = useTranslation('dashboard');
  const face = useSiteBranding();
  const overlays = useOverlays();
  const menus = useShellMenus(person);
  useEffect(storeTimeZone, []);
  const online = useShellPresence(person.userId);
  const tour = useTour(face.isOnboard, setSideBar);
  const documentation = platformOrigin(useSite()) + paths.docs();
  const targets = shortcutTargets([...menus.main, ...menus.manage, ...commonPlaces]);
  const actions = actionsOf(overlays, menus.create.length > 0);
  useCommandKey(() => overlays.toggle('palette'));
  useShellShortcuts(targets, actions);
  const onInstall = () => overlays.show('install');
  const links = { documentation, onTour: tour.restart, onKeys: actions.help, onInstall };
  // Last: by now the shortcuts listen.
  useEffect(replayEvents, []);
  return (
    <div className="dash">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <SideBarFrame>
        {/* Hydrated after the screen: on wide screens it is visible already, on narrow ones it is closed. */}
        <Suspense>
          <SideBar
            site={face}
            main={menus.main}
            manage={menus.manage}
            onSearch={actions.search}
            onNear={prefetch}
            foot={<SideFoot person={person} {...links} />}
          />
        </Suspense>
        <div className="sheet">
          <TopBar
            title={<ScreenTitle menus={menus} site={face.title} />}
            documentation={documentation}
            onTour={tour.restart}
            online={person.kind === 'member' ? Math.max(1, online) : undefined}
            messages={menus.main.find(({ id }) => id === 'messages')?.href}
            create={menus.create}
            isCreating={overlays.now === 'create'}
            onCreating={overlays.create}
            account={hasAccountMenu(person) ? <AccountMenu person={person} manage={menus.manage} {...links} /> : null}
          >
            <NotificationBell userId={person.userId} />
            {person.kind === 'member' ? <RefreshOrders userId={person.userId} /> : null}
          </TopBar>
          <MfaNotice />
          <Suspense fallback={<ScreenSkeleton />}>
            <Guarded menus={menus}>{children}</Guarded>
          </Suspense>
        </div>
      </SideBarFrame>
      <PrefetchCode screens={[...menus.main, ...menus.manage].map(({ href }) => href)} />
      <ShellOverlays {...{ person, menus, targets, documentation, actions, overlays, tour }} />
    </div>
  );
});

/** How many members are online. Refreshes rights and notifications at their events; signs out when another session begins. */
function useShellPresence(userId: string): number {
  const { t } = useTranslation('dashboard');
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const signOut = useSignOut();
  const online = usePresence(
    (event) => {
      if (event.data?.user_id !== userId) return;
      if (event.type === 'standing') void refetchAccess(queries, account_id);
      else void queries.invalidateQueries({ queryKey: notificationKeys.all(account_id) });
    },
    () => {
      showError(t('singleSession'));
      // Long enough to read the message before the page is left.
      setTimeout(() => void signOut(), toastTime);
    },
  );
  return online.length;
}

type Actions = Partial<Record<Act, () => void>> & { search: () => void; help: () => void };

function actionsOf(overlays: Overlays, canCreate: boolean): Actions {
  return {
    search: () => overlays.show('palette'),
    sideBar: toggleSideBar,
    site: () => void window.open(paths.home(), '_blank', 'noopener'),
    help: () => overlays.show('shortcuts'),
    ...(canCreate ? { new: () => overlays.create(true) } : {}),
  };
}

function useShellShortcuts(targets: readonly ShortcutTarget[], actions: Actions): void {
  const navigate = useNavigate();
  useShortcuts((meaning) => {
    const target = meaning.kind === 'go' ? targets.find(({ key }) => key === meaning.key) : undefined;
    const action = meaning.kind === 'act' ? actions[meaning.act] : undefined;
    if (target) void navigate(target.entry.href);
    action?.();
    return target !== undefined || action !== undefined;
  });
}

type ShellOverlaysProps = {
  person: ShellPerson;
  menus: ShellMenus;
  targets: readonly ShortcutTarget[];
  documentation: string;
  actions: Actions;
  overlays: Overlays;
  tour: ReturnType<typeof useTour>;
};

/** Command palette, install dialog and list of shortcuts, each from its first use on. */
function ShellOverlays({ person, menus, targets, documentation, actions, overlays, tour }: ShellOverlaysProps) {
  const signOut = useSignOut();
  return (
    <Suspense>
      {overlays.loaded.palette ? (
        <ShellPalette
          person={person}
          menus={menus}
          targets={targets}
          documentation={documentation}
          doing={{
            setTheme,
            toggleSideBar,
            showShortcuts: actions.help,
            install: () => overlays.show('install'),
            restartTour: tour.restart,
            resumeTour: tour.resume,
            isTourWaiting: tour.isWaiting(),
            signOut: () => void signOut(),
          }}
          isOpen={overlays.now === 'palette'}
          onOpenChange={overlays.closing('palette')}
        />
      ) : null}
      <InstallPrompt onRequest={() => overlays.show('install')} />
      {overlays.loaded.install ? (
        <InstallDialog isOpen={overlays.now === 'install'} onOpenChange={overlays.closing('install')} />
      ) : null}
      {overlays.loaded.shortcuts ? (
        <ShortcutSheet
          targets={targets}
          offered={Object.keys(actions) as Act[]}
          isOpen={overlays.now === 'shortcuts'}
          onOpenChange={overlays.closing('shortcuts')}
        />
      ) : null}
    </Suspense>
  );
}

/** The same frame before the user is known. */
export function ShellFrame({ children }: { children: ReactNode }) {
  const face = useSiteBranding();
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

/** While a screen or its texts load. */
export function ScreenSkeleton() {
  return (
    <main id="content" className="page">
      <SkeletonText lines={6} />
    </main>
  );
}

/** The origin of the platform: this host's without the account's name in front. */
function platformOrigin(site: { origin: string; base_domain: string }): string {
  const { protocol, port } = new URL(site.origin);
  return `${protocol}//${site.base_domain}${port ? `:${port}` : ''}`;
}
