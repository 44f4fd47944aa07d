import { chooseLocale, localeCodes } from '#base/shared/locales.ts';
import type { PageAddress, Site } from '#base/shared/site.ts';

export type SearchAddresses = { canonical: string | null; alternates: { locale: string; href: string }[] };

/**
 * Canonical and alternate URLs of a page. Every language has its own URL and names all others; a copy names its original
 * and no languages, a hidden page nothing.
 */
export function searchAddresses(
  site: Pick<Site, 'origin' | 'locale'>,
  defaultLanguage: string,
  request: { path: string; query: URLSearchParams; keys: readonly string[] },
  page: PageAddress,
): SearchAddresses {
  if (page.isHidden) return { canonical: null, alternates: [] };
  if (page.canonical) return { canonical: page.canonical, alternates: [] };
  const usual = chooseLocale(defaultLanguage);
  const own = page.path ?? pathOf(request);
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

/** The path with the query keys of its route, in their order; `page=1` is left out. */
function pathOf({ path, query, keys }: { path: string; query: URLSearchParams; keys: readonly string[] }): string {
  const declared = new URLSearchParams();
  for (const key of keys) {
    const value = query.get(key);
    if (value && !(key === 'page' && value === '1')) declared.set(key, value);
  }
  return declared.size > 0 ? `${path}?${declared}` : path;
}
