import { validValues } from '#base/shared/block-values.ts';
import type { BlockDefinition, BlockDefinitions, BlockField, BlockProps } from '#base/shared/blocks.ts';

export function linesOf(text: string | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** A map of OpenStreetMap around a place: what a frame loads, and the address of the same place there. */
export function mapOf(latitude: number, longitude: number, zoom: number): { src: string; href: string } {
  // The window shows about 360 / 2^zoom degrees across a tile; two tiles fit a page.
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

/** A page in the page builder's own form. */
export type PageData = {
  root: { props?: Record<string, unknown> };
  content: PageBlock[];
  zones?: Record<string, unknown>;
};
export type PageBlock = { type: string; props: BlockProps };

/** A block as it is written by hand, before it has an id; slots hold further ones. */
export type WrittenBlock = { type: string; props: Record<string, unknown> };

/** A page of written blocks in the page builder's own form; ids are counted over the page, slots included. */
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

/** Slots may hold blocks that hold slots; deeper than this no author meant. */
const DEEPEST = 6;

/** Every block of a page in reading order, those inside slots included, with their values made whole. */
export function blocksOf(content: readonly PageBlock[], definitions: BlockDefinitions, depth = 0): PageBlock[] {
  if (depth > DEEPEST) return [];
  return content.filter(isBlock).flatMap((found) => {
    const definition = definitions[found.type];
    if (!definition) return [];
    const inside = slotNames(definition).flatMap((name) => blocksOf(slotOf(found, name), definitions, depth + 1));
    return [found, ...inside];
  });
}

/** The blocks in a slot; nothing where it holds something else. */
export function slotOf(found: PageBlock, name: string): PageBlock[] {
  const inside = found.props[name];
  return Array.isArray(inside) ? (inside.filter(isBlock) as PageBlock[]) : [];
}

function isBlock(value: unknown): value is PageBlock {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('props' in value)) return false;
  return typeof value.type === 'string' && typeof value.props === 'object' && value.props !== null;
}

/** An author's values in the shape the block asks for: one saved before a field existed, or spoilt since, still draws. */
export function valuesOf(found: PageBlock, definitions: BlockDefinitions): Record<string, unknown> {
  const definition = definitions[found.type];
  return definition ? validValues(definition, found.props) : {};
}

/** Whether visitors see a block: one that nothing here can draw, or that lacks what it is for, is left out. `data` is what blocks read, by id. */
export function isDrawn(found: PageBlock, data: Record<string, unknown>, definitions: BlockDefinitions): boolean {
  const definition = definitions[found?.type];
  if (!definition) return false;
  return !definition.isEmpty?.(valuesOf(found, definitions), data[found.props.id]);
}

/** The kinds of blocks in a page that nothing here can draw; visitors see the rest of the page. */
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

/** The fields of a block that hold further blocks. */
export function slotNames(definition: BlockDefinition): string[] {
  return Object.entries(definition.fields as Record<string, BlockField>)
    .filter(([, field]) => field.kind === 'slot')
    .map(([name]) => name);
}

/** Whether a block, put first, carries the page's `h1`. */
export function opensPage(found: PageBlock | undefined): boolean {
  const words = found?.props.title ?? found?.props.quote;
  return typeof words === 'string' && words.trim() !== '';
}

/** The kind of block that stands for a shared section. */
export const SHARED = 'SharedSection';

/** The ids of the shared sections a page shows, each once. */
export function sectionIdsOf(content: readonly PageBlock[]): string[] {
  const found = new Set<string>();
  eachBlock(content, (one) => {
    if (one.type === SHARED && /^[0-9a-f-]{36}$/i.test(String(one.props.section))) found.add(String(one.props.section));
  });
  return [...found];
}

/**
 * A page's blocks with the shared sections in their places. Ids stay apart where a section stands twice; a section inside a
 * section, or one that is gone, leaves nothing.
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

/** Calls for every block, those inside others included, whatever their kind. */
export function eachBlock(content: readonly PageBlock[], call: (found: PageBlock) => void, depth = 0): void {
  if (depth > DEEPEST) return;
  for (const one of content.filter(isBlock)) {
    call(one);
    for (const value of Object.values(one.props))
      if (Array.isArray(value)) eachBlock(value.filter(isBlock), call, depth + 1);
  }
}

/** Where a block stands in the builder: in a list of blocks, named as the builder names it, and at which place of it. */
export type Place = { zone: string; index: number };
export const PAGE_ZONE = 'root:default-zone';
const zoneOf = (id: string, slot: string) => `${id}:${slot}`;

/**
 * Where a block goes that is added without being dragged: into the first empty room of the block that is chosen, else behind
 * it, else to the end of the page.
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
 * One place up or down. At either end of a block's room it leaves that room, and stands before or behind the block; null where
 * there is no further place.
 */
export function placeBeside(at: Place, step: -1 | 1, count: number, around: Place | null): Place | null {
  const index = at.index + step;
  if (index >= 0 && index < count) return { zone: at.zone, index };
  return around && { zone: around.zone, index: step < 0 ? around.index : around.index + 1 };
}

/** Where a block may be put: the page itself or a slot of a block in it. `around` are the blocks it lies in, the outermost first, each with its slot where it has several. */
export type Room = { zone: string; around: { found: PageBlock; slot: string | null }[]; blocks: PageBlock[] };

/** How many blocks lie inside each other, this one counted. */
function storeysOf(found: PageBlock, definitions: BlockDefinitions): number {
  const definition = definitions[found.type];
  const inside = definition ? slotNames(definition).flatMap((name) => slotOf(found, name)) : [];
  return 1 + Math.max(0, ...inside.map((one) => storeysOf(one, definitions)));
}

/**
 * Every room a block may be put into, in reading order, each with the blocks that stand there beside it. None of its own, none
 * where it would lie too deep, and of the empty ones those alone that are shown: one of four columns may be out of sight.
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

/** A list with one of its rows a place further up or down; null where it stands at that end already. */
export function withRowMoved<Row>(rows: readonly Row[], at: number, step: -1 | 1): Row[] | null {
  const row = rows[at];
  if (row === undefined || at + step < 0 || at + step >= rows.length) return null;
  const others = rows.filter((_, index) => index !== at);
  return [...others.slice(0, at + step), row, ...others.slice(at + step)];
}
