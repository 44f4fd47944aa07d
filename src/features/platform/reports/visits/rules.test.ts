import { describe, expect, test } from 'vitest';
import { countryOf, deviceOf, isCounted, isLookedAt, languageOf, originOf, pathOf } from './rules.ts';

const headers = (values: Record<string, string>) => (name: string) => values[name];
const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

describe('who is counted', () => {
  test.each([
    ['a visitor', {}, true],
    ['who asks not to be tracked', { dnt: '1' }, false],
    ['who says that tracking is fine', { dnt: '0' }, true],
    ['who sends Global Privacy Control', { 'sec-gpc': '1' }, false],
    ['who wants no more than is necessary', { cookie: 'a=b; cookie_preference=required' }, false],
    ['who declined', { cookie: 'cookie_preference=disabled; a=b' }, false],
    ['who agreed', { cookie: 'cookie_preference=all' }, true],
  ])('%s', (_, values, expected) => expect(isCounted(headers({ ...agent, ...values }))).toBe(expected));
  test('nobody without a user agent', () => expect(isCounted(headers({}))).toBe(false));
});

describe('what counts as a page view', () => {
  test.each([
    ['a click', { 'sec-fetch-dest': 'document' }, true],
    ['an old browser', {}, true],
    ['a page fetched ahead', { 'sec-purpose': 'prefetch' }, false],
    ['a page made ready ahead', { 'sec-purpose': 'prefetch;prerender' }, false],
    ['an older way to fetch ahead', { purpose: 'prefetch' }, false],
    ['a page in a frame', { 'sec-fetch-dest': 'iframe' }, false],
    ['a script that reads a page', { 'sec-fetch-dest': 'empty' }, false],
  ])('%s', (_, values, expected) => expect(isLookedAt(headers(values))).toBe(expected));
});

test.each([
  ['/', '/'],
  ['/blog/', '/blog'],
  ['/%D9%85%D9%86', '/من'],
  ['/%zz', '/%zz'],
  ['/a%00b', '/ab'],
  [`/${'x'.repeat(400)}`, `/${'x'.repeat(299)}`],
])('the path %s is the page %s', (input, expected) => expect(pathOf(input)).toBe(expected));

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1', 'phone'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36', 'phone'],
  ['Mozilla/5.0 (Linux; Android 15; SM-X910) Chrome/140.0 Safari/537.36', 'tablet'],
  ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Mobile/15E148', 'tablet'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36', 'desktop'],
])('%s is a %s', (input, expected) => expect(deviceOf(input)).toBe(expected));

test.each([
  ['pt-BR,pt;q=0.9', 'pt'],
  ['AR', 'ar'],
  ['en;q=0.8', 'en'],
  ['*', ''],
  ['', ''],
  [undefined, ''],
])('of the languages %s the first is %s', (input, expected) => expect(languageOf(input)).toBe(expected));

test.each([
  ['PT', 'PT'],
  ['XX', ''],
  ['T1', ''],
  ['Portugal', ''],
])('the country %s is %s', (input, expected) => expect(countryOf(headers({ 'cf-ipcountry': input }))).toBe(expected));

test.each([
  ['', 'https://www.google.pt/', ['google.com', '', '']],
  ['', 'https://t.co/abc', ['x.com', '', '']],
  ['', 'https://www.lumen.test/blog', ['', '', '']],
  ['', 'https://forum.example.org/t/1?secret=1', ['forum.example.org', '', '']],
  ['', undefined, ['', '', '']],
  ['', 'javascript:alert(1)', ['', '', '']],
  [
    '?utm_source=Letter&utm_medium=email&utm_campaign=winter',
    'https://mail.example.org/',
    ['letter', 'email', 'winter'],
  ],
  ['?ref=partner', 'https://other.test/', ['partner', '', '']],
  [`?utm_campaign=${'x'.repeat(300)}`, undefined, ['', '', 'x'.repeat(200)]],
])('a link %s from %s', (query, referrer, [source, medium, campaign]) => {
  expect(originOf(new URLSearchParams(query), referrer, 'lumen.test')).toEqual({ source, medium, campaign });
});
