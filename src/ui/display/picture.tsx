import { safeUrl } from '#base/shared/addresses.ts';
import { blurOf, type PictureValue, renderedPicture } from '#base/shared/pictures.ts';
import { fileAttributes, useCanLoad } from './file-consent.ts';

/** Default `sizes`: the page's column, on small windows the full width. */
const PAGE_COLUMN = '(min-width: 80rem) 75rem, 100vw';

/**
 * An image with its dimensions, to prevent layout shift, in the width and format the reader's browser needs. The first
 * one of a page loads eagerly, all others lazily, with a placeholder until then.
 */
export function Picture({
  picture,
  className,
  isFirst = false,
  sizes = PAGE_COLUMN,
  box,
}: {
  picture: PictureValue | undefined;
  className?: string;
  isFirst?: boolean;
  /** The `sizes` attribute: `(min-width: 64rem) 24rem, 100vw`. */
  sizes?: string;
  /** Rendered size in pixels, where the image's own dimensions are unknown. */
  box?: { width: number; height: number };
}) {
  const mayLoad = useCanLoad();
  if (!picture?.src) return null;
  const rendered = renderedPicture(picture.src, picture.width);
  const blur = blurOf(picture.blur);
  // `sizes=auto` picks by the rendered width of a lazy image; without dimensions the browser would stretch it.
  const hasDimensions = picture.width !== undefined && picture.height !== undefined;
  return (
    <img
      className={className}
      {...fileAttributes(mayLoad, { src: rendered?.src ?? safeUrl(picture.src), srcSet: rendered?.srcSet })}
      sizes={rendered ? (isFirst || !hasDimensions ? sizes : `auto, ${sizes}`) : undefined}
      alt={picture.alt}
      width={picture.width ?? box?.width ?? 960}
      height={picture.height ?? box?.height ?? 640}
      loading={isFirst ? undefined : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
      style={blur ? { background: `url("${blur}") center / cover no-repeat` } : undefined}
    />
  );
}
