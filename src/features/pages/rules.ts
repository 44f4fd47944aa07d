import type { BlockDefinitions, BlockProps } from '#base/shared/blocks.ts';

/** An address as it may stand in a link: of this site, the web, mail or telephone; anything else leads nowhere. */
export function safeAddress(address: string | undefined): string {
  const trimmed = (address ?? '').trim();
  if (/^(?:https?:\/\/|mailto:|tel:|#|\?|\/(?![/\\]))/i.test(trimmed)) return trimmed;
  // A name without a scheme is a page of this site; one with a scheme is not ours to follow.
  return /^[a-z][a-z0-9+.-]*:/i.test(trimmed) || trimmed === '' || /^[/\\]/.test(trimmed) ? '#' : `/${trimmed}`;
}

export function linesOf(text: string | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** A page in the page builder's own form. */
export type PageData = {
  root: { props?: Record<string, unknown> };
  content: PageBlock[];
  zones?: Record<string, unknown>;
};
export type PageBlock = { type: string; props: BlockProps };

export const emptyPage: PageData = { root: { props: {} }, content: [], zones: {} };

/** Slots may hold blocks that hold slots; deeper than this no author meant. */
const DEEPEST = 6;

/** Every block of a page in reading order, those inside slots included, with their values made whole. */
export function blocksOf(content: readonly PageBlock[], definitions: BlockDefinitions, depth = 0): PageBlock[] {
  if (depth > DEEPEST) return [];
  return content.flatMap((found) => {
    const definition = definitions[found.type];
    if (!definition) return [];
    const inside = Object.entries(definition.fields)
      .filter(([, field]) => field.kind === 'slot')
      .flatMap(([name]) => blocksOf(slotOf(found, name), definitions, depth + 1));
    return [found, ...inside];
  });
}

/** The blocks in a slot; nothing where it holds something else. */
export function slotOf(found: PageBlock, name: string): PageBlock[] {
  const inside = found.props[name];
  return Array.isArray(inside) ? (inside.filter(isBlock) as PageBlock[]) : [];
}

function isBlock(value: unknown): value is PageBlock {
  return typeof value === 'object' && value !== null && 'type' in value && 'props' in value;
}

/** An author's values over the block's own: a block saved before a field existed still draws. */
export function valuesOf(found: PageBlock, definitions: BlockDefinitions): Record<string, unknown> {
  const definition = definitions[found.type];
  return { ...definition?.defaults, ...without(found.props) };
}

function without(props: BlockProps): Record<string, unknown> {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined && value !== null));
}

/** Whether a block, put first, carries the page's `h1`. */
export function opensPage(found: PageBlock | undefined): boolean {
  const words = found?.props.title ?? found?.props.quote;
  return typeof words === 'string' && words.trim() !== '';
}
