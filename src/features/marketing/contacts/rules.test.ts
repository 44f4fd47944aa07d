import { expect, test } from 'vitest';
import { parseTags } from './rules.ts';

test.each([
  ['', []],
  [' , ,', []],
  ['open night,  letter , open night', ['open night', 'letter']],
  ['winter \n intake', ['winter intake']],
  ['x'.repeat(60), ['x'.repeat(40)]],
])('the tags in "%s"', (text, tags) => {
  expect(parseTags(text)).toEqual(tags);
});

test('at most 50 tags are accepted', () => {
  expect(parseTags(Array.from({ length: 80 }, (_, at) => `tag ${at}`).join(','))).toHaveLength(50);
});
