import type { PageAddress } from './site.ts';

/** What search engines and neighbours are told of a page or post. Each is unsaid where it is empty or false. */
export type SearchSettings = {
  description?: string;
  /** What stands beside a link to it, where it is another picture than its own. */
  picture?: string;
  /** The title in search results, where it is another than its own. */
  searchTitle?: string;
  /** The address of what it is a copy of. */
  canonical?: string;
  /** Not to be found by search engines. */
  isHidden?: boolean;
  /** Search engines don't go where its links lead. */
  isUnfollowed?: boolean;
};

/** How many characters each may have; the database refuses more. */
export const searchLimits = { searchTitle: 120, description: 320, picture: 500, canonical: 500 } as const;

/** An address of this site or of the secure web. */
export const CANONICAL = /^(?:\/(?![/\\])|https:\/\/[^\s/]+)\S*$/;

/** Whether somebody wrote an address that can be that of the first of two copies; nothing written is none. */
export function isCanonical(text: string): boolean {
  return (
    text === '' ||
    (CANONICAL.test(text) && text.length <= searchLimits.canonical && URL.canParse(text, 'https://a.test'))
  );
}

/** What robots are asked, as the `meta` of the head says it; null where nothing is asked. */
export function robotsOf({ isHidden, isUnfollowed }: SearchSettings): string | null {
  return [isHidden ? 'noindex' : '', isUnfollowed ? 'nofollow' : ''].filter(Boolean).join(', ') || null;
}

/** What search engines are told of an address: its own, or that of what it is a copy of, or nothing. */
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
  /** What stands in the window's and the result's head line, the name of the site with it. */
  title: string;
  /** What it is called where it is shared. */
  name: string;
  type: 'website' | 'article';
  url: string;
  site: string;
  description: string | undefined;
  picture: string | undefined;
  settings: SearchSettings;
};

/** The head of a page for search engines and for those who share it, in the form of the router's `meta`. */
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
