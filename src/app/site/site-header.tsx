import { useTranslation } from 'react-i18next';
import type { Site } from '#base/shared/site.ts';
import type { SiteLook } from '#features/options/data.ts';
import { paths } from '#paths';

export function SiteHeader({ look }: { site: Site; look: SiteLook }) {
  const { t } = useTranslation('site');
  return (
    <header className="site-head">
      <div className="wide site-bar">
        <a className="brand" href={paths.home()}>
          {look.settings.icon ? <img src={look.settings.icon} alt="" width={32} height={32} /> : null}
          {look.settings.sitetitle}
        </a>
        <nav className="site-nav" aria-label={t('menu')}>
          {look.menus.header.map((item) => (
            <a key={item.id} className="site-link" href={item.item_url}>
              {item.label}
            </a>
          ))}
        </nav>
      </div>
    </header>
  );
}
