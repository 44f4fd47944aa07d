import { ChevronDown, Menu, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SiteOptions } from '#features/platform/options/data.ts';
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
          {items.map((item) =>
            item.children.length > 0 ? (
              <details key={item.id} className="drawer-fold">
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
            ) : isWords(item) ? (
              <p key={item.id} className="drawer-link is-label">
                <ContentText>{item.label}</ContentText>
              </p>
            ) : (
              <MenuLink key={item.id} className="drawer-link" url={item.item_url} path={path}>
                {item.label}
              </MenuLink>
            ),
          )}
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
