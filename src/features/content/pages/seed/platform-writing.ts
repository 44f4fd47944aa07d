import type { PictureValue } from '#base/shared/pictures.ts';

/** Screenshot of the product (public/pictures/product), all of one size. */
export const shot = (name: string, alt: string): PictureValue => ({
  src: `/pictures/product/${name}.webp`,
  alt,
  width: 1280,
  height: 860,
});

/** Screenshot of one of the six site templates. */
export const siteShot = (name: string, alt: string): PictureValue => ({
  src: `/pictures/templates/${name}.webp`,
  alt,
  width: 1280,
  height: 960,
});

export const noPicture: PictureValue = { src: '', alt: '' };
export const begin = { label: 'Begin a site', href: '/signup', look: 'primary' } as const;
export const plain = { picture: noPicture, layout: 'plain', note: '', noteEnd: '' } as const;
