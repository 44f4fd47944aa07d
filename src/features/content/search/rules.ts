import { normalizeSearch } from '#base/shared/normalize-search.ts';
import { isUnspaced } from '#features/content/posts/rules.ts';

/** What a search may be narrowed to (specification, section 2). */
export const scopes = ['all', 'courses', 'blog', 'pages', 'members'] as const;
export type Scope = (typeof scopes)[number];

/** Rows of each kind, and the pause before a search, in milliseconds (specification, section 9). */
export const SEARCH_LIMIT = 9;
export const SEARCH_PAUSE_MS = 500;
const LONGEST = 100;
/** A search without results says so only for a term longer than this. */
const SHORT = 3;

export function scopeOf(value: string | null | undefined): Scope {
  return scopes.find((scope) => scope === value) ?? 'all';
}

/** The term as it is searched for: trimmed, its spaces as plus signs (specification, section 5). */
export function searchTerm(typed: string | null | undefined): string {
  return (typed ?? '').slice(0, LONGEST).trim().replace(/\s+/g, '+');
}

/** What is asked of a title: words as a full-text query, of which the beginnings count, and pieces, which may stand anywhere. */
export type Asked = { words: string; pieces: string[] };

/** The term as it is asked for, its letters folded as those of the titles are; null where it holds no word. */
export function askedOf(term: string): Asked | null {
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

export function saysNotFound(term: string, found: number): boolean {
  return found === 0 && term.length > SHORT;
}
