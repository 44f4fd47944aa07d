import type { PictureValue } from '#base/shared/pictures.ts';
import type { WrittenBlock } from '#features/content/blocks/document/rules.ts';

export type SeedPage = { slug: string; title: string; description: string; blocks: WrittenBlock[]; picture?: string };
/** Uploads an SVG of this folder and returns it as an image value. */
export type Draw = (name: string, alt: string, width?: number, height?: number) => Promise<PictureValue>;

export const put = (type: string, props: Record<string, unknown>): WrittenBlock => ({ type, props });
