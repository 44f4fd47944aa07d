import { isCanonical, searchLimits } from '#base/shared/search-settings.ts';
import type { PageBlock, PageData } from '../rules.ts';
import { type PageSettings, pageKinds } from '../schema.ts';

/** A draft as loaded, backed up and saved. */
export type Draft = { title: string; data: PageData; settings: PageSettings };

/** Size limit of a page in bytes of JSON; the table enforces it too. */
export const MOST_BYTES = 512 * 1024;

/** Checks the size of a draft before it is sent. */
export function isTooLarge(draft: Draft): boolean {
  return new TextEncoder().encode(JSON.stringify(draft.data)).length > MOST_BYTES;
}

/** A draft as Puck data: the page settings are the root's props. */
export function builderData(draft: Draft): PageData {
  const {
    description = '',
    isHidden = false,
    isUnfollowed = false,
    searchTitle = '',
    canonical = '',
    kind = 'WebPage',
    picture,
  } = draft.settings;
  const root = {
    title: draft.title,
    searchTitle,
    description,
    picture: { src: picture ?? '', alt: '' },
    kind,
    canonical,
    isHidden,
    isUnfollowed,
  };
  return { zones: {}, ...draft.data, root: { props: root } };
}

/** Puck data back as a draft; keeps the previous value of settings that are invalid. */
export function draftOf(data: PageData, before: Draft): Draft {
  const root = (data.root.props ?? {}) as Record<string, unknown>;
  const text = (name: string, most: number) => String(root[name] ?? '').slice(0, most);
  const canonical = text('canonical', searchLimits.canonical).trim();
  const kind = pageKinds.find((one) => one === root.kind);
  const picture = (root.picture as { src?: unknown } | undefined)?.src;
  return {
    data: { zones: data.zones ?? {}, root: { props: {} }, content: data.content },
    title: text('title', 160).trim() || before.title,
    settings: {
      ...before.settings,
      description: text('description', searchLimits.description),
      searchTitle: text('searchTitle', searchLimits.searchTitle).trim(),
      canonical: isCanonical(canonical) ? canonical : '',
      isHidden: root.isHidden === true,
      isUnfollowed: root.isUnfollowed === true,
      ...(typeof picture === 'string' ? { picture: picture.slice(0, searchLimits.picture) } : {}),
      ...(kind ? { kind } : {}),
    },
  };
}

/** Change of a block between two drafts. `one` and `other` are its two states; null where it does not exist. */
export type Difference = {
  id: string;
  type: string;
  one: PageBlock | null;
  other: PageBlock | null;
  /** Which side changed it, where the common base is known: that side is preselected. */
  changedBy: 'one' | 'other' | 'both';
  /** The fields that differ, in the block's order. */
  fields: string[];
};

/** Blocks that differ between two drafts, in reading order. `base` is their common base, where it is known. */
export function differencesOf(one: PageData, other: PageData, base?: PageData): Difference[] {
  const before = new Map(base?.content.map((found) => [found.props.id, JSON.stringify(found)]));
  const others = new Map(other.content.map((found) => [found.props.id, found]));
  const ones = new Map(one.content.map((found) => [found.props.id, found]));
  const ids = orderOf(one, other);
  return ids.flatMap((id) => {
    const mine = ones.get(id) ?? null;
    const theirs = others.get(id) ?? null;
    if (JSON.stringify(mine) === JSON.stringify(theirs)) return [];
    const was = before.get(id);
    const isMine = base !== undefined && JSON.stringify(theirs ?? undefined) === was;
    const isTheirs = base !== undefined && JSON.stringify(mine ?? undefined) === was;
    const names = new Set([...Object.keys(mine?.props ?? {}), ...Object.keys(theirs?.props ?? {})]);
    return [
      {
        id,
        type: (mine ?? theirs)?.type ?? '',
        one: mine,
        other: theirs,
        changedBy: isMine ? 'one' : isTheirs ? 'other' : 'both',
        fields: [...names].filter((name) => JSON.stringify(mine?.props[name]) !== JSON.stringify(theirs?.props[name])),
      },
    ];
  });
}

/** Merges two drafts: takes the chosen state of each block that differs. */
export function merged(one: PageData, other: PageData, choice: ReadonlyMap<string, 'one' | 'other'>): PageData {
  const from = {
    one: new Map(one.content.map((found) => [found.props.id, found])),
    other: new Map(other.content.map((found) => [found.props.id, found])),
  };
  const content = orderOf(one, other).flatMap((id) => {
    const chosen = choice.get(id);
    const found = chosen ? from[chosen].get(id) : (from.one.get(id) ?? from.other.get(id));
    return found ? [found] : [];
  });
  return { ...one, content };
}

/** Type of the pseudo block that holds the page settings in a comparison. */
export const HEAD = 'Page';

/** As `differencesOf`, for whole drafts: the page settings count as the first block. */
export function draftDifferences(one: Draft, other: Draft, base: Draft | null): Difference[] {
  return differencesOf(withHead(one), withHead(other), base ? withHead(base) : undefined);
}

/** As `merged`, for whole drafts. */
export function mergedDraft(one: Draft, other: Draft, choice: ReadonlyMap<string, 'one' | 'other'>): Draft {
  const data = merged(withHead(one), withHead(other), choice);
  const { title, settings } = choice.get(HEAD) === 'other' ? other : one;
  return { title, settings, data: { ...data, content: data.content.filter(({ type }) => type !== HEAD) } };
}

function withHead({ title, settings, data }: Draft): PageData {
  const set = Object.entries(settings)
    .filter(([, value]) => value !== '' && value !== false && value !== undefined)
    .toSorted(([name], [other]) => (name < other ? -1 : 1));
  return {
    ...data,
    content: [{ type: HEAD, props: { id: HEAD, title, ...Object.fromEntries(set) } }, ...data.content],
  };
}

/** Order of the first draft; blocks only in the second are inserted after their predecessor there. */
function orderOf(one: PageData, other: PageData): string[] {
  const ids = one.content.map((found) => found.props.id);
  const known = new Set(ids);
  other.content.forEach((found, index) => {
    if (known.has(found.props.id)) return;
    const before = other.content[index - 1]?.props.id;
    ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, found.props.id);
    known.add(found.props.id);
  });
  return ids;
}

/** The text of a block, for the comparison. */
export function wordsOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return /^(?:\/|https?:|#)/.test(value) ? '' : value.replace(/<[^>]*>/g, ' ').trim();
  if (typeof value === 'number') return String(value);
  if (depth > 5 || typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .filter(([name]) => name !== 'id' && name !== 'frame')
    .map(([, inside]) => wordsOf(inside, depth + 1))
    .filter(Boolean)
    .join(' · ');
}
