import { normalizeSearch } from '#base/shared/normalize-search.ts';
import { isSlug } from '#base/shared/slugs.ts';

/** The lessons of the demo that later features hang something on, by fixed ids. */
export const demoLessons = {
  lightQuiz: { id: '00000000-0000-7000-8000-00000000c0a1', title: 'Ten questions about exposure' },
} as const;

export const levels = ['all', 'beginner', 'intermediate', 'advanced'] as const;
export const accesses = ['free', 'paid', 'members'] as const;
export const sorts = ['recommended', 'newest', 'title', 'shortest'] as const;
export type Level = (typeof levels)[number];
export type Access = (typeof accesses)[number];
export type Sort = (typeof sorts)[number];

/** What is asked of a catalogue; `page` counts from 1. */
export type CatalogueFilters = {
  category?: string;
  level?: Level;
  price?: Access;
  language?: string;
  q?: string;
  sort: Sort;
  page: number;
};

export const COURSES_A_PAGE = 12;

/** Query keys that change what a catalogue shows. */
export const catalogueKeys = ['category', 'level', 'price', 'language', 'q', 'sort', 'page'] as const;

/** Filters from an address: whatever is not one of the known values counts as not asked. */
export function filtersOf(query: URLSearchParams): CatalogueFilters {
  const known = <Value extends string>(key: string, values: readonly Value[]) =>
    values.find((value) => value === query.get(key));
  const page = Number(query.get('page'));
  const q = query.get('q')?.trim().slice(0, 100);
  const category = query.get('category');
  const language = query.get('language');
  return {
    ...(category && isSlug(category) ? { category } : {}),
    ...(known('level', levels) ? { level: known('level', levels) } : {}),
    ...(known('price', accesses) ? { price: known('price', accesses) } : {}),
    ...(language && /^[a-z]{2}$/.test(language) ? { language } : {}),
    ...(q ? { q } : {}),
    sort: known('sort', sorts) ?? 'recommended',
    page: Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1,
  };
}

/** The query of a page of the same list: without what is the ordinary. */
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

/** The words of a search as the data service's full-text search reads them: each may be the beginning of one. */
export function searchTerms(text: string): string {
  return normalizeSearch(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => `${word}:*`)
    .join(' & ');
}

/** What a course still lacks: `required` hinders publishing (the database refuses too), the rest is advice. */
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
  const shown = lessons.filter((lesson) => lesson.is_published);
  const checks: [Missing['what'], boolean, boolean][] = [
    ['summary', true, course.summary.trim() === ''],
    ['lessons', true, shown.length === 0],
    ['content', false, shown.some((lesson) => !lesson.hasContent)],
    ['image', false, !course.featured_image],
    ['description', false, course.description.trim() === ''],
    ['outcomes', false, course.outcomes.length === 0],
    ['category', false, course.category_id === null],
  ];
  return checks.filter(([, , lacks]) => lacks).map(([what, required]) => ({ what, required }));
}
