import { expect, test } from 'vitest';
import { safeFileName } from './safe-file-name.ts';

test.each([
  ['Snow at noon (raw).MOV', 'Snow-at-noon-raw.mov'],
  ['../../etc/passwd', 'file.etc-pass'],
  ['درس.mp4', 'file.mp4'],
  ['.hidden', 'hidden'],
])('the file %s is stored as %s', (name, expected) => {
  expect(safeFileName(name)).toBe(expected);
});
