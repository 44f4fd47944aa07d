import { ArrowUpRight, PanelLeft, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { MenuButton } from '#ui/menu.tsx';
import { ThemeSwitcher } from '#ui/theme-switcher.tsx';
import type { MenuEntry } from './menus.ts';

export type TopBarProps = {
  crumbs: readonly Crumb[];
  isOpen: boolean | undefined;
  onToggle: () => void;
  documentation: string | undefined;
  /** How many members are here now; undefined where there is no room. */
  online: number | undefined;
  messages: string | undefined;
  create: readonly MenuEntry[];
  children?: ReactNode;
  account?: ReactNode;
};

export function TopBar({
  crumbs,
  isOpen,
  onToggle,
  documentation,
  online,
  messages,
  create,
  children,
  account,
}: TopBarProps) {
  const { t } = useTranslation('dashboard');
  return (
    <header className="topbar">
      <IconButton
        icon={PanelLeft}
        isDirectional
        label={t(isOpen ? 'closeMenu' : 'openMenu')}
        aria-expanded={isOpen ?? false}
        aria-controls="side-bar"
        onPress={onToggle}
      />
      <div className="min-w-0 max-md:[&_li:not(:last-child)]:hidden">
        <Breadcrumbs crumbs={crumbs} />
      </div>
      <div className="topbar-end">
        <a className="btn btn-quiet only-wide" href={paths.home()} target="_blank" rel="noopener">
          {t('viewSite')}
          <ArrowUpRight aria-hidden="true" className="flip" />
          <span className="vh">{t('newTab')}</span>
        </a>
        {documentation ? (
          <a className="btn btn-quiet only-wide" href={documentation} target="_blank" rel="noopener">
            {t('documentation')}
            <span className="vh">{t('newTab')}</span>
          </a>
        ) : null}
        {online === undefined ? null : (
          <>
            <span className="topbar-rule only-wide" />
            <OnlineBadge count={online} href={messages} />
          </>
        )}
        <span className="topbar-rule only-wide" />
        <ThemeSwitcher isCompact />
        {children}
        {create.length > 0 ? (
          <MenuButton
            label={t('create')}
            placement="bottom end"
            groups={[
              {
                id: 'create',
                items: create.map(({ id, href, icon }) => ({ id, label: t(`menu.${id}`), href, icon })),
              },
            ]}
            trigger={
              <Button icon={Plus} className="max-sm:btn-icon" aria-label={t('new')}>
                <span className="max-sm:hidden">{t('new')}</span>
              </Button>
            }
          />
        ) : null}
        {account}
      </div>
    </header>
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
  if (!href) return <span className="btn only-wide num cursor-default">{words}</span>;
  return (
    <Link className="btn btn-quiet only-wide num" href={href}>
      {words}
    </Link>
  );
}
