import { expect, test } from 'vitest';
import { rowsOfAllPages } from './all-pages.ts';

test.each([0, 1, 999, 1_000, 1_001, 2_500])('of %i rows every one is in the file, once and in order', async (many) => {
  const expected = Array.from({ length: many }, (_, at) => at);
  const pages: number[] = [];
  const rows = await rowsOfAllPages(async (page, pageSize) => {
    pages.push(page);
    return { rows: expected.slice((page - 1) * pageSize, page * pageSize) };
  });
  expect(rows).toEqual(expected);
  expect(pages).toEqual(Array.from({ length: Math.floor(many / 1_000) + 1 }, (_, at) => at + 1));
});
