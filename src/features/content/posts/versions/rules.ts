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

/** Parts of a post in the order of the editor. */
export const postParts = ['title', 'excerpt', 'content', 'cover', 'categories', 'tags', 'settings'] as const;
export type Side = 'one' | 'other';

/** A part that differs between two drafts, and who changed it where their common base is known. */
export type PartDifference<Part> = { part: Part; changedBy: Side | 'both' };

/** The `parts` in which two drafts differ. */
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

/** Merges two drafts: takes the chosen side of each part that differs, the first by default. */
export function mergedParts<Written>(one: Written, other: Written, choice: ReadonlyMap<keyof Written, Side>): Written {
  const taken = [...choice].filter(([, side]) => side === 'other');
  return { ...one, ...Object.fromEntries(taken.map(([part]) => [part, other[part]])) };
}

/** A part of a post as text, for the comparison. */
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

/** A long text as one line. */
export function textWords(html: string): string {
  return plainWords(html).replace(/\s+/g, ' ').trim();
}

const AROUND = 120;

/** Excerpts of two texts around their first difference, at most `max` characters each. */
export function whereTheyPart(one: string, other: string, most: number): [string, string] {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at++;
  let begin = Math.max(0, at - AROUND);
  // From the start of a word.
  if (begin > 0) begin = one.lastIndexOf(' ', begin) + 1;
  const cut = (text: string) =>
    (begin > 0 ? '… ' : '') + text.slice(begin, begin + most) + (text.length > begin + most ? ' …' : '');
  return [cut(one), cut(other)];
}

/** Deep equality; ignores the key order of objects, as jsonb does not keep it. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, inside: unknown) =>
    inside && typeof inside === 'object' && !Array.isArray(inside)
      ? Object.fromEntries(Object.entries(inside).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inside,
  );
}
