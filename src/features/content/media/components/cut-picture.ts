import { type Crop, rotatedSize, type Size } from './crop.ts';

const QUALITY = 0.92;

/** Rotates the image by quarter turns, crops it and encodes it in `type`. */
export async function cutPicture(image: HTMLImageElement, quarters: number, crop: Crop, type: string): Promise<Blob> {
  const size: Size = { width: image.naturalWidth, height: image.naturalHeight };
  const rotated = rotatedSize(size, quarters);
  const canvas = Object.assign(document.createElement('canvas'), { width: crop.width, height: crop.height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  context.translate(-crop.x, -crop.y);
  context.translate(rotated.width / 2, rotated.height / 2);
  context.rotate((quarters * Math.PI) / 2);
  context.drawImage(image, -size.width / 2, -size.height / 2);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture came out.'))), type, QUALITY),
  );
}
