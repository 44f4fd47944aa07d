import { validValues } from '#base/shared/block-values.ts';
import type { BlockDefinition, BlockDefinitions, BlockField, BlockProps } from '#base/shared/blocks.ts';

export function linesOf(text: string | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** OpenStreetMap map of a location: embed URL and link URL. */
export function mapOf(latitude: number, longitude: number, zoom: number): { src: string; href: string } {
  // A tile covers about 360 / 2^zoom degrees; the map is about two tiles wide.
  const half = 360 / 2 ** zoom;
  const box = [longitude - half, latitude - half / 2, longitude + half, latitude + half / 2]
    .map((degrees) => degrees.toFixed(5))
    .join('%2C');
  const at = `${latitude.toFixed(5)}%2C${longitude.toFixed(5)}`;
  return {
    src: `https://www.openstreetmap.org/export/embed.html?bbox=${box}&layer=mapnik&marker=${at}`,
    href: `https://www.openstreetmap.org/?mlat=${latitude.toFixed(5)}&mlon=${longitude.toFixed(5)}#map=${zoom}/${latitude.toFixed(5)}/${longitude.toFixed(5)}`,
  };
}

/** A page as Puck data. */
export type PageData = {
  root: { props?: Record<string, unknown> };
  content: PageBlock[];
  zones?: Record<string, unknown>;
};
export type PageBlock = { type: string; props: BlockProps };

/** A block as written in code, without an id; slots hold further ones. */
export type WrittenBlock = { type: string; props: Record<string, unknown> };

/** Turns written blocks into Puck data, with ids numbered over the page, slots included. */
export function buildPageData(blocks: readonly WrittenBlock[]): PageData {
  let count = 0;
  const numbered = (block: WrittenBlock): PageBlock => {
    count += 1;
    const id = `${block.type}-${count}`;
    const props = Object.fromEntries(
      Object.entries(block.props).map(([name, value]) => [
        name,
        Array.isArray(value) && value.length > 0 && value.every(isBlock) ? value.map(numbered) : value,
      ]),
    );
    return { type: block.type, props: { ...props, id } };
  };
  return { root: { props: {} }, content: blocks.map(numbered), zones: {} };
}

/** Maximum nesting depth of slots. */
const MAX_DEPTH = 6;

/** All blocks of a page in reading order, slots included, with parsed values. */
export function blocksOf(content: readonly PageBlock[], definitions: BlockDefinitions, depth = 0): PageBlock[] {
  if (depth > MAX_DEPTH) return [];
  return content.filter(isBlock).flatMap((block) => {
    const definition = definitions[block.type];
    if (!definition) return [];
    const inside = slotNames(definition).flatMap((name) => blocksOf(slotOf(block, name), definitions, depth + 1));
    return [block, ...inside];
  });
}

/** The blocks in a slot; empty where the value is no list of blocks. */
export function slotOf(block: PageBlock, name: string): PageBlock[] {
  const inside = block.props[name];
  return Array.isArray(inside) ? (inside.filter(isBlock) as PageBlock[]) : [];
}

function isBlock(value: unknown): value is PageBlock {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('props' in value)) return false;
  return typeof value.type === 'string' && typeof value.props === 'object' && value.props !== null;
}

/** Parses a block's stored values with its schema; values that are missing or invalid get their default. */
export function valuesOf(block: PageBlock, definitions: BlockDefinitions): Record<string, unknown> {
  const definition = definitions[block.type];
  return definition ? validValues(definition, block.props) : {};
}

/** Whether visitors see a block: unknown and incomplete ones are skipped. `data` is the data of blocks, by id. */
export function isVisible(block: PageBlock, data: Record<string, unknown>, definitions: BlockDefinitions): boolean {
  const definition = definitions[block?.type];
  if (!definition) return false;
  return !definition.isEmpty?.(valuesOf(block, definitions), data[block.props.id]);
}

/** Block types in a page that have no definition; visitors see the rest of the page. */
export function unknownTypes(content: readonly PageBlock[], definitions: BlockDefinitions): string[] {
  const types = new Set<string>();
  const visit = (blocks: readonly PageBlock[], depth: number) => {
    for (const block of blocks) {
      const definition = definitions[block.type];
      if (!definition) types.add(block.type);
      else if (depth < MAX_DEPTH) for (const name of slotNames(definition)) visit(slotOf(block, name), depth + 1);
    }
  };
  visit(content.filter(isBlock), 0);
  return [...types];
}

/** The slot fields of a block. */
export function slotNames(definition: BlockDefinition): string[] {
  return Object.entries(definition.fields as Record<string, BlockField>)
    .filter(([, field]) => field.kind === 'slot')
    .map(([name]) => name);
}

/** Whether a block renders the `h1` when it is the first one. */
export function rendersHeading(block: PageBlock | undefined): boolean {
  const title = block?.props.title ?? block?.props.quote;
  return typeof title === 'string' && title.trim() !== '';
}

/** Block type of a shared section. */
export const SHARED = 'SharedSection';

/** Ids of the shared sections in a page, each once. */
export function sectionIdsOf(content: readonly PageBlock[]): string[] {
  const ids = new Set<string>();
  eachBlock(content, (block) => {
    if (block.type === SHARED && /^[0-9a-f-]{36}$/i.test(String(block.props.section)))
      ids.add(String(block.props.section));
  });
  return [...ids];
}

