import { Package } from 'lucide-react';
import { Picture } from '#ui/display/picture.tsx';

type ProductPictureProps = { image: string | null; className: string; isFirst?: boolean; sizes?: string };

/** The picture of a product; a drawing where it has none. */
export function ProductPicture({ image, className, isFirst = false, sizes }: ProductPictureProps) {
  if (!image) {
    return (
      <span className={`cover grid place-items-center bg-tint text-primary ${className}`} aria-hidden="true">
        <Package className="size-12" strokeWidth={1} />
      </span>
    );
  }
  return (
    <Picture
      className={`cover ${className}`}
      picture={{ src: image, alt: '' }}
      isFirst={isFirst}
      sizes={sizes ?? '(min-width: 64rem) 24rem, 100vw'}
    />
  );
}
