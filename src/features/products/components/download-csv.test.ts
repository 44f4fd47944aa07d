import { expect, test } from 'vitest';
import { csvOf } from './download-csv.ts';

test('quotes everything, and defuses what a spreadsheet would run', () => {
  expect(
    csvOf(
      ['A', 'B'],
      [
        ['x "y", z', 5],
        ['=1+1', null],
        ['-2', -2],
      ],
    ),
  ).toBe('"A","B"\r\n"x ""y"", z","5"\r\n"\'=1+1",""\r\n"\'-2","-2"');
});
