import type { PictureValue } from '#base/shared/pictures.ts';
import type { WrittenBlock } from '#features/content/blocks/document/rules.ts';

export type SeedPage = { slug: string; title: string; description: string; blocks: WrittenBlock[]; picture?: string };

/** An SVG of this folder as an image value; seed.ts uploads the file and puts its address into `src`. */
export const drawing = (name: string, alt: string, width = 960, height = 640): PictureValue => ({
  src: `drawing:${name}`,
  alt,
  width,
  height,
});

/** The portrait beside a name. */
export const face = (name: string): PictureValue => drawing(`p-${name}.svg`, '', 80, 80);

export const put = (type: string, props: Record<string, unknown>): WrittenBlock => ({ type, props });
