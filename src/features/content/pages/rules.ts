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
export function writtenPage(blocks: readonly WrittenBlock[]): PageData {
  let count = 0;
  const number = (found: WrittenBlock): PageBlock => {
    count += 1;
    const id = `${found.type}-${count}`;
    const props = Object.fromEntries(
      Object.entries(found.props).map(([name, value]) => [
        name,
        Array.isArray(value) && value.length > 0 && value.every(isBlock) ? value.map(number) : value,
      ]),
    );
    return { type: found.type, props: { ...props, id } };
  };
  return { root: { props: {} }, content: blocks.map(number), zones: {} };
}

export const emptyPage: PageData = { root: { props: {} }, content: [], zones: {} };

/** Maximum nesting depth of slots. */
const DEEPEST = 6;

/** All blocks of a page in reading order, slots included, with parsed values. */
export function blocksOf(content: readonly PageBlock[], definitions: BlockDefinitions, depth = 0): PageBlock[] {
  if (depth > DEEPEST) return [];
  return content.filter(isBlock).flatMap((found) => {
    const definition = definitions[found.type];
    if (!definition) return [];
    const inside = slotNames(definition).flatMap((name) => blocksOf(slotOf(found, name), definitions, depth + 1));
    return [found, ...inside];
  });
}

/** The blocks in a slot; empty where the value is no list of blocks. */
export function slotOf(found: PageBlock, name: string): PageBlock[] {
  const inside = found.props[name];
  return Array.isArray(inside) ? (inside.filter(isBlock) as PageBlock[]) : [];
}

function isBlock(value: unknown): value is PageBlock {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('props' in value)) return false;
  return typeof value.type === 'string' && typeof value.props === 'object' && value.props !== null;
}

/** Parses a block's stored values with its schema; values that are missing or invalid get their default. */
export function valuesOf(found: PageBlock, definitions: BlockDefinitions): Record<string, unknown> {
  const definition = definitions[found.type];
  return definition ? validValues(definition, found.props) : {};
}

/** Whether visitors see a block: unknown and incomplete ones are skipped. `data` is the data of blocks, by id. */
export function isDrawn(found: PageBlock, data: Record<string, unknown>, definitions: BlockDefinitions): boolean {
  const definition = definitions[found?.type];
  if (!definition) return false;
  return !definition.isEmpty?.(valuesOf(found, definitions), data[found.props.id]);
}

/** Block types in a page that have no definition; visitors see the rest of the page. */
export function unknownTypes(content: readonly PageBlock[], definitions: BlockDefinitions): string[] {
  const found = new Set<string>();
  const look = (blocks: readonly PageBlock[], depth: number) => {
    for (const one of blocks) {
      const definition = definitions[one.type];
      if (!definition) found.add(one.type);
      else if (depth < DEEPEST) for (const name of slotNames(definition)) look(slotOf(one, name), depth + 1);
    }
  };
  look(content.filter(isBlock), 0);
  return [...found];
}

/** The slot fields of a block. */
export function slotNames(definition: BlockDefinition): string[] {
  return Object.entries(definition.fields as Record<string, BlockField>)
    .filter(([, field]) => field.kind === 'slot')
    .map(([name]) => name);
}

/** Whether a block renders the `h1` when it is the first one. */
export function opensPage(found: PageBlock | undefined): boolean {
  const words = found?.props.title ?? found?.props.quote;
  return typeof words === 'string' && words.trim() !== '';
}

/** Block type of a shared section. */
export const SHARED = 'SharedSection';

/** Ids of the shared sections in a page, each once. */
export function sectionIdsOf(content: readonly PageBlock[]): string[] {
  const found = new Set<string>();
  eachBlock(content, (one) => {
    if (one.type === SHARED && /^[0-9a-f-]{36}$/i.test(String(one.props.section))) found.add(String(one.props.section));
  });
  return [...found];
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
  if (depth > DEEPEST) return [];
  return content.filter(isBlock).flatMap((one) => {
    if (one.type === SHARED) {
      const inside = prefix ? [] : (sections.get(String(one.props.section)) ?? []);
      return withSections(inside, sections, `${one.props.id}-`, depth + 1);
    }
    const props = Object.entries(one.props).map(([name, value]) => [
      name,
      Array.isArray(value) && value.some(isBlock)
        ? withSections(value.filter(isBlock), sections, prefix, depth + 1)
        : value,
    ]);
    return [{ ...one, props: { ...Object.fromEntries(props), id: `${prefix}${one.props.id}` } }];
  });
}

