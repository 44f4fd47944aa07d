import { safeUrl } from '#base/shared/addresses.ts';
import type { BlockPicture } from '#base/shared/blocks.ts';
import { blurOf, renderedPicture } from '#base/shared/pictures.ts';
import { fileAttributes, useMayLoad } from './file-consent.ts';

/** How wide a picture is where nothing narrower is said: the page's column, on small windows the whole window. */
const PAGE_COLUMN = '(min-width: 80rem) 75rem, 100vw';

/**
 * A picture with its measures, so that nothing jumps, in the width and form the reader's browser needs. The first of
 * a page is fetched at once, all others when they come near; a placeholder stands there until then.
 */
export function Picture({
  picture,
  className,
  isFirst = false,
  sizes = PAGE_COLUMN,
  box,
}: {
  picture: BlockPicture | undefined;
  className?: string;
  isFirst?: boolean;
  /** How wide it is drawn, as the attribute of HTML: `(min-width: 64rem) 24rem, 100vw`. */
  sizes?: string;
  /** The room it is drawn in, in pixels, where its own measures are not known. */
  box?: { width: number; height: number };
}) {
  const mayLoad = useMayLoad();
  if (!picture?.src) return null;
  const rendered = renderedPicture(picture.src, picture.width);
  const blur = blurOf(picture.blur);
  // Browsers that know how wide a late picture is drawn choose by that; without its measures they would stretch it.
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
