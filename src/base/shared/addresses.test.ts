import { describe, expect, test } from 'vitest';
import { safeUrl } from './addresses.ts';

describe('an address in a link', () => {
  test.each([
    ['/course', '/course'],
    ['course', '/course'],
    ['https://example.org/a', 'https://example.org/a'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
    ['#top', '#top'],
    ['?page=2', '?page=2'],
    ['javascript:alert(1)', '#'],
    [' JaVaScRiPt:alert(1)', '#'],
    ['data:text/html,x', '#'],
    ['//evil.example', '#'],
    ['/\\evil.example', '#'],
    ['\\\\evil.example', '#'],
    ['', '#'],
    [undefined, '#'],
  ])('%s leads to %s', (written, address) => {
    expect(safeUrl(written)).toBe(address);
  });
});
