import { normalizeSearch } from '#base/shared/normalize-search.ts';
import { isUnspaced } from '#features/content/posts/rules.ts';

/** Filters of the search (specification, section 2). */
export const scopes = ['all', 'courses', 'blog', 'pages', 'members'] as const;
export type Scope = (typeof scopes)[number];

/** The debounce in milliseconds (specification, section 9). */
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

/** What can be found, in the order of groups that match equally well. */
export const searchKinds = ['course', 'lesson', 'post', 'page', 'doc', 'product', 'group', 'member'] as const;
export type SearchKind = (typeof searchKinds)[number];

const kindsOfScope: Record<Scope, readonly SearchKind[]> = {
  all: searchKinds,
  courses: ['course', 'lesson'],
  blog: ['post'],
  pages: ['page', 'doc'],
  members: ['member'],
};

export function kindsOf(scope: Scope): readonly SearchKind[] {
  return kindsOfScope[scope];
}

/** A part of a text, and whether the search found it. */
export type MarkedPart = { text: string; isMatch: boolean };

/** Splits a text where it matches: words that begin with one of `matched`, and pieces of scripts without spaces. */
export function markMatches(text: string, matched: readonly string[]): MarkedPart[] {
  const isMarked = new Array<boolean>(text.length).fill(false);
  const pieces = matched.filter(isUnspaced);
  const beginnings = matched.filter((word) => !isUnspaced(word) && word.length > 1);
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const normalized = normalizeSearch(word);
    if (beginnings.some((beginning) => normalized.startsWith(beginning)))
      isMarked.fill(true, index, index + word.length);
    if (isUnspaced(word)) markPieces(word, pieces, (from, to) => isMarked.fill(true, index + from, index + to));
  }
  const parts: MarkedPart[] = [];
  for (const [at, sign] of [...text].reduce<[number, string][]>(withPlaces, [])) {
    const isMatch = isMarked[at] ?? false;
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += sign;
    else parts.push({ text: sign, isMatch });
  }
  return parts;
}

function withPlaces(signs: [number, string][], sign: string): [number, string][] {
  const [at, former] = signs.at(-1) ?? [0, ''];
  signs.push([at + former.length, sign]);
  return signs;
}

/** Finds pieces in a run without spaces; normalizing changes lengths, so each sign remembers where it came from. */
function markPieces(run: string, pieces: readonly string[], mark: (from: number, to: number) => void): void {
  let normalized = '';
  const places: number[] = [];
  for (const [at, sign] of [...run].reduce<[number, string][]>(withPlaces, [])) {
    const part = normalizeSearch(sign);
    normalized += part;
    for (let i = 0; i < part.length; i++) places.push(at);
  }
  for (const piece of pieces) {
    for (let at = normalized.indexOf(piece); at >= 0; at = normalized.indexOf(piece, at + 1))
      mark(places[at] ?? 0, places[at + piece.length] ?? run.length);
  }
}

export function showsNoResults(term: string, count: number): boolean {
  return count === 0 && term.length > SHORT_TERM_LENGTH;
}
