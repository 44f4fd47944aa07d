export const POSTS_PER_PAGE = 9;
const WORDS_PER_MINUTE = 220;
/** Reserved slug: the dashboard lists comments at `posts/comments`. */
export const RESERVED_SLUG = 'comments';

/** Characters of scripts without spaces between words, and how many of them count as one word of reading time. */
const UNSPACED = [
  { letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, aWord: 2 },
  { letters: /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu, aWord: 5 },
];

/** Whether a word is of a script without spaces, so that a search term may match inside it. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.some(({ letters }) => word.search(letters) >= 0);
}

/** Reading time of a text in minutes, rounded, at least one. */
export function readingMinutes(text: string): number {
  let words = 0;
  let spaced = text;
  for (const { letters, aWord } of UNSPACED) {
    words += (text.match(letters)?.length ?? 0) / aWord;
    spaced = spaced.replace(letters, ' ');
  }
  words += spaced.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE));
}

/** Text of HTML, by a quick pass that is exact enough for a word count. */
export function plainText(html: string): string {
  return html.replace(/<[^>]*>/g, ' ');
}

/** Filter of the blog: category, tag, author slug or year. */
export type BlogFilters = {
  category: string | null;
  tag: string | null;
  author: string | null;
  year: number | null;
  page: number;
};

/** Query parameters of the filter. */
export const blogKeys = ['category', 'tag', 'author', 'year', 'page'] as const;

/** Parses the filter from a query string; ignores implausible years. */
export function blogFilters(query: URLSearchParams): BlogFilters {
  const year = Number(query.get('year'));
  const textOf = (key: string, maxLength: number) => query.get(key)?.replaceAll('\0', '').slice(0, maxLength) || null;
  return {
    category: textOf('category', 60),
    tag: textOf('tag', 40),
    author: textOf('author', 80),
    year: Number.isInteger(year) && year >= 1990 && year <= 2200 ? year : null,
    page: pageNumber(query.get('page')),
  };
}

/** The filter as a query string, without empty filters and without page 1. */
export function blogQuery(filters: BlogFilters, page = filters.page) {
  return {
    category: filters.category ?? undefined,
    tag: filters.tag ?? undefined,
    author: filters.author ?? undefined,
    year: filters.year ? String(filters.year) : undefined,
    page: page > 1 ? String(page) : undefined,
  };
}

/** Parses a page number: an integer from 1 up to a limit. */
export function pageNumber(value: string | null): number {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 ? Math.min(number, 1000) : 1;
}

type Related = { id: string; categories: readonly string[]; tags: readonly string[] };

/** The most similar posts: a shared tag counts twice as much as a shared category; never itself. */
export function relatedPosts<Post extends Related>(post: Related, candidates: readonly Post[], max: number): Post[] {
  const shared = (candidate: Related) =>
    candidate.tags.filter((tag) => post.tags.includes(tag)).length * 2 +
    candidate.categories.filter((category) => post.categories.includes(category)).length;
  return candidates
    .filter((candidate) => candidate.id !== post.id)
    .map((candidate, index) => ({ candidate, index, score: shared(candidate) }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, max)
    .map(({ candidate }) => candidate);
}

/** Comma-separated words in any script, deduplicated, limited to what a post may hold. */
export function parseWords(text: string, max: number, maxLength: number): string[] {
  const words = text.split(/[,،;]/).map((word) => word.trim().slice(0, maxLength));
  return [...new Set(words.filter(Boolean))].slice(0, max);
}
