import { describe, expect, it } from 'vitest';
import { formatSize, isAccepted, sortFiles } from './file-rules.ts';

describe('isAccepted', () => {
  const picture = { name: 'Plate.PNG', type: 'image/png' };
  it.each([
    [[], true],
    [['image/*'], true],
    [['.png'], true],
    [['image/png'], true],
    [['application/pdf'], false],
    [['.jpg', 'video/*'], false],
  ])('%j: %s', (accept, expected) => {
    expect(isAccepted(picture, accept)).toBe(expected);
  });
});

describe('sortFiles', () => {
  it('has a reason for each rejected file', () => {
    const file = (name: string, type: string, size: number) => ({ name, type, size });
    const files = [
      file('a.png', 'image/png', 10),
      file('b.mov', 'video/quicktime', 10),
      file('c.png', 'image/png', 999),
      file('d.png', 'image/png', 10),
    ];
    const { taken: accepted, refused: rejected } = sortFiles(files, { accept: ['image/*'], maxSize: 100, maxCount: 1 });
    expect(accepted.map(({ name }) => name)).toEqual(['a.png']);
    expect(rejected).toEqual([
      { name: 'b.mov', reason: 'wrongKind' },
      { name: 'c.png', reason: 'tooLarge' },
      { name: 'd.png', reason: 'tooMany' },
    ]);
  });
});

describe('formatSize', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1,023 bytes'],
    [1536, '1.5 kB'],
    [432_013_312, '412 MB'],
    [1024 ** 3, '1 GB'],
  ])('%i is %s', (bytes, expected) => {
    expect(formatSize(bytes, 'en')).toBe(expected);
  });
});
