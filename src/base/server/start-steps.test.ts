import { expect, test } from 'vitest';
import { printedSteps, silentSteps } from './start-steps.ts';

test('a step says its name before it works, and its seconds when it is done', async () => {
  let written = '';
  const step = printedSteps((text) => {
    written += text;
  });
  const result = await step('Build the screens', async () => {
    expect(written).toBe('  Build the screens … ');
    return 7;
  });
  expect(result).toBe(7);
  expect(written).toMatch(/^ {2}Build the screens … \d+\.\d s\n$/);
});

test('a step that fails ends its line, and fails', async () => {
  let written = '';
  const step = printedSteps((text) => {
    written += text;
  });
  const work = () => Promise.reject(new Error('no disk'));
  await expect(step('Start PostgreSQL', work)).rejects.toThrow('no disk');
  expect(written).toBe('  Start PostgreSQL … failed\n');
});

test('nobody watches a test', async () => {
  expect(await silentSteps('Seed the demo', async () => 1)).toBe(1);
});
