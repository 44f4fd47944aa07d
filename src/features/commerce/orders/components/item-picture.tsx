import { Picture } from '#ui/display/picture.tsx';

/** The picture of what is bought, where it has one. */
export function ItemPicture({ image }: { image: string | null }) {
  return image ? (
    <Picture
      className="h-15 w-20 flex-none rounded object-cover"
      picture={{ src: image, alt: '' }}
      box={{ width: 80, height: 60 }}
      sizes="5rem"
    />
  ) : null;
}
