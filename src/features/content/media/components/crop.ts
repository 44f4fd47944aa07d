/** Crop rectangle in pixels of the image after its rotation. */
export type Crop = { x: number; y: number; width: number; height: number };
export type Size = { width: number; height: number };
/** Which edges are dragged: -1 left/top, 1 right/bottom, 0 none; 0 and 0 moves the rectangle. */
export type CropEdges = { x: -1 | 0 | 1; y: -1 | 0 | 1 };

/** Minimum side of a crop rectangle in pixels. */
export const MIN_SIDE = 16;

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), Math.max(min, max));

export function rotatedSize(size: Size, quarters: number): Size {
  return quarters % 2 === 0 ? size : { width: size.height, height: size.width };
}

/** Largest centred crop of an aspect ratio (width by height); the full image where `shape` is null. */
export function largestCrop(size: Size, shape: number | null): Crop {
  if (shape === null) return { x: 0, y: 0, ...size };
  const width = Math.min(size.width, size.height * shape);
  const height = width / shape;
  return { x: (size.width - width) / 2, y: (size.height - height) / 2, width, height };
}

/** The crop after a drag by `delta` pixels: stays inside the image, at least `MIN_SIDE` and in its aspect ratio. */
export function dragCrop(
  crop: Crop,
  edges: CropEdges,
  delta: { x: number; y: number },
  size: Size,
  shape: number | null,
): Crop {
  if (edges.x === 0 && edges.y === 0) {
    return {
      ...crop,
      x: clamp(crop.x + delta.x, 0, size.width - crop.width),
      y: clamp(crop.y + delta.y, 0, size.height - crop.height),
    };
  }
  const right = crop.x + crop.width;
  const bottom = crop.y + crop.height;
  const roomX = edges.x < 0 ? right : size.width - crop.x;
  const roomY = edges.y < 0 ? bottom : size.height - crop.y;
  let width = edges.x === 0 ? crop.width : clamp(crop.width + edges.x * delta.x, MIN_SIDE, roomX);
  let height = edges.y === 0 ? crop.height : clamp(crop.height + edges.y * delta.y, MIN_SIDE, roomY);
  if (shape !== null) {
    width = Math.min(edges.x === 0 ? height * shape : width, roomX, roomY * shape);
    width = Math.min(Math.max(width, MIN_SIDE, MIN_SIDE * shape), roomX, roomY * shape);
    height = width / shape;
  }
  return { x: edges.x < 0 ? right - width : crop.x, y: edges.y < 0 ? bottom - height : crop.y, width, height };
}

/** Rounds a crop to whole pixels inside the image. */
export function wholePixels(crop: Crop, size: Size): Crop {
  const x = Math.round(clamp(crop.x, 0, size.width - 1));
  const y = Math.round(clamp(crop.y, 0, size.height - 1));
  return {
    x,
    y,
    width: clamp(Math.round(crop.width), 1, size.width - x),
    height: clamp(Math.round(crop.height), 1, size.height - y),
  };
}
