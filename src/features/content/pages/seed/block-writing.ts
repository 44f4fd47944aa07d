import type { BlockPicture } from '#base/shared/blocks.ts';
import type { WrittenBlock } from '../rules.ts';

export type SeedPage = { slug: string; title: string; description: string; blocks: WrittenBlock[]; picture?: string };
/** Uploads an SVG of this folder and returns it as an image value. */
export type Draw = (name: string, alt: string, width?: number, height?: number) => Promise<BlockPicture>;

export const put = (type: string, props: Record<string, unknown>): WrittenBlock => ({ type, props });
