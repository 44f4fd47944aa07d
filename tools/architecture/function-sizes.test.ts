import { describe, expect, test } from 'vitest';
import { functionSizes } from './function-sizes.ts';
import { violationsWith } from './planted-tree.ts';

describe('size of functions', () => {
  const long = (name: string, lines: number) => `export function ${name}() {\n${'\n'.repeat(lines - 2)}}\n`;

  test.each([
    [100, []],
    [101, ['A function has at most 100 lines; drawChart has 101.']],
  ])('%i lines', (lines, rules) => {
    const files = { 'src/ui/charts/chart.tsx': long('drawChart', lines) };
    expect(violationsWith(functionSizes, files).map(({ rule }) => rule)).toEqual(rules);
  });

  test('a function assigned to a constant is named by it', () => {
    const code = long('', 101).replace('export function', 'export const drawBars = function');
    expect(violationsWith(functionSizes, { 'src/ui/charts/chart.tsx': code })).toMatchObject([
      { rule: 'A function has at most 100 lines; drawBars has 101.' },
    ]);
  });

  test('few are longer than 60 lines', () => {
    const files = (count: number, lines: number) => ({
      'src/ui/charts/chart.tsx': Array.from({ length: count }, (_, at) => long(`draw${at}`, lines)).join(''),
    });
    expect(violationsWith(functionSizes, files(40, 61))).toEqual([]);
    expect(violationsWith(functionSizes, files(41, 60))).toEqual([]);
    expect(violationsWith(functionSizes, files(41, 61))).toMatchObject([
      { rule: 'At most 40 functions are longer than 60 lines; 41 are.' },
    ]);
  });
});
