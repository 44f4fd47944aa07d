import { useTranslation } from 'react-i18next';
import { locales } from '#base/shared/locales.ts';
import { noticeColours } from '#features/platform/options/components/notice-colours.ts';
import type { SiteOptions } from '#features/platform/options/data.ts';
import { ContentLanguage, ContentText } from '#ui/display/content-language.tsx';
import { SiteBrand } from './site-brand.tsx';
import { BackToTop } from './site-extras.tsx';
import { MenuLink } from './site-menu.tsx';
import { NoticeText } from './site-notice.tsx';

/** Columns, bottom line, languages, and the footer notice. `path`: the current page, if the footer links to it. */
export function SiteFooter({
  locale,
  look,
  path,
}: {
  locale: string;
  look: Pick<SiteOptions, 'footer' | 'settings'>;
  path: string;
}) {
  const { t } = useTranslation('site');
  const { footer, settings } = look;
  const background = footer.footer_style === 'plain' ? 'page' : 'ink';
  const isBrandAbove = footer.footer_columns[0]?.title === '';
  return (
    // Rendered separately: no context of the page reaches it.
    <ContentLanguage page={locale} language={settings.defaultLanguage}>
      <footer className={footer.footer_style === 'plain' ? 'site-foot is-plain' : 'site-foot'}>
        <div className="wide">
          {footer.footer_columns.length > 0 ? (
            <div className="foot-cols">
              {footer.footer_columns.map((column, index) => (
                <div
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no name of their own and don't move here
                  key={index}
                  style={{ flexGrow: column.width }}
                >
                  {column.title ? (
                    <h2 className="foot-title">
                      <ContentText>{column.title}</ContentText>
                    </h2>
                  ) : null}
                  {index === 0 && isBrandAbove ? <SiteBrand look={look} background={background} /> : null}
                  <ColumnContent data={column.data} path={path} />
                </div>
              ))}
            </div>
          ) : null}
          <div className="foot-end">
            {isBrandAbove ? null : <SiteBrand look={look} background={background} />}
            {footer.footer_bottom ? <ContentText isApart>{footer.footer_bottom}</ContentText> : null}
            {footer.footer_bottom_links.map((link) => (
              <MenuLink key={link.label + link.item_url} className="foot-link" url={link.item_url} path={path}>
                {link.label}
              </MenuLink>
            ))}
            <button type="button" className="foot-link" data-cookies-open="" hidden>
              {t('cookies.again')}
            </button>
            <Languages current={locale} />
          </div>
          <FooterNotice notices={settings.notices} />
        </div>
        <BackToTop />
      </footer>
    </ContentLanguage>
  );
}

function FooterNotice({ notices }: { notices: SiteOptions['settings']['notices'] }) {
  if (!notices.enable_footer_notice || !notices.footer_notice) return null;
  return (
    <p className="foot-notice" style={noticeColours(notices.footer_notice_bg)}>
      <ContentText isApart>
        <NoticeText text={notices.footer_notice} />
      </ContentText>
    </p>
  );
}

function ColumnContent({
  data,
  path,
}: {
  data: SiteOptions['footer']['footer_columns'][number]['data'];
  path: string;
}) {
  return typeof data === 'string' ? (
    <p className="foot-text">
      <ContentText isApart>{data}</ContentText>
    </p>
  ) : (
    <ul>
      {data.map((link) => (
        <li key={link.label + link.item_url}>
          <MenuLink className="foot-link" url={link.item_url} path={path}>
            {link.label}
          </MenuLink>
        </li>
      ))}
    </ul>
  );
}

/** Links to the page in every language, in a list that works without a script. */
function Languages({ current }: { current: string }) {
  const { t } = useTranslation('site');
  return (
    <details className="foot-languages">
      <summary className="foot-link">
        <span className="sr-only">{t('language')}: </span>
        {locales.find(({ code }) => code === current)?.name}
      </summary>
      <nav aria-label={t('language')}>
        {locales.map((locale) => (
          <a
            key={locale.code}
            className="foot-link"
            href={`?lang=${locale.code}`}
            hrefLang={locale.code}
            lang={locale.code}
            rel="alternate"
            data-language={locale.code}
            aria-current={locale.code === current ? 'true' : undefined}
          >
            {locale.name}
          </a>
        ))}
      </nav>
    </details>
  );
}
