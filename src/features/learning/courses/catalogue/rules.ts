import { normalizeSearch } from '#base/shared/normalize-search.ts';
import { isSlug } from '#base/shared/slugs.ts';
import { type Access, accesses, type Level, levels } from '../rules.ts';

export const sorts = ['recommended', 'newest', 'title', 'shortest'] as const;
export type Sort = (typeof sorts)[number];

/** Filters of the catalogue; `page` counts from 1. */
export type CatalogueFilters = {
  category?: string;
  level?: Level;
  price?: Access;
  language?: string;
  q?: string;
  sort: Sort;
  page: number;
};

export const COURSES_PER_PAGE = 12;

/** Query parameters that change what the catalogue shows. */
export const catalogueKeys = ['category', 'level', 'price', 'language', 'q', 'sort', 'page'] as const;

/** Parses filters from a query string; unknown values are ignored. */
export function filtersOf(query: URLSearchParams): CatalogueFilters {
  const oneOf = <Value extends string>(key: string, values: readonly Value[]) =>
    values.find((value) => value === query.get(key));
  const page = Number(query.get('page'));
  const q = query.get('q')?.trim().slice(0, 100);
  const category = query.get('category');
  const language = query.get('language');
  return {
    ...(category && isSlug(category) ? { category } : {}),
    ...(oneOf('level', levels) ? { level: oneOf('level', levels) } : {}),
    ...(oneOf('price', accesses) ? { price: oneOf('price', accesses) } : {}),
    ...(language && /^[a-z]{2}$/.test(language) ? { language } : {}),
    ...(q ? { q } : {}),
    sort: oneOf('sort', sorts) ?? 'recommended',
    page: Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1,
  };
}

/** The query of a page with the same filters; defaults are left out. */
export function queryOf(filters: CatalogueFilters, page: number): Record<string, string | undefined> {
  return {
    category: filters.category,
    level: filters.level,
    price: filters.price,
    language: filters.language,
    q: filters.q,
    sort: filters.sort === 'recommended' ? undefined : filters.sort,
    page: page === 1 ? undefined : String(page),
  };
}

/** A search text as a tsquery with prefix matching of each word. */
export function searchTerms(text: string): string {
  return normalizeSearch(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => `${word}:*`)
    .join(' & ');
}
