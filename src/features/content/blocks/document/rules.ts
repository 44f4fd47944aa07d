import type { BlockDefinition, BlockDefinitions, BlockField, BlockProps } from '../rules.ts';
import { validValues } from '../values/rules.ts';

/** A page as Puck data. */
export type BlockDocument = {
  root: { props?: Record<string, unknown> };
  content: BlockNode[];
  zones?: Record<string, BlockNode[]>;
};
export type BlockNode = { type: string; props: BlockProps };

/** A block as written in code, without an id; slots hold further ones. */
export type WrittenBlock = { type: string; props: Record<string, unknown> };

/** Turns written blocks into Puck data, with ids numbered over the page, slots included. */
export function buildPageData(blocks: readonly WrittenBlock[]): BlockDocument {
  let count = 0;
  const numbered = (block: WrittenBlock): BlockNode => {
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
export const MAX_DEPTH = 6;

/** All blocks of a page in reading order, slots included, with parsed values. */
export function blocksOf(content: readonly BlockNode[], definitions: BlockDefinitions, depth = 0): BlockNode[] {
  if (depth > MAX_DEPTH) return [];
  return content.filter(isBlock).flatMap((block) => {
    const definition = definitions[block.type];
    if (!definition) return [];
    const inside = slotNames(definition).flatMap((name) => blocksOf(slotOf(block, name), definitions, depth + 1));
    return [block, ...inside];
  });
}

/** The blocks in a slot; empty where the value is no list of blocks. */
export function slotOf(block: BlockNode, name: string): BlockNode[] {
  const inside = block.props[name];
  return Array.isArray(inside) ? (inside.filter(isBlock) as BlockNode[]) : [];
}

export function isBlock(value: unknown): value is BlockNode {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('props' in value)) return false;
  return typeof value.type === 'string' && typeof value.props === 'object' && value.props !== null;
}

/** Parses a block's stored values with its schema; values that are missing or invalid get their default. */
export function valuesOf(block: BlockNode, definitions: BlockDefinitions): Record<string, unknown> {
  const definition = definitions[block.type];
  return definition ? validValues(definition, block.props) : {};
}

/** Whether visitors see a block: unknown and incomplete ones are skipped. `data` is the data of blocks, by id. */
export function isVisible(block: BlockNode, data: Record<string, unknown>, definitions: BlockDefinitions): boolean {
  const definition = definitions[block?.type];
  if (!definition) return false;
  return !definition.isEmpty?.(valuesOf(block, definitions), data[block.props.id]);
}

/** Block types in a page that have no definition; visitors see the rest of the page. */
export function unknownTypes(content: readonly BlockNode[], definitions: BlockDefinitions): string[] {
  const types = new Set<string>();
  const visit = (blocks: readonly BlockNode[], depth: number) => {
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
export function rendersHeading(block: BlockNode | undefined): boolean {
  const title = block?.props.title ?? block?.props.quote;
  return typeof title === 'string' && title.trim() !== '';
}

/** Calls `visit` for every block, nested ones included, whatever their type. */
export function eachBlock(content: readonly BlockNode[], visit: (block: BlockNode) => void, depth = 0): void {
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
  page: BlockDocument,
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
export type SlotTarget = { zone: string; around: { block: BlockNode; slot: string | null }[]; blocks: BlockNode[] };

/** Nesting depth of a block, itself counted. */
function nestingDepth(block: BlockNode, definitions: BlockDefinitions): number {
  const definition = definitions[block.type];
  const inside = definition ? slotNames(definition).flatMap((name) => slotOf(block, name)) : [];
  return 1 + Math.max(0, ...inside.map((block) => nestingDepth(block, definitions)));
}

/**
 * Every slot a block may move to, in reading order, each with its other blocks. Excludes its own slots, slots that
 * would nest too deep, and empty hidden ones: one of four columns may be hidden.
 */
export function slotTargetsFor(
  moving: BlockNode,
  page: BlockDocument,
  definitions: BlockDefinitions,
  isShown: (zone: string) => boolean,
): SlotTarget[] {
  const ownDepth = nestingDepth(moving, definitions);
  const isOther = ({ props }: BlockNode) => props.id !== moving.props.id;
  const slotsIn = (block: BlockNode, around: SlotTarget['around']): SlotTarget[] => {
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

/** Finds a block of a page by its id, in any slot. */
export function findBlock(content: readonly BlockNode[], id: string): BlockNode | null {
  for (const block of content) {
    if (block.props?.id === id) return block;
    for (const value of Object.values(block.props ?? {})) {
      const inside = Array.isArray(value) ? findBlock(value.filter(isBlock), id) : null;
      if (inside) return inside;
    }
  }
  return null;
}
