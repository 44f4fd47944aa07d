import { ChevronDown, Menu, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SiteOptions } from '#features/platform/options/data.ts';
import type { MenuItem } from '#features/platform/options/schema.ts';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { ContentText } from '#ui/display/content-language.tsx';
import { DarkLight } from './dark-light.tsx';
import { flattened, isWords, MenuLevel, MenuLink } from './site-menu.tsx';

/** The menu of narrow screens: a popover, so the browser itself opens and closes it. */
export function SiteDrawer({ look, path }: { look: Pick<SiteOptions, 'settings' | 'menus'>; path: string }) {
  const { t } = useTranslation('site');
  const items = look.menus.mobile.length > 0 ? look.menus.mobile : flattened(look.menus.header);
  return (
    <div className="site-drawer">
      <button type="button" className="btn btn-quiet btn-icon" popoverTarget="site-drawer" aria-label={t('openMenu')}>
        <Menu aria-hidden="true" size={20} />
      </button>
      <div id="site-drawer" className="drawer" popover="auto">
        <div className="drawer-head">
          <b className="hd d-20">{look.settings.sitetitle}</b>
          {look.settings.header_darklight ? <DarkLight className="only-tiny" /> : null}
          <button
            type="button"
            className="btn btn-quiet btn-icon"
            popoverTarget="site-drawer"
            popoverTargetAction="hide"
            aria-label={t('closeMenu')}
          >
            <X aria-hidden="true" size={20} />
          </button>
        </div>
        <nav aria-label={t('mobileMenu')}>
          {items.map((item) => (
            <DrawerEntry key={item.id} item={item} path={path} />
          ))}
        </nav>
        {look.settings.header_login ? (
          <div className="drawer-foot for-visitors">
            <a className={buttonClass({ variant: 'line', size: 'lg' })} href={paths.login()}>
              {t('logIn')}
            </a>
            <a className={buttonClass({ variant: 'primary', size: 'lg' })} href={paths.signUp()}>
              {t('signUp')}
            </a>
          </div>
        ) : null}
      </div>
    </div>
  );
}

function DrawerEntry({ item, path }: { item: MenuItem; path: string }) {
  const { t } = useTranslation('site');
  if (item.children.length > 0)
    return (
      <details className="drawer-fold">
        <summary className="drawer-link">
          <ContentText>{item.label}</ContentText>
          <ChevronDown aria-hidden="true" size={16} />
        </summary>
        {isWords(item) ? null : (
          <MenuLink className="mega-link" url={item.item_url} path={path}>
            {t('allOf', { name: item.label })}
          </MenuLink>
        )}
        <MenuLevel items={item.children} path={path} depth={1} />
      </details>
    );
  if (isWords(item))
    return (
      <p className="drawer-link is-label">
        <ContentText>{item.label}</ContentText>
      </p>
    );
  return (
    <MenuLink className="drawer-link" url={item.item_url} path={path}>
      {item.label}
    </MenuLink>
  );
}
