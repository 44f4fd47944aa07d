import { Aperture } from 'lucide-react';
import type { CoursePicture as Picture } from '../schema.ts';

/** A course's cover in the proportions of a card; a drawn ground where it has none. */
export function CoursePicture({
  picture,
  isFirst = false,
  hasWords = false,
  className = 'aspect-video',
}: {
  picture: Picture | null;
  /** Above the fold: loaded at once. */
  isFirst?: boolean;
  /** The picture tells something that its surroundings don't. */
  hasWords?: boolean;
  className?: string;
}) {
  if (!picture) {
    return (
      <span className={`cover grid place-items-center bg-tint text-primary ${className}`} aria-hidden="true">
        <Aperture className="size-12" strokeWidth={1} />
      </span>
    );
  }
  return (
    <img
      className={`cover ${className}`}
      src={picture.image}
      alt={hasWords ? picture.alt : ''}
      width={picture.width ?? 960}
      height={picture.height ?? 640}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
    />
  );
}
