import type { PageAddress } from './site.ts';

/** SEO settings of a page or post. Each is unset where it is empty or false. */
export type SearchSettings = {
  description?: string;
  /** Link preview picture, where it differs from the page's own. */
  picture?: string;
  /** Title in search results, where it differs from its own. */
  searchTitle?: string;
  /** Canonical URL. */
  canonical?: string;
  /** `noindex`. */
  isHidden?: boolean;
  /** `nofollow`. */
  isUnfollowed?: boolean;
};

/** Maximum lengths in characters, enforced by the database too. */
export const searchLimits = { searchTitle: 120, description: 320, picture: 500, canonical: 500 } as const;

/** A path of this site or an https URL. */
export const CANONICAL = /^(?:\/(?![/\\])|https:\/\/[^\s/]+)\S*$/;

/** Whether a canonical URL is valid; empty is unset. */
export function isCanonical(text: string): boolean {
  return (
    text === '' ||
    (CANONICAL.test(text) && text.length <= searchLimits.canonical && URL.canParse(text, 'https://a.test'))
  );
}

/** Content of the robots `meta`; null without restrictions. */
export function robotsOf({ isHidden, isUnfollowed }: SearchSettings): string | null {
  return [isHidden ? 'noindex' : '', isUnfollowed ? 'nofollow' : ''].filter(Boolean).join(', ') || null;
}

/** The canonical URL of a page: its own, the configured one, or none where it is hidden. */
export function searchAddressOf(
  path: string,
  { canonical = '', isHidden }: SearchSettings,
  origin: string,
): PageAddress {
  return {
    path,
    ...(canonical && isCanonical(canonical) ? { canonical: new URL(canonical, origin).href } : {}),
    ...(isHidden ? { isHidden } : {}),
  };
}

type SearchFacts = {
  /** The document title, with the site's name. */
  title: string;
  /** The title of link previews. */
  name: string;
  type: 'website' | 'article';
  url: string;
  site: string;
  description: string | undefined;
  picture: string | undefined;
  settings: SearchSettings;
};

/** The SEO and link preview tags of a page, in the form of the router's `meta`. */
export function searchHead({ title, name, type, url, site, description, picture, settings }: SearchFacts) {
  const robots = robotsOf(settings);
  return [
    { title },
    { property: 'og:title', content: name },
    { property: 'og:type', content: type },
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: site },
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
    ...(description
      ? [
          { name: 'description', content: description },
          { property: 'og:description', content: description },
        ]
      : []),
    ...(picture ? [{ property: 'og:image', content: picture }] : []),
    ...(robots ? [{ name: 'robots', content: robots }] : []),
  ];
}
