import { chooseLocale, localeCodes } from '#base/shared/locales.ts';
import type { PageAddress, Site } from '#base/shared/site.ts';

export type SearchAddresses = { canonical: string | null; alternates: { locale: string; href: string }[] };

/**
 * What search engines are told of a page's address. Every language a page is served in is its own address and names all
 * others; a copy names what it is a copy of and no languages, and what is hidden names nothing.
 */
export function searchAddresses(
  site: Pick<Site, 'origin' | 'locale'>,
  defaultLanguage: string,
  asked: { path: string; query: URLSearchParams; keys: readonly string[] },
  told: PageAddress,
): SearchAddresses {
  if (told.isHidden) return { canonical: null, alternates: [] };
  if (told.canonical) return { canonical: told.canonical, alternates: [] };
  const usual = chooseLocale(defaultLanguage);
  const own = told.path ?? pathOf(asked);
  const plain = new URL(own, site.origin).href;
  const at = (locale: string) => {
    if (locale === usual) return plain;
    if (!plain.includes('?') && !plain.includes('#')) return `${plain}?lang=${locale}`;
    const address = new URL(plain);
    address.searchParams.set('lang', locale);
    return address.href;
  };
  return {
    canonical: at(site.locale),
    alternates: [
      ...localeCodes.map((code) => ({ locale: code, href: at(code) })),
      { locale: 'x-default', href: at(usual) },
    ],
  };
}

/** The path with the query keys its route knows, in their order; a first page is the list itself. */
function pathOf({ path, query, keys }: { path: string; query: URLSearchParams; keys: readonly string[] }): string {
  const kept = new URLSearchParams();
  for (const key of keys) {
    const value = query.get(key);
    if (value && !(key === 'page' && value === '1')) kept.set(key, value);
  }
  return kept.size > 0 ? `${path}?${kept}` : path;
}
