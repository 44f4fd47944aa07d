import { describe, expect, test } from 'vitest';
import { defaultCrop, deviceName, squareOf } from './rules.ts';

describe('the name of a device', () => {
  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
      'Chrome',
      'Windows',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge', 'Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari',
      'iOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox', 'Linux'],
    ['node', '', ''],
    [null, '', ''],
  ])('%s', (userAgent, browser, system) => expect(deviceName(userAgent)).toEqual({ browser, system }));
});

describe('the square a crop keeps', () => {
  test.each([
    [400, 300, defaultCrop, { x: 50, y: 0, size: 300 }],
    [300, 400, defaultCrop, { x: 0, y: 50, size: 300 }],
    [400, 400, { zoom: 2, x: 0, y: 1 }, { x: 0, y: 200, size: 200 }],
    [400, 400, { zoom: 9, x: -3, y: 7 }, { x: 0, y: 300, size: 100 }],
    [1, 1, { zoom: 4, x: 0.5, y: 0.5 }, { x: 0, y: 0, size: 1 }],
  ])('of %i × %i by %j is %j', (width, height, crop, square) => expect(squareOf(width, height, crop)).toEqual(square));
});
