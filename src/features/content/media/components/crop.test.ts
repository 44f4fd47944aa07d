import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Crop, type CropEdges, dragCrop, largestCrop, MIN_SIDE, rotatedSize, wholePixels } from './crop.ts';

const size = { width: 400, height: 200 };

test('a quarter turn changes the sides, a half does not', () => {
  expect(rotatedSize(size, 1)).toEqual({ width: 200, height: 400 });
  expect(rotatedSize(size, 2)).toEqual(size);
});

test('the largest square lies in the middle', () => {
  expect(largestCrop(size, 1)).toEqual({ x: 100, y: 0, width: 200, height: 200 });
  expect(largestCrop(size, null)).toEqual({ x: 0, y: 0, width: 400, height: 200 });
});

test('the frame is moved as far as the picture goes', () => {
  const crop = { x: 100, y: 0, width: 200, height: 200 };
  expect(dragCrop(crop, { x: 0, y: 0 }, { x: 500, y: -9 }, size, 1)).toEqual({ ...crop, x: 200 });
});

test('a corner pulls its own edges, the opposite ones stay', () => {
  const crop = { x: 100, y: 50, width: 100, height: 100 };
  expect(dragCrop(crop, { x: -1, y: -1 }, { x: 20, y: 10 }, size, null)).toEqual({
    x: 120,
    y: 60,
    width: 80,
    height: 90,
  });
  expect(dragCrop(crop, { x: 1, y: 1 }, { x: 30, y: 0 }, size, 1)).toEqual({ x: 100, y: 50, width: 130, height: 130 });
});

test('whatever is pulled, the frame stays inside, large enough and in its shape', () => {
  const step = fc.record({
    edges: fc.constantFrom<CropEdges>(
      { x: 0, y: 0 },
      { x: -1, y: -1 },
      { x: 1, y: -1 },
      { x: -1, y: 1 },
      { x: 1, y: 1 },
    ),
    by: fc.record({ x: fc.integer({ min: -600, max: 600 }), y: fc.integer({ min: -600, max: 600 }) }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.constantFrom(null, 1, 16 / 9, 4 / 3), (steps, shape) => {
      let crop: Crop = largestCrop(size, shape);
      for (const { edges, by } of steps) {
        crop = dragCrop(crop, edges, by, size, shape);
        const pixels = wholePixels(crop, size);
        expect(crop.x).toBeGreaterThan(-1e-6);
        expect(crop.y).toBeGreaterThan(-1e-6);
        expect(crop.x + crop.width).toBeLessThan(size.width + 1e-6);
        expect(crop.y + crop.height).toBeLessThan(size.height + 1e-6);
        expect(Math.min(crop.width, crop.height)).toBeGreaterThan(MIN_SIDE - 1e-6);
        expect(pixels.x + pixels.width).toBeLessThanOrEqual(size.width);
        expect(pixels.y + pixels.height).toBeLessThanOrEqual(size.height);
        if (shape) expect(crop.width / crop.height).toBeCloseTo(shape, 5);
      }
    }),
  );
});
