import { isCanonical, searchLimits } from '#base/shared/search-settings.ts';
import type { BlockDocument, BlockNode } from '#features/content/blocks/document/rules.ts';
import { changeOf, type Difference, type Side } from '#features/content/publishing/rules.ts';
import { type PageSettings, pageKinds } from '../schema.ts';

/** A draft as loaded, backed up and saved. */
export type Draft = { title: string; data: BlockDocument; settings: PageSettings };

/** Size limit of a page in bytes of JSON; the table enforces it too. */
export const MAX_BYTES = 512 * 1024;

/** Checks the size of a draft before it is sent. */
export function isTooLarge(draft: Draft): boolean {
  return new TextEncoder().encode(JSON.stringify(draft.data)).length > MAX_BYTES;
}

/** A draft as Puck data: the page settings are the root's props. */
export function builderData(draft: Draft): BlockDocument {
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

/** A draft as the builder has it, whatever was stored: with every setting, in its order. */
export function normalDraft(draft: Draft): Draft {
  return draftOf(builderData(draft), draft);
}

/** Puck data back as a draft; keeps the previous value of settings that are invalid. */
export function draftOf(data: BlockDocument, previous: Draft): Draft {
  const root = (data.root.props ?? {}) as Record<string, unknown>;
  const text = (name: string, maxLength: number) => String(root[name] ?? '').slice(0, maxLength);
  const canonical = text('canonical', searchLimits.canonical).trim();
  const kind = pageKinds.find((candidate) => candidate === root.kind);
  const picture = (root.picture as { src?: unknown } | undefined)?.src;
  return {
    data: { zones: data.zones ?? {}, root: { props: {} }, content: data.content },
    title: text('title', 160).trim() || previous.title,
    settings: {
      ...previous.settings,
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

/** A block that differs between two drafts, in both its states; null where it does not exist. */
export type BlockDifference = {
  id: string;
  type: string;
  first: BlockNode | null;
  second: BlockNode | null;
  changedBy: Difference['changedBy'];
};

/** Blocks that differ between two drafts, in reading order. `base` is their common base, where it is known. */
export function differencesOf(first: BlockDocument, second: BlockDocument, base?: BlockDocument): BlockDifference[] {
  const blocksById = (page?: BlockDocument) => new Map(page?.content.map((block) => [block.props.id, block]));
  const [firstBlocks, secondBlocks, baseBlocks] = [blocksById(first), blocksById(second), blocksById(base)];
  return orderOf(first, second).flatMap((id) => {
    const mine = firstBlocks.get(id) ?? null;
    const theirs = secondBlocks.get(id) ?? null;
    const changedBy = changeOf(mine, theirs, base ? (baseBlocks.get(id) ?? null) : undefined);
    return changedBy ? [{ id, type: (mine ?? theirs)?.type ?? '', first: mine, second: theirs, changedBy }] : [];
  });
}

/** Merges two drafts: takes the chosen state of each block that differs. */
export function mergePages(
  first: BlockDocument,
  second: BlockDocument,
  choice: ReadonlyMap<string, Side>,
): BlockDocument {
  const from = {
    first: new Map(first.content.map((block) => [block.props.id, block])),
    second: new Map(second.content.map((block) => [block.props.id, block])),
  };
  const content = orderOf(first, second).flatMap((id) => {
    const side = choice.get(id);
    const block = side ? from[side].get(id) : (from.first.get(id) ?? from.second.get(id));
    return block ? [block] : [];
  });
  return { ...first, content };
}

/** Type of the pseudo block that holds the page settings in a comparison. */
export const HEAD = 'Page';

/** As `differencesOf`, for whole drafts: the page settings count as the first block. */
export function draftDifferences(first: Draft, second: Draft, base: Draft | null): BlockDifference[] {
  return differencesOf(withHead(first), withHead(second), base ? withHead(base) : undefined);
}

/** As `merged`, for whole drafts. */
export function mergeDrafts(first: Draft, second: Draft, choice: ReadonlyMap<string, Side>): Draft {
  const data = mergePages(withHead(first), withHead(second), choice);
  const { title, settings } = choice.get(HEAD) === 'second' ? second : first;
  return { title, settings, data: { ...data, content: data.content.filter(({ type }) => type !== HEAD) } };
}

function withHead({ title, settings, data }: Draft): BlockDocument {
  const set = Object.entries(settings)
    .filter(([, value]) => value !== '' && value !== false && value !== undefined)
    .toSorted(([name], [second]) => (name < second ? -1 : 1));
  return {
    ...data,
    content: [{ type: HEAD, props: { id: HEAD, title, ...Object.fromEntries(set) } }, ...data.content],
  };
}

/** Order of the first draft; blocks only in the second are inserted after their predecessor there. */
function orderOf(first: BlockDocument, second: BlockDocument): string[] {
  const ids = first.content.map((block) => block.props.id);
  const existing = new Set(ids);
  second.content.forEach((block, index) => {
    if (existing.has(block.props.id)) return;
    const previous = second.content[index - 1]?.props.id;
    ids.splice(previous === undefined ? 0 : ids.indexOf(previous) + 1, 0, block.props.id);
    existing.add(block.props.id);
  });
  return ids;
}
