import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { blurOf, type PictureValue } from '#base/shared/pictures.ts';
import { MAX_PICTURE_BYTES, pathOf } from '../rules.ts';

/** Image types of a site. */
export const pictureKinds = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/bmp',
  'image/avif',
  'image/webp',
  'image/svg+xml',
];

/** Uploads an image to the account's public files; rejects with a sentence for the user. */
export function useSendPicture(): (file: File) => Promise<Omit<PictureValue, 'alt'>> {
  const { t } = useTranslation('media');
  const db = useDb();
  const { account_id } = useAccount();
  return async (file) => {
    if (!pictureKinds.includes(file.type)) throw new Error(t('picture.wrongKind'));
    if (file.size > MAX_PICTURE_BYTES) throw new Error(t('picture.tooLarge'));
    const path = pathOf(file.name, crypto.randomUUID().slice(0, 8));
    const size = await sizeOf(file);
    const { error } = await db.storage.from(account_id).upload(path, file, {
      contentType: file.type,
      // Caches are bypassed after a minute, so that a replaced image shows soon.
      cacheControl: '60',
      metadata: { name: file.name, width: size.width, height: size.height },
    });
    if (error) throw new Error(error.message);
    return { src: `/storage/v1/object/public/${account_id}/${path}`, ...size };
  };
}

const BLUR_WIDTH = 16;

/** An image's size in pixels and its blurred placeholder; empty where the browser can't decode it. */
async function sizeOf(file: File): Promise<{ width?: number; height?: number; blur?: string }> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    if (image.naturalWidth === 0) return {};
    return { width: image.naturalWidth, height: image.naturalHeight, blur: blurOf(placeholderOf(image)) };
  } catch {
    return {};
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Blurred placeholder as a data URL; undefined for images with transparency, where it would show through. */
function placeholderOf(image: HTMLImageElement): string | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = BLUR_WIDTH;
  canvas.height = Math.max(1, Math.min(32, Math.round((BLUR_WIDTH * image.naturalHeight) / image.naturalWidth)));
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  for (let alpha = 3; alpha < data.length; alpha += 4) if ((data[alpha] ?? 0) < 250) return undefined;
  return canvas.toDataURL('image/webp', 0.4);
}
