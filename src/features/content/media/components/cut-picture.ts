import { type Crop, type Size, turnedSize } from './crop.ts';

const QUALITY = 0.92;

/** Rotates the image by quarter turns, crops it and encodes it in `type`. */
export async function cutPicture(image: HTMLImageElement, quarters: number, crop: Crop, type: string): Promise<Blob> {
  const size: Size = { width: image.naturalWidth, height: image.naturalHeight };
  const turned = turnedSize(size, quarters);
  const canvas = Object.assign(document.createElement('canvas'), { width: crop.width, height: crop.height });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no pictures.');
  pen.translate(-crop.x, -crop.y);
  pen.translate(turned.width / 2, turned.height / 2);
  pen.rotate((quarters * Math.PI) / 2);
  pen.drawImage(image, -size.width / 2, -size.height / 2);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture came out.'))), type, QUALITY),
  );
}
