import { Aperture } from 'lucide-react';
import { Picture } from '#ui/display/picture.tsx';
import type { CoursePicture as Cover } from '../schema.ts';

/** A course's cover in the proportions of a card; a placeholder if it has none. */
export function CoursePicture({
  picture,
  isFirst = false,
  isInformative: hasWords = false,
  className = 'aspect-video',
  sizes = '(min-width: 64rem) 24rem, 100vw',
}: {
  picture: Cover | null;
  /** Above the fold: loaded eagerly. */
  isFirst?: boolean;
  /** The picture is not decorative: it gets its alt text. */
  isInformative?: boolean;
  className?: string;
  sizes?: string;
}) {
  if (!picture) {
    return (
      <span className={`cover grid place-items-center bg-tint text-primary ${className}`} aria-hidden="true">
        <Aperture className="size-12" strokeWidth={1} />
      </span>
    );
  }
  return (
    <Picture
      className={`cover ${className}`}
      picture={{ ...picture, src: picture.image, alt: hasWords ? picture.alt : '' }}
      isFirst={isFirst}
      sizes={sizes}
    />
  );
}
