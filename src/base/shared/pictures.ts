/** Widths a picture of the storage service is offered in, in pixels: phones, columns, whole windows, and their double. */
const WIDTHS = [320, 480, 640, 960, 1280, 1920, 2500] as const;

/** What a plain reader without `srcset` gets. */
const PLAIN_WIDTH = 960;

/** The quality of the specification, section 9. */
export const PICTURE_QUALITY = 75;

/** A placeholder of a few pixels, made where the picture was chosen; anything else never reaches a style. */
const BLUR = /^data:image\/(?:webp|png|jpeg);base64,[A-Za-z0-9+/]{20,1400}={0,2}$/;

const STORED = /^((?:https:\/\/[^/?#\s"<>]{1,253})?\/storage\/v1)\/object\/public\/([^?#\s"<>]{3,900})$/;

export type RenderedPicture = { src: string; srcSet: string };

/**
 * A stored picture in every width a page may need, in the form the browser takes best; null for what the storage
 * service hands out as it is: drawings, moving pictures, pictures of other sites. `width` is the picture's own, so
 * that nothing larger than it is promised.
 */
export function renderedPicture(src: string, width?: number): RenderedPicture | null {
  const [, service, path] = STORED.exec(src) ?? [];
  if (!service || !path || !/\.(?:jpe?g|png|webp|avif|img)$/i.test(path)) return null;
  const at = (wide: number) =>
    `${service}/render/image/public/${path}?width=${wide}&resize=contain&quality=${PICTURE_QUALITY}`;
  const most = Math.min(width ?? 1920, 2500);
  const widths = [...WIDTHS.filter((wide) => wide < most), most];
  return {
    src: at(Math.min(PLAIN_WIDTH, most)),
    srcSet: widths.map((wide) => `${at(wide)} ${wide}w`).join(', '),
  };
}

/** A stored picture as a card of social networks, which show neither drawings nor the newest forms; else its own address. */
export function socialPicture(src: string, origin: string): string {
  const [, service, path] = STORED.exec(src) ?? [];
  if (!service || !path || !renderedPicture(src)) return new URL(src, origin).href;
  return new URL(
    `${service}/render/image/public/${path}?width=1200&height=630&resize=cover&quality=${PICTURE_QUALITY}&format=origin`,
    origin,
  ).href;
}

/** A placeholder that may stand in a style, else nothing. */
export function blurOf(value: unknown): string | undefined {
  return typeof value === 'string' && BLUR.test(value) ? value : undefined;
}
