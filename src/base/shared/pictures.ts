/** Widths a picture of the storage service is offered in, in pixels: phones, columns, whole windows, and their double. */
const WIDTHS = [320, 480, 640, 960, 1280, 1920, 2500] as const;

/** What a plain reader without `srcset` gets. */
const PLAIN_WIDTH = 960;

/** The quality of the specification, section 9. */
export const PICTURE_QUALITY = 75;

/** A placeholder of a few pixels, made where the picture was chosen; anything else never reaches a style. */
const BLUR = /^data:image\/(?:webp|png|jpeg);base64,[A-Za-z0-9+/]{20,1400}={0,2}$/;

const STORED = /^((?:https:\/\/[^/?#\s"<>]{1,253})?\/storage\/v1)\/object\/public\/([^?#\s"<>]{3,900})$/;

/** Makes addresses of a stored picture as the storage service renders it; null for what it hands out as it is. */
function renderingOf(src: string): ((size: string) => string) | null {
  const [, service, path] = STORED.exec(src) ?? [];
  if (!service || !path || !/\.(?:jpe?g|png|webp|avif|img)$/i.test(path)) return null;
  return (size) => `${service}/render/image/public/${path}?${size}&quality=${PICTURE_QUALITY}`;
}

export type RenderedPicture = { src: string; srcSet: string };

/**
 * A stored picture in every width a page may need, in the form the browser takes best; null for what the storage
 * service hands out as it is: drawings, moving pictures, pictures of other sites. `width` is the picture's own, so
 * that nothing larger than it is promised.
 */
export function renderedPicture(src: string, width?: number): RenderedPicture | null {
  const rendered = renderingOf(src);
  if (!rendered) return null;
  const at = (wide: number) => rendered(`width=${wide}&resize=contain`);
  const maxWidth = Math.min(width ?? 1920, 2500);
  const widths = [...WIDTHS.filter((wide) => wide < maxWidth), maxWidth];
  return {
    src: at(Math.min(PLAIN_WIDTH, maxWidth)),
    srcSet: widths.map((wide) => `${at(wide)} ${wide}w`).join(', '),
  };
}

/** A stored picture as a square of so many pixels, for a face beside a name; else its own address. What tells its versions apart stays. */
export function facePicture(src: string, pixels: number): string {
  const [address = src, version] = src.split('?', 2);
  const rendered = renderingOf(address)?.(`width=${pixels}&height=${pixels}&resize=cover`);
  if (!rendered) return src;
  return version ? `${rendered}&${version}` : rendered;
}

/** A stored picture as a card of social networks, which show neither drawings nor the newest forms; else its own address. */
export function socialPicture(src: string, origin: string): string {
  const rendered = renderingOf(src)?.('width=1200&height=630&resize=cover');
  return new URL(rendered ? `${rendered}&format=origin` : src, origin).href;
}

/** Letters our own fonts have: others would be drawn as empty boxes where the machine has no font for them. */
const DRAWABLE =
  /^[\p{Script=Latin}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]*[\p{L}\p{N}][\p{Script=Latin}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]*$/u;
const DRAWING = /\.(?:svg|gif)(?:[?#]|$)/i;

/**
 * What stands beside a link to a page: its photograph; where it has none, or a drawing, which social networks don't show,
 * a card drawn of its title by `/site/social`; where its letters can't be drawn, whatever picture there is.
 * `path` is the page's own, encoded.
 */
export function linkPicture({
  origin,
  path,
  title,
  picture,
}: {
  origin: string;
  path: string;
  title: string;
  picture: string | undefined;
}): string | undefined {
  if (picture && !DRAWING.test(picture)) return socialPicture(picture, origin);
  if (!DRAWABLE.test(title)) return picture ? socialPicture(picture, origin) : undefined;
  // Another title is another address: readers of links keep what they once fetched.
  let mark = 0;
  for (const character of title) mark = (Math.imul(mark, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return `${origin}${SOCIAL_CARDS}${path === '/' ? '/index' : path}.png?v=${(mark >>> 0).toString(36)}`;
}

/** Below it stands the card of every public page, at the page's own path. */
export const SOCIAL_CARDS = '/site/social';

/** A placeholder that may stand in a style, else nothing. */
export function blurOf(value: unknown): string | undefined {
  return typeof value === 'string' && BLUR.test(value) ? value : undefined;
}
