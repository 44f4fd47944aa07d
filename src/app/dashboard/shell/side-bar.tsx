import { Search } from 'lucide-react';
import { memo, type ReactNode, useRef } from 'react';
import { Button, Link } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { paths } from '#paths';
import { ContentText } from '#ui/display/content-language.tsx';
import { Skeleton } from '#ui/display/skeleton.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { useCommandKeyName } from '#ui/palette/command-key.ts';
import { Kbd } from '#ui/palette/kbd.tsx';
import { placeOf } from '../menus/inner-screens.ts';
import { iconOf } from '../menus/menu-icons.ts';
import type { MenuEntry } from '../menus/menus.ts';
import { isSideBarShut, leaveSideBar, useSideBarClosing, useSideBarOpen } from './side-bar-state.tsx';

/** How long a pointer rests on an entry before its screen is prefetched; milliseconds. */
const REST_MS = 80;

export type SideBarProps = {
  site: { title: string; icon: string };
  main: readonly MenuEntry[] | undefined;
  manage: readonly MenuEntry[];
  /** Unread counts, by entry. */
  counts?: Record<string, ReactNode>;
  onSearch: () => void;
  /** The user seems about to open an entry. */
  onNear: (href: string) => void;
  foot: ReactNode;
};

export function SideBar({ site, main, manage, counts = {}, onSearch, onNear, foot }: SideBarProps) {
  const { t } = useTranslation('dashboard');
  const { pathname } = useLocation();
  const isOpen = useSideBarOpen();
  const commandKey = useCommandKeyName();
  useSideBarClosing();
  const current = placeOf(pathname, [...(main ?? []), ...manage]).entry;
  const group = (entries: readonly MenuEntry[]) =>
    entries.map((entry) => (
      <SideLink key={entry.id} entry={entry} isCurrent={entry === current} count={counts[entry.id]} onNear={onNear} />
    ));
  return (
    <>
      <aside id="side-bar" className={classNames('side', isOpen === undefined && 'max-md:hidden')}>
        <Link className="side-head" href={paths.dashboard()} aria-label={site.title}>
          {site.icon ? (
            <img src={site.icon} alt="" width={24} height={24} />
          ) : (
            <span className="av av-24" data-initials={site.title.slice(0, 1)} aria-hidden="true" />
          )}
          <span className="cut" title={site.title}>
            <ContentText isApart>{site.title}</ContentText>
          </span>
        </Link>
        <div data-tour="search">
          <Button className="side-search" aria-label={`${t('search')} ${commandKey}`} onPress={onSearch}>
            <Search aria-hidden="true" />
            <span>{t('search')}</span> <Kbd>{commandKey}</Kbd>
          </Button>
        </div>
        <nav className="side-nav" aria-label={t('mainMenu')} data-tour="menu">
          {main ? group(main) : <MenuSkeleton />}
        </nav>
        {manage.length > 0 ? (
          <nav className="side-nav" aria-label={t('manageMenu')}>
            <div className="side-title" aria-hidden="true">
              {t('manageMenu')}
            </div>
            {group(manage)}
          </nav>
        ) : null}
        <div className="side-end" data-tour="you">
          {foot}
        </div>
      </aside>
      {isOpen ? (
        <button type="button" className="side-backdrop" aria-label={t('closeMenu')} onClick={leaveSideBar} />
      ) : null}
    </>
  );
}

type SideLinkProps = { entry: MenuEntry; isCurrent: boolean; count: ReactNode; onNear: (href: string) => void };

/** Memoized: a navigation renders two of thirty. */
const SideLink = memo(function SideLink({ entry, isCurrent, count, onNear }: SideLinkProps) {
  const { t } = useTranslation('dashboard');
  const Icon = iconOf(entry);
  const label = t(entry.label);
  // Prefetched when a pointer or the focus rests on it, or a finger is down.
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = () => clearTimeout(timer.current);
  const near = () => isCurrent || onNear(entry.href);
  const come = () => {
    leave();
    timer.current = setTimeout(near, REST_MS);
  };
  return (
    <Link
      className="side-link"
      onHoverStart={({ target }) => {
        target.title = isSideBarShut() ? label : '';
        come();
      }}
      onHoverEnd={leave}
      onFocus={come}
      onBlur={leave}
      onPressStart={near}
      href={entry.href}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon aria-hidden="true" />
      <span>{label}</span>
      {count}
    </Link>
  );
});

function MenuSkeleton() {
  return ['60%', '48%', '70%', '52%', '64%'].map((width) => (
    <span key={width} className="side-link" aria-hidden="true">
      <Skeleton width={4} height={4} />
      <Skeleton width={width} />
    </span>
  ));
}
