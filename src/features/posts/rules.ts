export const POSTS_A_PAGE = 9;
const WORDS_A_MINUTE = 220;

/** Whole minutes it takes to read a text, at least one. */
export function readingMinutes(text: string): number {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}

/** A page number from an address: whole, from one, no further than anyone reads. */
export function pageNumber(value: string | null): number {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 ? Math.min(number, 1000) : 1;
}

/** A title as an address; empty where nothing of it can stand in one. */
export function slugOfTitle(title: string, longest = 80): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
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
