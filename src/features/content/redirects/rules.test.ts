import { describe, expect, test } from 'vitest';
import { csvOf } from '#base/shared/csv.ts';
import { encodedAddress, linesOfCsv, matchRedirect, normalizePath, pathsFor, type RedirectRow } from './rules.ts';

describe('the path of a request', () => {
  test.each([
    ['/a/', '/a'],
    ['/', '/'],
    ['/%C3%BCber', '/über'],
    ['/u%CC%88ber', '/über'],
    ['/%ff', '/%ff'],
  ])('%s is %s', (requestPath, path) => {
    expect(normalizePath(requestPath)).toBe(path);
  });
});

test('a path is stood for by itself and by every part of it, the longest first', () => {
  expect(pathsFor('/a/b/c')).toEqual(['/a/b/c', '/a/b/*', '/a/*']);
  expect(pathsFor('/a')).toEqual(['/a']);
});

describe('the way from an address', () => {
  const redirects: RedirectRow[] = [
    { from_path: '/old', to_address: '/new', status: 301 },
    { from_path: '/2019/*', to_address: '/blog/*', status: 301 },
    { from_path: '/2019/art/*', to_address: '/art', status: 302 },
  ];
  test.each([
    ['/old', { to: '/new', status: 301 }],
    ['/2019/a/b', { to: '/blog/a/b', status: 301 }],
    ['/2019/art/x', { to: '/art', status: 302 }],
    ['/2019', null],
    ['/older', null],
  ])('%s', (path, expected) => {
    expect(matchRedirect(path, redirects)).toEqual(expected);
  });
});

test('an address goes out encoded, once', () => {
  expect(encodedAddress('/من-نحن')).toBe('/%D9%85%D9%86-%D9%86%D8%AD%D9%86');
  expect(encodedAddress('/a%20b?x=1#y')).toBe('/a%20b?x=1#y');
});

describe('a file', () => {
  const line = (from_path: string, to_address: string, status = 301) => ({ from_path, to_address, status });
  test('that was exported is one to import', () => {
    const head = ['From', 'To', 'For', 'Made'];
    const rows = [
      ['/2019/*', '/blog/*', 301, 'Manually'],
      ['/sale', 'https://example.org/a,b?q="x"', 302, 'Automatically'],
    ];
    expect(linesOfCsv(csvOf(head, rows), 'https://x.test')).toEqual([
      line('/2019/*', '/blog/*'),
      line('/sale', 'https://example.org/a,b?q="x"', 302),
    ]);
  });
  test.each([
    ['plain', '/a,/b\n/c,/d', [line('/a', '/b'), line('/c', '/d')]],
    ['with a head and a status', 'from,to,code\r\n/a,/b,302\r\n', [line('/a', '/b', 302)]],
    ['by semicolons, quoted', '"/a";"/b;c"\n', [line('/a', '/b;c')]],
    ['with a doubled quote', '/a,"/b?q=""x"" y"', [line('/a', '/b?q="x" y')]],
    ['of whole addresses of this site', 'https://x.test/a/,https://x.test/b', [line('/a', '/b')]],
    ['with a mark at its start and empty lines', '\uFEFF/a\t/b\n\n', [line('/a', '/b')]],
    ['empty', '', []],
  ])('%s', (_, text, lines) => {
    expect(linesOfCsv(text, 'https://x.test')).toEqual(lines);
  });
});
