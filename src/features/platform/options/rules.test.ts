import { describe, expect, test } from 'vitest';
import { isNoticeDue, logoWidth, menuAddress, noticeParts, safeColour, timeOf } from './rules.ts';

test.each([
  ['https://example.org', 'https://example.org', true],
  ['http://example.org/a', 'http://example.org/a', true],
  ['Https://example.org/a', 'Https://example.org/a', true],
  ['Mailto:a@example.org', 'Mailto:a@example.org', false],
  ['about', '/about', false],
  ['/about', '/about', false],
  ['//evil.example', '/evil.example', false],
  ['javascript:alert(1)', '/javascript:alert(1)', false],
  ['', '/', false],
  ['mailto:a@example.org', 'mailto:a@example.org', false],
])('the menu’s address “%s” is “%s”', (url, href, isExternal) => {
  expect(menuAddress(url)).toEqual({ href, isExternal });
});

test.each([
  [undefined, 64],
  [0, 64],
  [4, 64],
  [10, 160],
  [2.5, 40],
])('a logo of width %s is %s pixels wide', (setting, pixels) => {
  expect(logoWidth(setting)).toBe(pixels);
});

describe('a notice', () => {
  const notice = {
    enable_header_notice: true,
    header_notice: 'Hello',
    header_notice_start: null,
    header_notice_expire: null,
  };
  const now = Date.parse('2026-06-01T00:00:00Z');
  test.each([
    ['without times', {}, true],
    ['switched off', { enable_header_notice: false }, false],
    ['without words', { header_notice: ' ' }, false],
    ['that begins later', { header_notice_start: '2026-07-01T00:00:00Z' }, true],
    ['that has expired', { header_notice_expire: '2026-05-01T00:00:00Z' }, false],
    ['that ends this moment', { header_notice_expire: '2026-06-01T00:00:00Z' }, false],
    ['that ends later', { header_notice_expire: '2026-07-01T00:00:00Z' }, true],
  ])('%s', (_, change, isDue) => {
    expect(isNoticeDue({ ...notice, ...change }, now)).toBe(isDue);
  });
  test('may hold links, and nothing else', () => {
    expect(noticeParts('See [the dates](/course) now')).toEqual([
      { text: 'See ' },
      { text: 'the dates', href: '/course' },
      { text: ' now' },
    ]);
    expect(noticeParts('<b>x</b> [y](javascript:alert)')).toEqual([
      { text: '<b>x</b> ' },
      { text: 'y', href: '/javascript:alert' },
    ]);
  });
});

test.each([
  ['#f4b942', '#f4b942'],
  ['gold', 'gold'],
  ['oklch(82% 0.15 72)', 'oklch(82% 0.15 72)'],
  ['url(https://x)', undefined],
  ['red;background:url(x)', undefined],
  ['', undefined],
])('the colour “%s” is %s', (value, colour) => {
  expect(safeColour(value)).toBe(colour);
});

test('an invalid time counts as none', () => {
  expect(timeOf('soon')).toBeNull();
  expect(timeOf('')).toBeNull();
  expect(timeOf(5)).toBe(5);
});
