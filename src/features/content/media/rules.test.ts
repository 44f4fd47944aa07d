import { describe, expect, test } from 'vitest';
import {
  altOf,
  folderPath,
  foldersUnder,
  pathOf,
  replacementTypes,
  typeOfFile,
  uniqueNames,
  withTotalCounts,
} from './rules.ts';
import type { MediaFolder } from './schema.ts';

const folder = (id: string, parent_id: string | null): MediaFolder => ({
  id,
  parent_id,
  name: id.toUpperCase(),
  created_at: '',
  count: 0,
});
const tree = [folder('a', null), folder('b', 'a'), folder('c', 'b'), folder('d', null)];

describe('the address of a new file', () => {
  test.each([
    ['Été à Paris.JPG', 'public/media/x1-ete-a-paris.jpg'],
    ['../../etc/passwd', 'public/media/x1-file.etc-pass'],
    ['no ending', 'public/media/x1-no-ending'],
    ['صورة.png', 'public/media/x1-file.png'],
    ['.htaccess', 'public/media/x1-htaccess'],
    ['a.tar.gz', 'public/media/x1-a-tar.gz'],
    [`${'long '.repeat(40)}.webp`, `public/media/x1-${'long-'.repeat(12)}.webp`],
  ])('of %j is %s', (name, path) => {
    expect(pathOf(name, 'x1')).toBe(path);
  });
});

test.each([
  ['notes.md', '', 'text/markdown'],
  ['table.csv', 'application/vnd.ms-excel', 'text/csv'],
  ['photo.jpg', 'image/jpeg', 'image/jpeg'],
  ['program.exe', 'application/x-msdownload', 'application/x-msdownload'],
  ['nothing', '', ''],
])('%s, told as %j, is sent as %j', (name, type, sent) => {
  expect(typeOfFile({ name, type })).toBe(sent);
});

test.each([
  ['image/png', 'a.png', ['image/png', 'image/jpeg', 'image/svg+xml'], ['application/pdf', 'video/*', '.png']],
  ['video/mp4', 'a.mp4', ['video/*'], ['audio/*', 'image/png']],
  ['application/pdf', 'a.pdf', ['application/pdf', '.pdf'], ['application/zip', 'application/msword', '.docx']],
  ['text/csv', 'a.csv', ['text/csv', '.csv'], ['text/plain', 'text/markdown', '.md']],
  ['application/gzip', 'a.tgz', ['application/gzip', 'application/x-gzip', '.gz', '.tgz'], ['application/zip']],
  ['application/octet-stream', 'a.blend', ['application/octet-stream'], ['application/pdf']],
])('a file of %s is replaced by its own kind alone', (mime_type, path, offered, otherTypes) => {
  const types = replacementTypes({ mime_type, path: `public/media/${path}` });
  expect(types).toEqual(expect.arrayContaining(offered));
  expect(types.filter((type) => otherTypes.includes(type))).toEqual([]);
});

test('words of a picture: in the reader’s language, else in any', () => {
  expect(altOf({ alt: { en: 'Moon', ar: 'قمر' } }, 'ar')).toBe('قمر');
  expect(altOf({ alt: { en: 'Moon' } }, 'ar')).toBe('Moon');
  expect(altOf({ alt: {} }, 'en')).toBe('');
});

test('the way to a folder begins outside, and a ring ends it', () => {
  expect(folderPath(tree, 'c').map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(folderPath(tree, null)).toEqual([]);
  expect(folderPath(tree, 'gone')).toEqual([]);
  expect(folderPath([folder('x', 'y'), folder('y', 'x')], 'x').map(({ id }) => id)).toEqual(['y', 'x']);
});

test('a folder is removed with all it holds, and nothing else', () => {
  expect(foldersUnder(tree, ['a']).sort()).toEqual(['a', 'b', 'c']);
  expect(foldersUnder(tree, ['d'])).toEqual(['d']);
  expect(foldersUnder(tree, [])).toEqual([]);
});

test('a folder counts what its folders hold', () => {
  const counted = tree.map((folder, index) => ({ ...folder, count: 10 ** index }));
  expect(withTotalCounts(counted).map(({ count }) => count)).toEqual([111, 110, 100, 1000]);
});

test('no two files of an archive have one name', () => {
  expect(uniqueNames(['a.png', 'A.png', 'a (2).png', 'x/a.png', 'a', 'a', '.env', '.env'])).toEqual([
    'a.png',
    'A (2).png',
    'a (2) (2).png',
    'x/a.png',
    'a',
    'a (2)',
    '.env',
    '.env (2)',
  ]);
});
