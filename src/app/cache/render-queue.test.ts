import { expect, test } from 'vitest';
import { createRenderQueue } from './render-queue.ts';

function openEnded() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const make = (which: number) => () => {
    begun.push(which);
    return new Promise<number>((resolve) => {
      ends[which] = () => resolve(which);
    });
  };
  return { begun, ends, make };
}

test('three pages are begun, and the next ones in their order as each of them is done', async () => {
  const inTurn = createRenderQueue();
  const { begun, ends, make } = openEnded();
  const created = [0, 1, 2, 3, 4].map((which) => inTurn(make(which)));
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.();
  expect(await created[1]).toBe(1);
  await expect.poll(() => begun).toContain(3);
  expect(begun.slice(0, 4)).toEqual([0, 1, 2, 3]);
  await expect.poll(() => begun).toContain(4);
  for (const end of ends) end();
  expect(await Promise.all(created)).toEqual([0, 1, 2, 3, 4]);
});

test('pages that wait for something without end hold nobody up', async () => {
  const inTurn = createRenderQueue();
  for (let index = 0; index < 9; index++) void inTurn(() => new Promise(() => {}));
  expect(await inTurn(async () => 'made')).toBe('made');
});

test('a page that fails, before or after it waited, is told so and gives its turn back', async () => {
  const inTurn = createRenderQueue();
  for (let index = 0; index < 9; index++) {
    const fails = inTurn(
      index % 2
        ? () => {
            throw new Error(`page ${index}`);
          }
        : async () => Promise.reject(new Error(`page ${index}`)),
    );
    await expect(fails).rejects.toThrow(`page ${index}`);
  }
  expect(await inTurn(async () => 'made')).toBe('made');
});
