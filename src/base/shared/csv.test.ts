import { expect, test } from 'vitest';
import { pagesOf } from './all-pages.ts';
import { csvInPages, csvOf } from './csv.ts';

test('a file keeps commas, quotes and lines, and neutralizes spreadsheet formulas', () => {
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
  ).toBe('\uFEFFA,B\r\n"x ""y"", z",5\r\n"\'=1+1",\r\n"\'-2",-2\r\n"Line\nbreak","\'@x"\r\n');
});

test.each([0, 999, 1_000, 1_001, 20_000, 20_001])(
  'a file of %i rows holds them all, and no portion waits for another',
  async (many) => {
    const chunks: string[] = [];
    let reads = 0;
    const read = async (page: number, pageSize: number) => {
      // The previous page was written: only one is in memory at a time.
      expect(chunks).toHaveLength(page);
      reads += 1;
      const remaining = Math.max(0, Math.min(pageSize, many - (page - 1) * pageSize));
      return { rows: Array.from({ length: remaining }, (_, at) => (page - 1) * pageSize + at) };
    };
    const count = await csvInPages(
      ['No', 'Twice'],
      pagesOf(read),
      (row) => [row, row * 2],
      (text) => {
        chunks.push(text);
      },
    );
    expect(count).toBe(many);
    expect(reads).toBe(Math.floor(many / 1_000) + 1);
    expect(chunks.join('')).toBe(
      csvOf(
        ['No', 'Twice'],
        Array.from({ length: many }, (_, at) => [at, at * 2]),
      ),
    );
  },
);
