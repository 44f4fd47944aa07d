import type { BlockPicture } from '#base/shared/blocks.ts';

export type SeedBlock = { type: string; props: Record<string, unknown> };
export type SeedPage = { slug: string; title: string; description: string; blocks: SeedBlock[]; picture?: string };
/** Uploads a drawing of this folder and answers it as a picture. */
export type Draw = (name: string, alt: string, width?: number, height?: number) => Promise<BlockPicture>;

/** A block with an id that says what it is. */
export const put = (type: string, props: Record<string, unknown>): SeedBlock => ({ type, props });

/** The page builder's own form; ids are counted over the page, slots included. */
export function pageData(blocks: SeedBlock[]): object {
  let count = 0;
  const number = (found: SeedBlock): object => {
    count += 1;
    const id = `${found.type}-${count}`;
    const props = Object.fromEntries(
      Object.entries(found.props).map(([name, value]) => [
        name,
        Array.isArray(value) && value.every(isBlock) ? value.map(number) : value,
      ]),
    );
    return { type: found.type, props: { ...props, id } };
  };
  return { root: { props: {} }, content: blocks.map(number), zones: {} };
}

function isBlock(value: unknown): value is SeedBlock {
  return typeof value === 'object' && value !== null && 'type' in value && 'props' in value;
}
