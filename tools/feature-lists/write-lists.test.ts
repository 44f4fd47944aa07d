import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { featureLists } from './write-lists.ts';

test.each(Object.entries(featureLists('.')))('%s follows from the files of the features', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text);
});
