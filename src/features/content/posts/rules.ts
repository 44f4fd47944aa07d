export const POSTS_A_PAGE = 9;
const WORDS_A_MINUTE = 220;
/** The dashboard has the comments at this place beside the posts. */
export const RESERVED_SLUG = 'comments';

/** Letters of scripts that put no space between words, and how many of them take as long to read as a word. */
const UNSPACED = [
  { letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, aWord: 2 },
  { letters: /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu, aWord: 5 },
];

/** Whether a word is of a script that puts no space between words: what is sought may stand within it. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.some(({ letters }) => word.search(letters) >= 0);
}

/** Whole minutes it takes to read a text, at least one. */
export function readingMinutes(text: string): number {
  let words = 0;
  let spaced = text;
  for (const { letters, aWord } of UNSPACED) {
    words += (text.match(letters)?.length ?? 0) / aWord;
    spaced = spaced.replace(letters, ' ');
  }
  words += spaced.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}

/** The words of a text while it is written: quick, and no more exact than a number of minutes needs. */
export function plainWords(html: string): string {
  return html.replace(/<[^>]*>/g, ' ');
}

/** Whose posts are asked for: of a category, a tag, an author by slug, a year. */
export type BlogFilters = {
  category: string | null;
  tag: string | null;
  author: string | null;
  year: number | null;
  page: number;
};

/** The query keys that choose among posts. */
export const blogKeys = ['category', 'tag', 'author', 'year', 'page'] as const;

/** Filters from an address; a year is one in which there were blogs, or none. */
export function blogFilters(query: URLSearchParams): BlogFilters {
  const year = Number(query.get('year'));
  const word = (key: string, longest: number) => query.get(key)?.replaceAll('\0', '').slice(0, longest) || null;
  return {
    category: word('category', 60),
    tag: word('tag', 40),
    author: word('author', 80),
    year: Number.isInteger(year) && year >= 1990 && year <= 2200 ? year : null,
    page: pageNumber(query.get('page')),
  };
}

/** The same filters as an address has them: what is not asked is not there, and the first page is the list itself. */
export function blogQuery(filters: BlogFilters, page = filters.page) {
  return {
    category: filters.category ?? undefined,
    tag: filters.tag ?? undefined,
    author: filters.author ?? undefined,
    year: filters.year ? String(filters.year) : undefined,
    page: page > 1 ? String(page) : undefined,
  };
}

/** A page number from an address: whole, from one, no further than anyone reads. */
export function pageNumber(value: string | null): number {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 ? Math.min(number, 1000) : 1;
}

type Kin = { id: string; categories: readonly string[]; tags: readonly string[] };

/** What shares most with a post, tags twice as much as categories; itself never. */
export function relatedTo<Post extends Kin>(post: Kin, others: readonly Post[], most: number): Post[] {
  const shared = (other: Kin) =>
    other.tags.filter((tag) => post.tags.includes(tag)).length * 2 +
    other.categories.filter((category) => post.categories.includes(category)).length;
  return others
    .filter((other) => other.id !== post.id)
    .map((other, index) => ({ other, index, score: shared(other) }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, most)
    .map(({ other }) => other);
}

/** Words separated by commas of any script, each once, as many and as long as a post may have. */
export function wordsOf(text: string, most: number, longest: number): string[] {
  const words = text.split(/[,،;]/).map((word) => word.trim().slice(0, longest));
  return [...new Set(words.filter(Boolean))].slice(0, most);
}