/**
 * Inlines shared sections. Ids stay unique where a section occurs twice; nested sections and deleted ones are dropped.
 */
export function withSections(
  content: readonly PageBlock[],
  sections: ReadonlyMap<string, readonly PageBlock[]>,
  prefix = '',
  depth = 0,
): PageBlock[] {
  if (depth > MAX_DEPTH) return [];
  return content.filter(isBlock).flatMap((block) => {
    if (block.type === SHARED) {
      const inside = prefix ? [] : (sections.get(String(block.props.section)) ?? []);
      return withSections(inside, sections, `${block.props.id}-`, depth + 1);
    }
    const props = Object.entries(block.props).map(([name, value]) => [
      name,
      Array.isArray(value) && value.some(isBlock)
        ? withSections(value.filter(isBlock), sections, prefix, depth + 1)
        : value,
    ]);
    return [{ ...block, props: { ...Object.fromEntries(props), id: `${prefix}${block.props.id}` } }];
  });
}

/** Calls `visit` for every block, nested ones included, whatever their type. */
export function eachBlock(content: readonly PageBlock[], visit: (block: PageBlock) => void, depth = 0): void {
  if (depth > MAX_DEPTH) return;
  for (const block of content.filter(isBlock)) {
    visit(block);
    for (const value of Object.values(block.props))
      if (Array.isArray(value)) eachBlock(value.filter(isBlock), visit, depth + 1);
  }
}

/** Position of a block in Puck: its zone, by Puck's name, and the index in it. */
export type BlockPosition = { zone: string; index: number };
export const PAGE_ZONE = 'root:default-zone';
const zoneOf = (id: string, slot: string) => `${id}:${slot}`;

/**
 * Position of a block added without dragging: the first empty slot of the selected block, else after it, else the end
 * of the page.
 */
export function positionForNew(
  page: PageData,
  selected: (BlockPosition & { id: string; emptySlots: readonly string[] }) | null,
): BlockPosition {
  if (!selected) return { zone: PAGE_ZONE, index: page.content.length };
  const [slot] = selected.emptySlots;
  return slot ? { zone: zoneOf(selected.id, slot), index: 0 } : { zone: selected.zone, index: selected.index + 1 };
}

/**
 * One position up or down. At either end of a slot the block leaves it, before or after the enclosing block; null where
 * it can't move further.
 */
export function adjacentPosition(
  at: BlockPosition,
  step: -1 | 1,
  count: number,
  around: BlockPosition | null,
): BlockPosition | null {
  const index = at.index + step;
  if (index >= 0 && index < count) return { zone: at.zone, index };
  return around && { zone: around.zone, index: step < 0 ? around.index : around.index + 1 };
}

/**
 * A list of blocks: the page itself or a slot. `around` are the enclosing blocks, outermost first, each with its slot
 * where it has several.
 */
export type SlotTarget = { zone: string; around: { block: PageBlock; slot: string | null }[]; blocks: PageBlock[] };

/** Nesting depth of a block, itself counted. */
function nestingDepth(block: PageBlock, definitions: BlockDefinitions): number {
  const definition = definitions[block.type];
  const inside = definition ? slotNames(definition).flatMap((name) => slotOf(block, name)) : [];
  return 1 + Math.max(0, ...inside.map((block) => nestingDepth(block, definitions)));
}

/**
 * Every slot a block may move to, in reading order, each with its other blocks. Excludes its own slots, slots that
 * would nest too deep, and empty hidden ones: one of four columns may be hidden.
 */
export function slotTargetsFor(
  moving: PageBlock,
  page: PageData,
  definitions: BlockDefinitions,
  isShown: (zone: string) => boolean,
): SlotTarget[] {
  const ownDepth = nestingDepth(moving, definitions);
  const isOther = ({ props }: PageBlock) => props.id !== moving.props.id;
  const slotsIn = (block: PageBlock, around: SlotTarget['around']): SlotTarget[] => {
    const definition = definitions[block.type];
    if (!definition || around.length + ownDepth > MAX_DEPTH) return [];
    const slots = slotNames(definition);
    return slots.flatMap((slot) => {
      const zone = zoneOf(block.props.id, slot);
      const blocks = slotOf(block, slot);
      if (blocks.length === 0 && !isShown(zone)) return [];
      const path = [...around, { block, slot: slots.length > 1 ? slot : null }];
      const siblings = blocks.filter(isOther);
      return [{ zone, around: path, blocks: siblings }, ...siblings.flatMap((sibling) => slotsIn(sibling, path))];
    });
  };
  const siblings = page.content.filter(isBlock).filter(isOther);
  return [{ zone: PAGE_ZONE, around: [], blocks: siblings }, ...siblings.flatMap((sibling) => slotsIn(sibling, []))];
}

/** A list with one row moved up or down; null where it is at that end already. */
export function withRowMoved<Row>(rows: readonly Row[], at: number, step: -1 | 1): Row[] | null {
  const row = rows[at];
  if (row === undefined || at + step < 0 || at + step >= rows.length) return null;
  const remaining = rows.filter((_, index) => index !== at);
  return [...remaining.slice(0, at + step), row, ...remaining.slice(at + step)];
}
