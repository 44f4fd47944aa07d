import type { SiteOptions } from '#features/platform/options/data.ts';
import { LOGO_HEIGHT, logoWidth } from '#features/platform/options/rules.ts';
import { paths } from '#paths';
import { ContentText, useContentAttributes } from '#ui/display/content-language.tsx';

/** Logo, with its dark variant on a dark background; else icon and title. `background`: the page's own, or dark in every theme. */
export function SiteBrand({
  look,
  background = 'page',
}: {
  look: Pick<SiteOptions, 'settings'>;
  background?: 'page' | 'ink';
}) {
  const { icon, logo, dark_logo, logo_width, sitetitle } = look.settings;
  const width = logoWidth(logo_width);
  const { lang } = useContentAttributes();
  const isLazy = background === 'ink' ? ('lazy' as const) : undefined;
  const picture = (src: string, className: string) => (
    <img
      className={`brand-logo ${className}`.trim()}
      src={src}
      alt={sitetitle}
      lang={lang}
      width={width}
      height={LOGO_HEIGHT}
      loading={isLazy}
      style={{ width: `${width}px` }}
    />
  );
  return (
    <a className="brand" href={paths.home()}>
      {logo ? (
        background === 'ink' ? (
          picture(dark_logo || logo, '')
        ) : (
          <>
            {picture(logo, dark_logo ? 'on-light' : '')}
            {dark_logo ? picture(dark_logo, 'on-dark') : null}
          </>
        )
      ) : (
        <>
          {icon ? <img src={icon} alt="" width={32} height={32} loading={isLazy} /> : null}
          <span>
            <ContentText isApart>{sitetitle}</ContentText>
          </span>
        </>
      )}
    </a>
  );
}
