import { expect, test } from 'vitest';
import { extensionOf, fileTypeOf, fileTypeOfName, knownExtensions } from './file-types.ts';

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
  expect(extensionOf(name)).toBe(ending);
});

test('an ending stands for one type, and a type for one kind of file', () => {
  expect(knownExtensions.filter((ending, at) => knownExtensions.indexOf(ending) !== at)).toEqual([]);
  for (const ending of knownExtensions) {
    const file = fileTypeOfName(`a.${ending}`);
    expect([ending, fileTypeOf(file?.type ?? '')?.content]).toEqual([ending, file?.content]);
  }
});
