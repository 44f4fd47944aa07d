import { normalizeSearch } from '#base/shared/normalize-search.ts';
import { isSlug } from '#base/shared/slugs.ts';

/** Demo lessons with fixed ids, which seeds of later features refer to. */
export const demoLessons = {
  lightQuiz: { id: '00000000-0000-7000-8000-00000000c0a1', title: 'Ten questions about exposure' },
} as const;

export const levels = ['all', 'beginner', 'intermediate', 'advanced'] as const;
export const accesses = ['free', 'paid', 'members'] as const;
export const sorts = ['recommended', 'newest', 'title', 'shortest'] as const;
export type Level = (typeof levels)[number];
export type Access = (typeof accesses)[number];
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

/** What a course lacks: `required` blocks publishing (the database checks too), the rest is advice. */
export type Missing = {
  what: 'summary' | 'lessons' | 'content' | 'image' | 'description' | 'outcomes' | 'category';
  required: boolean;
};

export function missingForPublishing(
  course: {
    summary: string;
    description: string;
    featured_image: unknown;
    outcomes: readonly string[];
    category_id: string | null;
  },
  lessons: readonly { is_published: boolean; hasContent: boolean }[],
): Missing[] {
  const published = lessons.filter((lesson) => lesson.is_published);
  const checks: [Missing['what'], boolean, boolean][] = [
    ['summary', true, course.summary.trim() === ''],
    ['lessons', true, published.length === 0],
    ['content', false, published.some((lesson) => !lesson.hasContent)],
    ['image', false, !course.featured_image],
    ['description', false, course.description.trim() === ''],
    ['outcomes', false, course.outcomes.length === 0],
    ['category', false, course.category_id === null],
  ];
  return checks.filter(([, , lacks]) => lacks).map(([what, required]) => ({ what, required }));
}
