import type { Db } from '#base/shared/db-client.ts';
import { robotsOf, type SearchSettings } from '#base/shared/search-settings.ts';
import { plainText } from '../rules.ts';

type PartTexts = {
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
export type Side = 'first' | 'second';

/** A part that differs between two drafts, and who changed it where their common base is known. */
export type PartDifference<Part> = { part: Part; changedBy: Side | 'both' };

/** The `parts` in which two drafts differ. */
export function differingParts<ContentText, Part extends keyof ContentText>(
  parts: readonly Part[],
  first: ContentText,
  second: ContentText,
  base: ContentText | null,
): PartDifference<Part>[] {
  return parts.flatMap((part) => {
    const [mine, theirs] = [canonicalJson(first[part]), canonicalJson(second[part])];
    if (mine === theirs) return [];
    const baseText = base && canonicalJson(base[part]);
    return [{ part, changedBy: baseText === theirs ? 'first' : baseText === mine ? 'second' : 'both' }];
  });
}

/** Merges two drafts: takes the chosen side of each part that differs, the first by default. */
export function mergeParts<ContentText>(
  first: ContentText,
  second: ContentText,
  choice: ReadonlyMap<keyof ContentText, Side>,
): ContentText {
  const overrides = [...choice].filter(([, side]) => side === 'second');
  return { ...first, ...Object.fromEntries(overrides.map(([part]) => [part, second[part]])) };
}

/** A part of a post as text, for the comparison. */
export function partText(texts: PartTexts, part: (typeof postParts)[number]): string {
  if (part === 'content') return textWords(texts.content);
  if (part === 'cover') return texts.cover ? texts.cover.alt || (texts.cover.image.split('/').at(-1) ?? '') : '';
  if (part === 'settings') {
    const { searchTitle, description, canonical, picture } = texts.settings;
    return [searchTitle, description, canonical, picture, robotsOf(texts.settings)].filter(Boolean).join(' · ');
  }
  const value = texts[part];
  return typeof value === 'string' ? value : value.join(', ');
}

/** A long text as one line. */
export function textWords(html: string): string {
  return plainText(html).replace(/\s+/g, ' ').trim();
}

const AROUND = 120;

/** Excerpts of two texts around their first difference, at most `max` characters each. */
export function diffExcerpts(first: string, second: string, max: number): [string, string] {
  let at = 0;
  while (at < first.length && at < second.length && first[at] === second[at]) at++;
  let start = Math.max(0, at - AROUND);
  // From the start of a word.
  if (start > 0) start = first.lastIndexOf(' ', start) + 1;
  const cut = (text: string) =>
    (start > 0 ? '… ' : '') + text.slice(start, start + max) + (text.length > start + max ? ' …' : '');
  return [cut(first), cut(second)];
}

/** Deep equality; ignores the key order of objects, as jsonb does not keep it. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inside: unknown) =>
    inside && typeof inside === 'object' && !Array.isArray(inside)
      ? Object.fromEntries(Object.entries(inside).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inside,
  );
}

/** An old version as stored. */
type StoredVersion<ContentText> = ContentText & {
  id: string;
  kind: 'published' | 'saved';
  saved_by: string | null;
  created_at: string;
};
/** `by` is who published or wrote it; empty where they are gone. */
export type Version<ContentText> = StoredVersion<ContentText> & { by: string };

/** How the versions of a kind of record are read: the newest of one record first, at most `MAX_VERSIONS`. */
export type VersionStore<ContentText> = {
  table: string;
  list(db: Db, accountId: string, id: string): Promise<StoredVersion<ContentText>[]>;
};

/** The columns that every version has beside its content. */
export const VERSION_COLUMNS = 'id, kind, saved_by, created_at';
export const MAX_VERSIONS = 60;
