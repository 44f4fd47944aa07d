import { ArrowUpRight, Compass, PanelLeft, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { ThemeSwitcher } from '#ui/buttons/theme-switcher.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { iconOf } from '../menus/menu-icons.ts';
import type { MenuEntry } from '../menus/menus.ts';
import { PendingBar } from './pending-bar.tsx';
import { toggleSideBar, useSideBarOpen } from './side-bar-state.tsx';

export type TopBarProps = {
  /** Breadcrumbs. */
  title: ReactNode;
  documentation: string;
  /** Restarts the guided tour. */
  onTour: () => void;
  /** Members online; undefined where presence is not shown. */
  online: number | undefined;
  messages: string | undefined;
  create: readonly MenuEntry[];
  isCreating: boolean;
  onCreating: (isCreating: boolean) => void;
  children?: ReactNode;
  account?: ReactNode;
};

export function TopBar({
  title,
  documentation,
  onTour,
  online,
  messages,
  create,
  isCreating,
  onCreating,
  children,
  account,
}: TopBarProps) {
  const { t } = useTranslation(['dashboard', 'shell']);
  return (
    <header className="topbar">
      <PendingBar />
      <Mark name="toggle">
        <SideBarToggle />
      </Mark>
      <div className="min-w-0 flex-1 max-md:[&_li:not(:last-child)]:hidden">{title}</div>
      <div className="topbar-end">
        <Mark name="site" from="wide">
          <a className="btn btn-quiet" href={paths.home()} target="_blank" rel="noopener">
            {t('viewSite')}
            <ArrowUpRight aria-hidden="true" className="flip" />
            <span className="vh">{t('newTab')}</span>
          </a>
        </Mark>
        <Mark name="docs" from="wide">
          <a className="btn btn-quiet" href={documentation} target="_blank" rel="noopener">
            {t('documentation')}
            <span className="vh">{t('newTab')}</span>
          </a>
        </Mark>
        {online === undefined ? null : (
          <>
            <span className="topbar-rule only-wide" />
            <Mark name="online" from="roomy">
              <OnlineBadge count={online} href={messages} />
            </Mark>
          </>
        )}
        <span className="topbar-rule only-wide" />
        <Mark name="tour" from="wide">
          <IconButton icon={Compass} label={t('shell:tour.take')} onPress={onTour} />
        </Mark>
        <Mark name="theme">
          <ThemeSwitcher isCompact />
        </Mark>
        <Mark name="bell">{children}</Mark>
        {create.length > 0 ? (
          <Mark name="create">
            <MenuButton
              label={t('create')}
              placement="bottom end"
              isOpen={isCreating}
              onOpenChange={onCreating}
              groups={[
                {
                  id: 'create',
                  items: create.map((entry) => ({
                    id: entry.id,
                    label: t(entry.label),
                    href: entry.href,
                    icon: iconOf(entry),
                  })),
                },
              ]}
              trigger={
                <Button icon={Plus} className="max-sm:btn-icon" aria-label={t('new')}>
                  <span className="max-sm:hidden">{t('new')}</span>
                </Button>
              }
            />
          </Mark>
        ) : null}
        {account ? <Mark name="account">{account}</Mark> : null}
      </div>
    </header>
  );
}

function SideBarToggle() {
  const { t } = useTranslation('dashboard');
  const isOpen = useSideBarOpen();
  return (
    <IconButton
      icon={PanelLeft}
      isDirectional
      // Whether it is open depends on a width the server does not know.
      label={t(isOpen === undefined ? 'mainMenu' : isOpen ? 'closeMenu' : 'openMenu')}
      aria-expanded={isOpen}
      aria-controls="side-bar"
      onPress={toggleSideBar}
    />
  );
}

/** A target of the guided tour, and the window width from which it is visible. */
function Mark({ name, from, children }: { name: string; from?: 'roomy' | 'wide'; children: ReactNode }) {
  return (
    <span className={classNames('topbar-mark', from && `only-${from}`)} data-tour={name}>
      {children}
    </span>
  );
}

function OnlineBadge({ count, href }: { count: number; href: string | undefined }) {
  const { t } = useTranslation('dashboard');
  const words = (
    <>
      <span className="dot tone-success" aria-hidden="true" />
      {t('online', { count })}
    </>
  );
  if (!href) return <span className="btn num cursor-default">{words}</span>;
  return (
    <Link className="btn btn-quiet num" href={href}>
      {words}
    </Link>
  );
}
