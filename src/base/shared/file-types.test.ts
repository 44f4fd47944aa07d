import { expect, test } from 'vitest';
import { endingOf, fileTypeOf, fileTypeOfName, knownEndings } from './file-types.ts';

test.each([
  ['photo.PNG', 'png'],
  ['public/media/x.tar.gz', 'gz'],
  ['folder.d/file', ''],
  ['public/.htaccess', ''],
  ['..png', ''],
  ['a.', ''],
  ['a.b c', ''],
  ['a.html ', ''],
])('the ending of %j is %j', (name, ending) => {
  expect(endingOf(name)).toBe(ending);
});

test('an ending stands for one type, and a type for one kind of file', () => {
  expect(knownEndings.filter((ending, at) => knownEndings.indexOf(ending) !== at)).toEqual([]);
  for (const ending of knownEndings) {
    const file = fileTypeOfName(`a.${ending}`);
    expect([ending, fileTypeOf(file?.type ?? '')?.content]).toEqual([ending, file?.content]);
  }
});
