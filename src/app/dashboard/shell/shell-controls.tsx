import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { withTexts } from '#base/browser/all-texts.ts';
import { firstInteraction } from '#base/browser/connection.ts';
import { provideLeaderboardLink } from '#base/browser/leaderboard-link.tsx';
import { refetchAccess, useSignOut } from '#base/browser/member.ts';
import { usePresence } from '#base/browser/presence.ts';
import { useAccount, useSite, useSiteBranding } from '#base/browser/site.tsx';
import { NotificationBell } from '#features/platform/notifications/components/notification-bell.tsx';
import { notificationKeys } from '#features/platform/notifications/data.ts';
import { paths } from '#paths';
import { setTheme } from '#ui/buttons/theme-switcher.tsx';
import { InBrowser } from '#ui/layout/in-browser.tsx';
import { showError, toastTime } from '#ui/overlays/toaster.tsx';
import { useCommandKey } from '#ui/palette/command-key.ts';
import { replayShellEvents } from '../../render/event-replay.ts';
import { InstallPrompt } from '../install/install-prompt.tsx';
import { commonPlaces } from '../menus/menus.ts';
import { useShellMenus } from '../menus/shell-menus.ts';
import { PrefetchCode } from '../prefetch/prefetch-code.tsx';
import { prefetch } from '../prefetch/prefetch-on-hover.ts';
import { type Act, type ShortcutTarget, shortcutTargets } from '../shortcuts/shortcut-table.ts';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { restartTour, useTour } from '../tour/use-tour.ts';
import { ScreenTitle } from './current-screen.tsx';
import { InstallDialog, ShellPalette, ShortcutSheet, useOverlays, usePalettePrefetch } from './overlays.ts';
import { AccountMenu, hasAccountMenu, SideFoot } from './person-menu.tsx';
import { RefreshOrders } from './refresh-orders.tsx';
import type { ShellPerson } from './shell-person.ts';
import { SideBar } from './side-bar.tsx';
import { setSideBar, toggleSideBar } from './side-bar-state.tsx';
import { TopBar } from './top-bar.tsx';

/** Where its code does not come, the page goes on without the link. */
const LeaderboardLink = lazy(async () => {
  const part = import('#features/engagement/gamification/components/leaderboard-link.tsx');
  return {
    default: await withTexts(part).then(
      ({ LeaderboardLink }) => LeaderboardLink,
      () => () => null,
    ),
  };
});
provideLeaderboardLink(LeaderboardLink);

/** What was earned can wait: the first screen asks for nothing of it. Where its code does not come, the rest goes on. */
const ScoreOverlay = lazy(async () => {
  await firstInteraction();
  const part = import('#features/engagement/gamification/components/score-overlay.tsx');
  return {
    default: await withTexts(part).then(
      ({ ScoreOverlay }) => ScoreOverlay,
      () => Nothing,
    ),
  };
});
const Nothing = () => null;

/** The parts of the shell, in one file: each is rendered by itself, and the overlays they open are one state. */

/** The side bar; empty before the user is known. */
export function ShellSide({ person }: { person: ShellPerson | null }) {
  const face = useSiteBranding();
  return person ? (
    <OwnSide person={person} />
  ) : (
    <SideBar site={face} main={undefined} manage={[]} onSearch={() => {}} onNear={() => {}} foot={null} />
  );
}

function OwnSide({ person }: { person: ShellPerson }) {
  const face = useSiteBranding();
  const overlays = useOverlays();
  const { main, manage } = useShellMenus(person);
  return (
    <SideBar
      site={face}
      main={main}
      manage={manage}
      onSearch={() => overlays.show('palette')}
      onNear={prefetch}
      foot={<SideFoot person={person} {...useOwnLinks()} />}
    />
  );
}

export function ShellTop({ person }: { person: ShellPerson }) {
  const face = useSiteBranding();
  const overlays = useOverlays();
  const menus = useShellMenus(person);
  const online = useShellPresence(person.userId);
  const links = useOwnLinks();
  return (
    <TopBar
      title={<ScreenTitle menus={menus} site={face.title} />}
      documentation={links.documentation}
      onTour={restartTour}
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
  );
}

function useOwnLinks() {
  const overlays = useOverlays();
  return {
    documentation: platformOrigin(useSite()) + paths.docs(),
    onTour: restartTour,
    onKeys: () => overlays.show('shortcuts'),
    onInstall: () => overlays.show('install'),
  };
}

/** Shortcuts, the tour, and what lies over the screen: each overlay from its first use on. */
export function ShellTools({ person }: { person: ShellPerson }) {
  const overlays = useOverlays();
  const menus = useShellMenus(person);
  const signOut = useSignOut();
  const tour = useTour(useSiteBranding().isOnboard, setSideBar);
  const { documentation } = useOwnLinks();
  const targets = shortcutTargets([...menus.main, ...menus.manage, ...commonPlaces]);
  const actions: Partial<Record<Act, () => void>> = {
    search: () => overlays.show('palette'),
    sideBar: toggleSideBar,
    site: () => void window.open(paths.home(), '_blank', 'noopener'),
    help: () => overlays.show('shortcuts'),
    ...(menus.create.length > 0 ? { new: () => overlays.create(true) } : {}),
  };
  usePalettePrefetch();
  useCommandKey(() => overlays.toggle('palette'));
  useShellShortcuts(targets, actions);
  // Last: by now the shortcuts listen.
  useEffect(replayShellEvents, []);
  return (
    <>
      <PrefetchCode screens={[...menus.main, ...menus.manage].map(({ href }) => href)} />
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
              showShortcuts: () => overlays.show('shortcuts'),
              install: () => overlays.show('install'),
              restartTour,
              resumeTour: tour.resume,
              isTourWaiting: tour.isWaiting(),
              signOut: () => void signOut(),
            }}
            isOpen={overlays.now === 'palette'}
            onOpenChange={overlays.closing('palette')}
          />
        ) : null}
        {person.kind === 'member' ? (
          <InBrowser>
            <ScoreOverlay />
          </InBrowser>
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
    </>
  );
}

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

function useShellShortcuts(targets: readonly ShortcutTarget[], actions: Partial<Record<Act, () => void>>): void {
  const navigate = useNavigate();
  useShortcuts((meaning) => {
    const target = meaning.kind === 'go' ? targets.find(({ key }) => key === meaning.key) : undefined;
    const action = meaning.kind === 'act' ? actions[meaning.act] : undefined;
    if (target) void navigate(target.entry.href);
    action?.();
    return target !== undefined || action !== undefined;
  });
}

/** The origin of the platform: this host's without the account's name in front. */
function platformOrigin(site: { origin: string; base_domain: string }): string {
  const { protocol, port } = new URL(site.origin);
  return `${protocol}//${site.base_domain}${port ? `:${port}` : ''}`;
}
