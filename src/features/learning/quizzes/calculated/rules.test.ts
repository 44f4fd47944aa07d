import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newQuestion, questionProblems } from '../drafts/rules.ts';
import { filledText } from '../question-types/rules.ts';
import {
  evaluate,
  FormulaError,
  formulaForMoodle,
  formulaOfMoodle,
  gapOf,
  parseFormula,
  samplesOf,
  withSteps,
} from './rules.ts';

const names = ['x', 'y'];
const outcomeOf = (formula: string, values = { x: 3, y: -2 }) => {
  const outcome = evaluate(parseFormula(formula, names), values);
  return 'value' in outcome ? outcome.value : outcome.problem;
};

describe('a formula', () => {
  test.each([
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['10 - 4 - 3', 3],
    ['24 / 4 / 2', 3],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['0.1 * 3', 0.3],
    ['2 * -{x}', -6],
    ['--{x}', 3],
    ['+{x} − 1', 2],
    ['{x} × {y} · 2', -12],
    ['sqrt(16) + abs({y})', 6],
    ['min({x}, {y}, -5) + max(1, 2, {x})', -2],
    ['round(2.675, 2)', 2.68],
    ['round(-2.5)', -3],
    ['pow({x}, 2)', 9],
    ['log(1000) + ln(exp(2))', 5],
    ['sin(pi / 2) + cos(0) + tan(0)', 2],
    ['1.5e3 + .5', 1500.5],
    ['PI() - pi', 0],
    ['1 / ({x} - 3)', 'dividesByZero'],
    ['sqrt({y})', 'noNumber'],
    ['ln(0)', 'noNumber'],
    ['exp(1000)', 'noNumber'],
    ['9 ^ 99', 'noNumber'],
  ])('%s is %s', (formula, expected) => {
    const value = outcomeOf(formula);
    expect(value).toBe(expected);
  });

  test.each([
    ['2 +', 'formulaSyntax', '…'],
    ['2 3', 'formulaSyntax', '3'],
    ['(2', 'formulaSyntax', '…'],
    ['2)', 'formulaSyntax', ')'],
    ['sqrt 4', 'formulaSyntax', '4'],
    ['sqrt(1, 2)', 'formulaSyntax', ','],
    ['min(1)', 'formulaSyntax', ')'],
    ['2 % 3', 'formulaSyntax', '%'],
    ['{z} + 1', 'formulaName', '{z}'],
    ['x + 1', 'formulaBraces', '{x}'],
    ['2X', 'formulaBraces', '{x}'],
    ['{x} y', 'formulaBraces', '{y}'],
    ['z + 1', 'formulaName', 'z'],
    ['constructor(1)', 'formulaName', 'constructor'],
    ['alert(1)', 'formulaName', 'alert'],
    ['', 'formulaSyntax', '…'],
  ])('%s is refused: %s at %s', (formula, problem, text) => {
    expect(() => parseFormula(formula, names)).toThrow(FormulaError);
    try {
      parseFormula(formula, names);
    } catch (error) {
      expect(error).toMatchObject({ problem, text });
    }
  });

  test('of any text is a formula or refused, in a moment', () => {
    const part = fc.constantFrom(
      '(',
      ')',
      '+',
      '-',
      '*',
      '/',
      '^',
      '{x}',
      '{',
      '}',
      'sqrt',
      'min(',
      ',',
      '2',
      '.',
      'é',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        try {
          evaluate(parseFormula(parts.join(''), names), { x: 1, y: 1 });
        } catch (error) {
          expect(error).toBeInstanceOf(FormulaError);
        }
      }),
      { numRuns: 1000, seed: 20261210 },
    );
    expect(() => parseFormula('('.repeat(500), names)).toThrow(FormulaError);
  });

  test('written for Moodle and read again is the same', () => {
    for (const formula of [
      '2 ^ {x} - log(3)',
      'ln({x}) / -(1 + {y})',
      'min({x}, {y}, 2) * round({x}, 1) + pi',
      '{x} - ({y} - 1)',
    ]) {
      const steps = parseFormula(formula, names);
      const again = parseFormula(formulaOfMoodle(formulaForMoodle(steps)), names);
      const values = { x: 3.3, y: 7 };
      expect(again).toEqual(steps);
      expect(evaluate(again, values)).toEqual(evaluate(steps, values));
    }
    expect(formulaForMoodle(parseFormula('ln({x}) + log(2)', names))).toBe('(log({x}) + log10(2))');
  });
});

describe('what is tried before saving', () => {
  const variable = { name: 'x', min: 1, max: 10, decimals: 0 };
  test('has both ends of the ranges, stays in them, and has no more decimals than it may', () => {
    const samples = samplesOf([variable, { name: 'y', min: -1, max: 1, decimals: 2 }]);
    expect(samples.slice(0, 2)).toEqual([
      { x: 1, y: -1 },
      { x: 10, y: 1 },
    ]);
    expect(new Set(samples.map(({ x }) => x)).size).toBe(10);
    for (const { y = 0 } of samples) expect([Math.abs(y) <= 1, Number(y.toFixed(2)) === y]).toEqual([true, true]);
  });

  test('finds the one value for which there is no number', () => {
    const gap = gapOf([variable], parseFormula('1 / ({x} - 7)', ['x']));
    expect(gap).toEqual({ x: 7 });
    expect(gapOf([variable], parseFormula('1 / {x}', ['x']))).toBeUndefined();
  });

  test.each([
    ['a formula', '{x} * 2', [variable], []],
    ['none', '', [variable], ['formula']],
    ['an unknown name', '{y}', [variable], ['formula']],
    ['a division by zero', '1 / ({x} - 1)', [variable], ['formulaValue']],
    ['no variables', '2', [], ['variables']],
    ['a range upside down', '{x}', [{ ...variable, min: 11 }], ['variables']],
    ['a name twice', '{x}', [variable, variable], ['variables']],
    ['a name of capitals', '2', [{ ...variable, name: 'X' }], ['variables']],
    ['an empty field', '{x}', [{ ...variable, max: Number.NaN }], ['variables']],
  ])('%s in the editor', (_, formula, variables, problems) => {
    const key = withSteps({ formula, steps: [], tolerance: 0, is_percent: false, factors: {} }, variables);
    const question = { ...newQuestion('q', 'calculated'), prompt: 'How much?', parts: { variables }, answer: key };
    expect(questionProblems(question)).toEqual(problems);
  });
});

test('the values of an attempt stand in its text, other braces stay', () => {
  expect(filledText('{x} of {y} in {constructor}', { x: 1.5 }, (value) => `<${value}>`)).toBe(
    '<1.5> of {y} in {constructor}',
  );
  expect(filledText('{x}', undefined, String)).toBe('{x}');
});
