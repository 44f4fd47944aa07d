import { expect, test } from 'vitest';
import { csvOf, rowsOfAllPages } from './csv.ts';

test('a file keeps commas, quotes and lines, and disarms what a spreadsheet would run', () => {
  expect(
    csvOf(
      ['A', 'B'],
      [
        ['x "y", z', 5],
        ['=1+1', null],
        ['-2', -2],
        ['Line\nbreak', '@x'],
      ],
    ),
  ).toBe('\uFEFFA,B\r\n"x ""y"", z",5\r\n\'=1+1,\r\n\'-2,-2\r\n"Line\nbreak",\'@x\r\n');
});

test.each([0, 1, 999, 1_000, 1_001, 2_500])('of %i rows every one is in the file, once and in order', async (many) => {
  const kept = Array.from({ length: many }, (_, at) => at);
  const asked: number[] = [];
  const rows = await rowsOfAllPages(async (page, pageSize) => {
    asked.push(page);
    return { rows: kept.slice((page - 1) * pageSize, page * pageSize) };
  });
  expect(rows).toEqual(kept);
  expect(asked).toEqual(Array.from({ length: Math.floor(many / 1_000) + 1 }, (_, at) => at + 1));
});
