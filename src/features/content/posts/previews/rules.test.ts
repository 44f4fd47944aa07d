import { expect, test } from 'vitest';
import { isSecret } from './rules.ts';

test.each([
  ['0123456789abcdef'.repeat(4), true],
  ['0123456789ABCDEF'.repeat(4), false],
  ['0123456789abcdef'.repeat(3), false],
  [`${'0123456789abcdef'.repeat(4)}\n`, false],
  ['\0', false],
  ['', false],
])('%j can open a draft: %s', (text, can) => {
  expect(isSecret(text)).toBe(can);
});
