import { describe, expect, test } from 'vitest';
import { acceptOf, fileName, fileProblem, MAX_FILE_BYTES, typeOfName } from './rules.ts';

describe('the files of a field', () => {
  const field = { files: 'any', most: null } as const;
  test.each([
    ['one picture', field, [{ name: 'a.jpg', bytes: 9 }], null],
    [
      'two where one is asked',
      field,
      [
        { name: 'a.jpg', bytes: 9 },
        { name: 'b.jpg', bytes: 9 },
      ],
      'files',
    ],
    [
      'two of three',
      { files: 'any', most: 3 } as const,
      [
        { name: 'a.jpg', bytes: 9 },
        { name: 'b.pdf', bytes: 9 },
      ],
      null,
    ],
    [
      'more than any field may take',
      { files: 'any', most: 99 } as const,
      Array(6).fill({ name: 'a.jpg', bytes: 9 }),
      'files',
    ],
    [
      'a document where pictures are asked',
      { files: 'picture', most: 1 } as const,
      [{ name: 'a.pdf', bytes: 9 }],
      'fileType',
    ],
    [
      'a picture where documents are asked',
      { files: 'document', most: 1 } as const,
      [{ name: 'a.png', bytes: 9 }],
      'fileType',
    ],
    ['a program', field, [{ name: 'a.exe', bytes: 9 }], 'fileType'],
    ['a page', field, [{ name: 'a.html', bytes: 9 }], 'fileType'],
    ['a drawing that may hold a script', field, [{ name: 'a.svg', bytes: 9 }], 'fileType'],
    ['a name without an ending', field, [{ name: 'jpg', bytes: 9 }], 'fileType'],
    ['an ending in capitals', field, [{ name: 'A.JPG', bytes: 9 }], null],
    ['an empty one', field, [{ name: 'a.jpg', bytes: 0 }], 'fileEmpty'],
    ['one of the largest size', field, [{ name: 'a.jpg', bytes: MAX_FILE_BYTES }], null],
    ['one larger', field, [{ name: 'a.jpg', bytes: MAX_FILE_BYTES + 1 }], 'fileLarge'],
  ])('%s', (_, field, chosen, problem) => {
    expect(fileProblem(field, chosen)?.key ?? null).toBe(problem);
  });
});

test.each([
  ['holiday.jpg', 'holiday.jpg'],
  ['C:\\Users\\ada\\cv.pdf', 'cv.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['a\u202efdp.exe', 'afdp.exe'],
  ['line\nbreak.txt', 'linebreak.txt'],
  ['   ', 'file'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
])('the name %j is kept as %j', (input, expected) => {
  expect(fileName(input)).toBe(expected);
});

test('an input lists the extensions it accepts', () => {
  expect(acceptOf('picture').split(',')).toContain('.webp');
  expect(acceptOf('picture')).not.toContain('pdf');
  expect(acceptOf('any')).toContain('.pdf');
  expect(typeOfName('any', 'a.docx')).toContain('wordprocessingml');
});
