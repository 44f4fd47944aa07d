import { expect, test } from 'vitest';
import { timesOf } from './budget.ts';

const outcome = (name: string, seconds: number, files: { name: string; seconds: number }[] = []) => ({
  name,
  seconds,
  files,
  passed: 1,
  failed: 0,
  skipped: 0,
  failures: [],
  output: '',
});

test('each step stands beside its budget, and one that is over it by half is warned of', () => {
  const lines = timesOf([outcome('build', 60), outcome('types', 61)], 700);
  expect(lines).toContain('   60.0 s of 60 s  build');
  expect(lines).toContain('   61.0 s of 40 s  types  WARNING: over its budget by half');
  expect(lines).toContain('  700.0 s of 480 s  whole');
});

test('the ten slowest files are named, the slowest first', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ name: `${index}.test.ts`, seconds: index }));
  const lines = timesOf([outcome('one', 1, files.slice(0, 6)), outcome('two', 1, files.slice(6))], 2);
  const slowest = lines.slice(lines.indexOf('The slowest files:') + 1);
  expect(slowest).toHaveLength(10);
  expect(slowest[0]).toBe('   11.0 s  11.test.ts');
});
