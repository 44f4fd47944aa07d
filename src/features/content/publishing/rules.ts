import type { Db } from '#base/shared/db-client.ts';

/** A kind of content that is written as a draft and published. */
export type PublishingKind<Content> = {
  /** As in the database's `publishing_kinds`. */
  kind: string;
  /** The columns of the content, in the order of the editor. */
  parts: readonly (keyof Content & string)[];
  /** The current draft on the server. */
  draftNow: (db: Db, accountId: string, id: string) => Promise<StoredDraft<Content>>;
};

/** A draft's row. */
export type StoredDraft<Content> = Content & { version: number; publish_at: string | null; updated_at: string };

/** The content of a draft's row, without what the server adds. */
export function contentOf<Content extends object>({ parts }: PublishingKind<Content>, row: Content): Content {
  return Object.fromEntries(parts.map((part) => [part, row[part]])) as Content;
}

/** Format of a preview link's secret; anything else is rejected without a query. */
export const isSecret = (text: string) => /^[0-9a-f]{64}$/.test(text);

export type Side = 'first' | 'second';

/** A field in readable words on both sides; equal words mean that it differs in something else, such as its layout. */
export type ComparedField = { name: string; first: string; second: string };

/** A part that differs between two states. */
export type Difference = {
  id: string;
  name: string;
  /** Who changed it, where the common base is known: that side is preselected. */
  changedBy: Side | 'both';
  /** The only side that has the part at all; null where both have it. */
  onlyIn: Side | null;
  fields: ComparedField[];
};

/** How two states of a kind are compared, and merged by the side chosen for each difference. */
export type Comparison<Content> = {
  differences: (first: Content, second: Content, base: Content | null) => Difference[];
  merge: (first: Content, second: Content, choice: ReadonlyMap<string, Side>) => Content;
};

/** Fields by their name, each in words. */
export type FieldWords = Record<string, string>;

/** A part of a content: its name, and its words; several fields where it holds several. */
export type Part<Content> = {
  id: keyof Content & string;
  name: string;
  wordsOf: (content: Content) => string | FieldWords;
};

/** Comparison of a content whose parts are independent columns. */
export function compareParts<Content extends object>(parts: readonly Part<Content>[]): Comparison<Content> {
  return {
    differences: (first, second, base) =>
      parts.flatMap(({ id, name, wordsOf }): Difference[] => {
        const changedBy = changeOf(first[id], second[id], base ? base[id] : undefined);
        if (!changedBy) return [];
        const fields = comparedFields(named(wordsOf(first)), named(wordsOf(second)));
        return [{ id, name, changedBy, onlyIn: null, fields }];
      }),
    merge: (first, second, choice) => ({
      ...first,
      ...Object.fromEntries(parts.filter(({ id }) => choice.get(id) === 'second').map(({ id }) => [id, second[id]])),
    }),
  };
}

const named = (words: string | FieldWords): FieldWords => (typeof words === 'string' ? { '': words } : words);

/** Who changed a value; null where both sides are equal. Without a known base, both did. */
export function changeOf(first: unknown, second: unknown, base: unknown): Difference['changedBy'] | null {
  const [mine, theirs, before] = [first, second, base].map(canonicalJson);
  if (mine === theirs) return null;
  return before === theirs ? 'first' : before === mine ? 'second' : 'both';
}

/** The fields that differ in words, cut around the first difference; where none does, those that are there. */
export function comparedFields(first: FieldWords, second: FieldWords): ComparedField[] {
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  const fields = names.map((name) => ({ name, first: first[name] ?? '', second: second[name] ?? '' }));
  const differing = fields.filter((field) => field.first !== field.second);
  return (differing.length > 0 ? differing : fields.slice(0, 1)).map((field) => {
    const [cutFirst, cutSecond] = diffExcerpts(field.first, field.second, MAX_EXCERPT);
    return { name: field.name, first: cutFirst, second: cutSecond };
  });
}

/** Maximum characters shown of a field. */
const MAX_EXCERPT = 600;
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

/** JSON that ignores the key order of objects, as jsonb does not keep it. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inside: unknown) =>
    inside && typeof inside === 'object' && !Array.isArray(inside)
      ? Object.fromEntries(Object.entries(inside).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inside,
  );
}
