import { normalizeSearch } from '#base/shared/normalize-search.ts';
import { isUnspaced } from '#features/content/posts/rules.ts';

/** Filters of the search (specification, section 2). */
export const scopes = ['all', 'courses', 'blog', 'pages', 'members'] as const;
export type Scope = (typeof scopes)[number];

/** Results per kind, and the debounce in milliseconds (specification, section 9). */
export const SEARCH_LIMIT = 9;
export const SEARCH_PAUSE_MS = 500;
const MAX_TERM_LENGTH = 100;
/** "No results" is only shown for longer terms. */
const SHORT_TERM_LENGTH = 3;

export function scopeOf(value: string | null | undefined): Scope {
  return scopes.find((scope) => scope === value) ?? 'all';
}

/** The term as a URL parameter: trimmed, with plus signs for spaces (specification, section 5). */
export function searchTerm(typed: string | null | undefined): string {
  return (typed ?? '').slice(0, MAX_TERM_LENGTH).trim().replace(/\s+/g, '+');
}

/** Query on a title: `words` for full-text search with prefixes, `pieces` for substring matches. */
export type TitleQuery = { words: string; pieces: string[] };

/** Parses a term, normalised like the stored titles; null where it holds no word. */
export function titleQueryOf(term: string): TitleQuery | null {
  const all = normalizeSearch(term)
    .split(/[^\p{L}\p{M}\p{N}\u200c\u200d]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 8);
  if (all.length === 0) return null;
  return {
    words: all
      .filter((word) => !isUnspaced(word))
      .map((word) => `${word}:*`)
      .join('&'),
    pieces: all.filter(isUnspaced),
  };
}

export function showsNoResults(term: string, count: number): boolean {
  return count === 0 && term.length > SHORT_TERM_LENGTH;
}
