import { useLocation, useMatches } from 'react-router';
import type { RouteHandle, Site } from '#base/shared/site.ts';
import type { SiteOptions } from '#features/platform/options/data.ts';
import { searchAddresses } from './search-addresses.ts';

/** Search metadata of a public page: canonical URL, languages, organisation. */
export function SearchHead({ site, look }: { site: Site; look: SiteOptions }) {
  const { pathname, search } = useLocation();
  const matches = useMatches();
  const handle = Object.assign({}, ...matches.map((match) => match.handle ?? {})) as RouteHandle;
  if (handle.isSecret) return null;
  const loaderData = matches.at(-1)?.loaderData;
  // The handle takes the data of its own route's loader, which the router doesn't relate.
  const page = loaderData && handle.addressOf ? handle.addressOf(loaderData as never) : {};
  const { canonical, alternates } = searchAddresses(
    site,
    look.settings.defaultLanguage,
    { path: pathname, query: new URLSearchParams(search), keys: handle.queryKeys ?? [] },
    page,
  );
  return (
    <>
      {canonical ? <link rel="canonical" href={canonical} /> : null}
      {alternates.map(({ locale, href }) => (
        <link key={locale} rel="alternate" hrefLang={locale} href={href} />
      ))}
      {pathname === '/' ? (
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
          dangerouslySetInnerHTML={{ __html: JSON.stringify(organisation(site, look)).replaceAll('<', '\\u003c') }}
        />
      ) : null}
    </>
  );
}

/** schema.org data of the organisation and the site search. */
function organisation(site: Site, look: SiteOptions): object {
  const { sitetitle, tagline, logo, icon } = look.settings;
  const picture = logo || icon;
  const id = `${site.origin}/#organization`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': id,
        name: sitetitle,
        url: `${site.origin}/`,
        ...(tagline ? { description: tagline } : {}),
        ...(picture ? { logo: new URL(picture, site.origin).href } : {}),
      },
      {
        '@type': 'WebSite',
        name: sitetitle,
        url: `${site.origin}/`,
        publisher: { '@id': id },
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${site.origin}/search?q={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  };
}
