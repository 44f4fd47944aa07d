/**
 * A picture as a block, field or setting stores it; `width` and `height` in pixels, to prevent layout shift; `blur` is a tiny placeholder as a
 * `data:` URL.
 */
export type PictureValue = { src: string; alt: string; width?: number; height?: number; blur?: string };

/** Widths in pixels in which the storage service renders a picture: phones, columns, whole windows, and twice those. */
const WIDTHS = [320, 480, 640, 960, 1280, 1920, 2500] as const;

/** Width of the fallback `src` without `srcset`. */
const PLAIN_WIDTH = 960;

/** JPEG/WebP quality of the specification, section 9. */
export const PICTURE_QUALITY = 75;

/** A tiny placeholder image, created when the picture was chosen; anything else is rejected for styles. */
const BLUR = /^data:image\/(?:webp|png|jpeg);base64,[A-Za-z0-9+/]{20,1400}={0,2}$/;

const STORED = /^((?:https:\/\/[^/?#\s"<>]{1,253})?\/storage\/v1)\/object\/public\/([^?#\s"<>]{3,900})$/;

/** Builds render URLs of a stored picture; null for pictures the storage service serves unchanged. */
function renderingOf(src: string): ((size: string) => string) | null {
  const [, service, path] = STORED.exec(src) ?? [];
  if (!service || !path || !/\.(?:jpe?g|png|webp|avif|img)$/i.test(path)) return null;
  return (size) => `${service}/render/image/public/${path}?${size}&quality=${PICTURE_QUALITY}`;
}

export type RenderedPicture = { src: string; srcSet: string };

/**
 * A stored picture in every width a page may need, in the browser's best format; null for pictures the storage service
 * serves unchanged: SVG, animations, pictures of other sites. `width` is the picture's own, the maximum.
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

/**
 * A stored picture cropped to a square in pixels, for avatars; any other URL is returned unchanged. The version query
 * is kept.
 */
export function avatarPicture(src: string, pixels: number): string {
  const [address = src, version] = src.split('?', 2);
  const rendered = renderingOf(address)?.(`width=${pixels}&height=${pixels}&resize=cover`);
  if (!rendered) return src;
  return version ? `${rendered}&${version}` : rendered;
}

/**
 * A stored picture in the social card format, because social networks show neither SVG nor the newest formats; any
 * other URL is returned unchanged.
 */
export function socialPicture(src: string, origin: string): string {
  const rendered = renderingOf(src)?.('width=1200&height=630&resize=cover');
  return new URL(rendered ? `${rendered}&format=origin` : src, origin).href;
}

/** Characters our own fonts cover: others would render as empty boxes on a machine without a font for them. */
const DRAWABLE =
  /^[\p{Script=Latin}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]*[\p{L}\p{N}][\p{Script=Latin}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]*$/u;
const DRAWING = /\.(?:svg|gif)(?:[?#]|$)/i;

/**
 * The link preview picture of a page: its photo; without one, or for an SVG, which social networks don't show, a card
 * rendered from its title by `/site/social`; where our fonts lack its characters, any picture there is. `path` is the
 * page's own, encoded.
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
  // The hash changes the URL with the title: link previews are cached by URL.
  let mark = 0;
  for (const character of title) mark = (Math.imul(mark, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return `${origin}${SOCIAL_CARDS}${path === '/' ? '/index' : path}.png?v=${(mark >>> 0).toString(36)}`;
}

/** Path prefix of every public page's social card, followed by the page's own path. */
export const SOCIAL_CARDS = '/site/social';

/** A placeholder that is safe in a style, else empty. */
export function blurOf(value: unknown): string | undefined {
  return typeof value === 'string' && BLUR.test(value) ? value : undefined;
}