/** Calls `visit` for every block, nested ones included, whatever their type. */
export function eachBlock(content: readonly PageBlock[], call: (found: PageBlock) => void, depth = 0): void {
  if (depth > DEEPEST) return;
  for (const one of content.filter(isBlock)) {
    call(one);
    for (const value of Object.values(one.props))
      if (Array.isArray(value)) eachBlock(value.filter(isBlock), call, depth + 1);
  }
}

/** Position of a block in Puck: its zone, by Puck's name, and the index in it. */
export type Place = { zone: string; index: number };
export const PAGE_ZONE = 'root:default-zone';
const zoneOf = (id: string, slot: string) => `${id}:${slot}`;

/**
 * Position of a block added without dragging: the first empty slot of the selected block, else after it, else the end
 * of the page.
 */
export function placeForNew(
  page: PageData,
  chosen: (Place & { id: string; emptyRooms: readonly string[] }) | null,
): Place {
  if (!chosen) return { zone: PAGE_ZONE, index: page.content.length };
  const [room] = chosen.emptyRooms;
  return room ? { zone: zoneOf(chosen.id, room), index: 0 } : { zone: chosen.zone, index: chosen.index + 1 };
}

/**
 * One position up or down. At either end of a slot the block leaves it, before or after the enclosing block; null where
 * it can't move further.
 */
export function placeBeside(at: Place, step: -1 | 1, count: number, around: Place | null): Place | null {
  const index = at.index + step;
  if (index >= 0 && index < count) return { zone: at.zone, index };
  return around && { zone: around.zone, index: step < 0 ? around.index : around.index + 1 };
}

/**
 * A list of blocks: the page itself or a slot. `around` are the enclosing blocks, outermost first, each with its slot
 * where it has several.
 */
export type Room = { zone: string; around: { found: PageBlock; slot: string | null }[]; blocks: PageBlock[] };

/** Nesting depth of a block, itself counted. */
function storeysOf(found: PageBlock, definitions: BlockDefinitions): number {
  const definition = definitions[found.type];
  const inside = definition ? slotNames(definition).flatMap((name) => slotOf(found, name)) : [];
  return 1 + Math.max(0, ...inside.map((one) => storeysOf(one, definitions)));
}

/**
 * Every slot a block may move to, in reading order, each with its other blocks. Excludes its own slots, slots that
 * would nest too deep, and empty hidden ones: one of four columns may be hidden.
 */
export function roomsFor(
  moving: PageBlock,
  page: PageData,
  definitions: BlockDefinitions,
  isShown: (zone: string) => boolean,
): Room[] {
  const storeys = storeysOf(moving, definitions);
  const isOther = ({ props }: PageBlock) => props.id !== moving.props.id;
  const look = (found: PageBlock, around: Room['around']): Room[] => {
    const definition = definitions[found.type];
    if (!definition || around.length + storeys > DEEPEST) return [];
    const slots = slotNames(definition);
    return slots.flatMap((slot) => {
      const zone = zoneOf(found.props.id, slot);
      const blocks = slotOf(found, slot);
      if (blocks.length === 0 && !isShown(zone)) return [];
      const here = [...around, { found, slot: slots.length > 1 ? slot : null }];
      const others = blocks.filter(isOther);
      return [{ zone, around: here, blocks: others }, ...others.flatMap((one) => look(one, here))];
    });
  };
  const others = page.content.filter(isBlock).filter(isOther);
  return [{ zone: PAGE_ZONE, around: [], blocks: others }, ...others.flatMap((one) => look(one, []))];
}

/** A list with one row moved up or down; null where it is at that end already. */
export function withRowMoved<Row>(rows: readonly Row[], at: number, step: -1 | 1): Row[] | null {
  const row = rows[at];
  if (row === undefined || at + step < 0 || at + step >= rows.length) return null;
  const others = rows.filter((_, index) => index !== at);
  return [...others.slice(0, at + step), row, ...others.slice(at + step)];
}
