import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useRouteLoaderData } from 'react-router';
import { useSignOut } from '#base/browser/member.ts';
import { usePresence } from '#base/browser/presence.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { useSiteTitle } from '#features/members/components/auth-frame.tsx';
import { NotificationBell } from '#features/notifications/components/notification-bell.tsx';
import { notificationKeys } from '#features/notifications/data.ts';
import { paths } from '#paths';
import { classNames } from '#ui/class-names.ts';
import { CommandPalette } from '#ui/command-palette.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { showProblem, toastTime } from '#ui/toaster.tsx';
import type { loader as rootLoader } from '../root.tsx';
import { useCrumbs } from './crumbs.ts';
import { NotAllowed } from './not-allowed.tsx';
import { AccountMenu, SideFoot } from './person-menu.tsx';
import { type ShellMenus, useShellMenus } from './shell-menus.ts';
import type { ShellPerson } from './shell-person.ts';
import { SideBar } from './side-bar.tsx';
import { useSideBar } from './side-bar-state.ts';
import { TopBar } from './top-bar.tsx';

function useSiteFace(): { title: string; icon: string } {
  const title = useSiteTitle();
  const icon = useRouteLoaderData<typeof rootLoader>('root')?.look.settings.icon ?? '';
  return { title, icon };
}

/** The workshop around a screen, for whoever has arrived. */
export function Shell({ person, children }: { person: ShellPerson; children: ReactNode }) {
  const { t } = useTranslation('dashboard');
  const account = useAccount();
  const site = useSite();
  const face = useSiteFace();
  const queries = useQueryClient();
  const { pathname } = useLocation();
  const { isOpen, setOpen } = useSideBar();
  const [isSearching, setSearching] = useState(false);
  const menus = useShellMenus(person);
  const crumbs = useCrumbs(menus, face.title);
  const signOut = useSignOut();
  const online = usePresence(
    (ring) => {
      if (ring.data?.user_id !== person.userId) return;
      void queries.invalidateQueries({ queryKey: notificationKeys.all(account.account_id) });
    },
    () => {
      showProblem(t('singleSession'));
      // Long enough to be read before the page goes.
      setTimeout(() => void signOut(), toastTime);
    },
  );
  const documentation = platformOrigin(site) + paths.docs();
  const isMember = person.kind === 'member';
  return (
    <div className="dash">
      <title>{`${crumbs.at(-1)?.label ?? t('title')} · ${face.title}`}</title>
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <div className={classNames('app', isOpen === false && 'is-closed')}>
        <SideBar
          site={face}
          main={menus.main}
          manage={menus.manage}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onSearch={() => setSearching(true)}
          foot={<SideFoot person={person} documentation={documentation} />}
        />
        <div className="sheet">
          <TopBar
            crumbs={crumbs}
            isOpen={isOpen}
            onToggle={() => setOpen(!isOpen)}
            documentation={documentation}
            online={isMember ? Math.max(1, online.length) : undefined}
            messages={menus.main.find(({ id }) => id === 'messages')?.href}
            create={menus.create}
            account={<AccountMenu person={person} manage={menus.manage} documentation={documentation} />}
          >
            <NotificationBell userId={person.userId} />
          </TopBar>
          {menus.mayStandAt(pathname) ? children : <NotAllowed />}
        </div>
      </div>
      <CommandPalette isOpen={isSearching} onOpenChange={setSearching} groups={commandsOf(menus, t)} />
    </div>
  );
}

/** The same frame with nobody in it yet. */
export function ShellFrame({ children }: { children: ReactNode }) {
  const face = useSiteFace();
  const { isOpen, setOpen } = useSideBar();
  return (
    <div className="dash">
      <div className={classNames('app', isOpen === false && 'is-closed')}>
        <SideBar
          site={face}
          main={undefined}
          manage={[]}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onSearch={() => {}}
          foot={null}
        />
        <div className="sheet">
          <div className="topbar" aria-hidden="true">
            <Skeleton width={40} />
          </div>
          {children}
        </div>
      </div>
    </div>
  );
}

type Translate = (key: string) => string;

function commandsOf(menus: ShellMenus, t: Translate) {
  const group = (id: string, title: string, entries: ShellMenus['main']) => ({
    id,
    title,
    commands: entries.map((entry) => ({
      id: `${id}-${entry.id}`,
      label: t(`menu.${entry.id}`),
      icon: entry.icon,
      href: entry.href,
    })),
  });
  return [
    group('go', t('goTo'), menus.main),
    group('manage', t('manageMenu'), menus.manage),
    group('create', t('create'), menus.create),
  ].filter(({ commands }) => commands.length > 0);
}

/** The platform's own site: that of this host without the account's name in front. */
function platformOrigin(site: { origin: string; base_domain: string }): string {
  const { protocol, port } = new URL(site.origin);
  return `${protocol}//${site.base_domain}${port ? `:${port}` : ''}`;
}
