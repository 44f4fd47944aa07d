import { robotsOf, type SearchSettings } from '#base/shared/search-settings.ts';
import { plainWords } from '../rules.ts';

type Words = {
  title: string;
  excerpt: string;
  content: string;
  cover: { image: string; alt?: string } | null;
  categories: string[];
  tags: string[];
  settings: SearchSettings & { featured?: boolean; isQuiet?: boolean };
};

/** What a post is written of, in the order of the editor. */
export const postParts = ['title', 'excerpt', 'content', 'cover', 'categories', 'tags', 'settings'] as const;
export type Side = 'one' | 'other';

/** A part in which two drafts differ, and who changed it where it is known from what both began with. */
export type PartDifference<Part> = { part: Part; changedBy: Side | 'both' };

/** In which of its `parts` something that is written differs from another state of it. */
export function differingParts<Written, Part extends keyof Written>(
  parts: readonly Part[],
  one: Written,
  other: Written,
  base: Written | null,
): PartDifference<Part>[] {
  return parts.flatMap((part) => {
    const [mine, theirs] = [textOf(one[part]), textOf(other[part])];
    if (mine === theirs) return [];
    const was = base && textOf(base[part]);
    return [{ part, changedBy: was === theirs ? 'one' : was === mine ? 'other' : 'both' }];
  });
}

/** One draft of two: of each part that differs the chosen side, the first where nothing was chosen. */
export function mergedParts<Written>(one: Written, other: Written, choice: ReadonlyMap<keyof Written, Side>): Written {
  const taken = [...choice].filter(([, side]) => side === 'other');
  return { ...one, ...Object.fromEntries(taken.map(([part]) => [part, other[part]])) };
}

/** A part of a post as somebody reads it who has to choose. */
export function partWords(words: Words, part: (typeof postParts)[number]): string {
  if (part === 'content') return textWords(words.content);
  if (part === 'cover') return words.cover ? words.cover.alt || (words.cover.image.split('/').at(-1) ?? '') : '';
  if (part === 'settings') {
    const { searchTitle, description, canonical, picture } = words.settings;
    return [searchTitle, description, canonical, picture, robotsOf(words.settings)].filter(Boolean).join(' · ');
  }
  const value = words[part];
  return typeof value === 'string' ? value : value.join(', ');
}

/** A long text as one line of words. */
export function textWords(html: string): string {
  return plainWords(html).replace(/\s+/g, ' ').trim();
}

const AROUND = 120;

/** The words around the first place where two texts part, at most `most` of each: a long text is not read twice. */
export function whereTheyPart(one: string, other: string, most: number): [string, string] {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at++;
  let begin = Math.max(0, at - AROUND);
  // From the beginning of a word.
  if (begin > 0) begin = one.lastIndexOf(' ', begin) + 1;
  const cut = (text: string) =>
    (begin > 0 ? '… ' : '') + text.slice(begin, begin + most) + (text.length > begin + most ? ' …' : '');
  return [cut(one), cut(other)];
}

/** Equal where the same is said: in what order a database keeps the keys of an object says nothing. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, inside: unknown) =>
    inside && typeof inside === 'object' && !Array.isArray(inside)
      ? Object.fromEntries(Object.entries(inside).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inside,
  );
}
