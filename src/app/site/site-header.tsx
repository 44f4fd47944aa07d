import { useTranslation } from 'react-i18next';
import { CartButton } from '#features/commerce/orders/components/cart-button.tsx';
import { SearchButton } from '#features/content/search/components/search-button.tsx';
import type { SiteOptions } from '#features/platform/options/data.ts';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { ContentLanguage } from '#ui/display/content-language.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { Island } from '#ui/layout/island.tsx';
import { DarkLight } from './dark-light.tsx';
import { SiteBrand } from './site-brand.tsx';
import { SiteDrawer } from './site-drawer.tsx';
import { SiteMenu } from './site-menu.tsx';
import { UserMenu } from './user-menu.tsx';

/** `path`: the current page, if the menus link to it. */
export function SiteHeader({ look, path }: { look: Pick<SiteOptions, 'settings' | 'header' | 'menus'>; path: string }) {
  const { settings, header } = look;
  const { i18n } = useTranslation();
  return (
    // Rendered separately: no context of the page reaches it.
    <ContentLanguage page={i18n.language} language={settings.defaultLanguage}>
      <header
        className={classNames(
          'site-head',
          header.header_style === 'transparent' && 'is-clear',
          header.header_fix !== 'static' && 'is-fixed',
        )}
        data-hides={header.header_fix === 'scroll-hide' ? '' : undefined}
        id="site-head"
      >
        <div className="wide site-bar">
          <SiteBrand look={look} />
          <SiteMenu items={look.menus.header} path={path} size={header.header_fontsize} />
          <div className="site-tools">
            {settings.header_darklight ? <DarkLight className="not-tiny" /> : null}
            {settings.header_search ? (
              <Island name="search" component={SearchButton} props={{}} when="interaction" strings={['search']} />
            ) : null}
            {settings.header_cart ? (
              <Island name="cart" component={CartButton} props={{}} when="interaction" strings={['orders']} />
            ) : null}
            {settings.header_login ? <Arrival /> : null}
            <SiteDrawer look={look} path={path} />
          </div>
        </div>
      </header>
    </ContentLanguage>
  );
}

/** Log in and sign up; for signed-in visitors their own menu, which the browser renders. */
function Arrival() {
  const { t } = useTranslation('site');
  return (
    <>
      <a className="btn btn-quiet btn-lg for-visitors only-wide" href={paths.login()}>
        {t('logIn')}
      </a>
      <a
        className={buttonClass({ variant: 'primary', size: 'lg', className: 'for-visitors only-wide' })}
        href={paths.signUp()}
      >
        {t('signUp')}
      </a>
      <Island
        name="user-menu"
        component={UserMenu}
        props={{}}
        when="idle"
        strings={['site', 'dashboard']}
        className="for-members"
        forSessions
      />
    </>
  );
}
