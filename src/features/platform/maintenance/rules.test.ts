import { describe, expect, test } from 'vitest';
import { cronWords, errorRate } from './rules.ts';

describe('a cron expression in words', () => {
  test.each([
    ['* * * * *', { kind: 'minutely' }],
    ['*/5 * * * *', { kind: 'everyMinutes', count: 5 }],
    ['7 * * * *', { kind: 'hourly', minute: 7 }],
    ['17 3 * * *', { kind: 'daily', hour: 3, minute: 17 }],
    ['17 3 * * 1', { kind: 'other' }],
    ['17 3,4 * * *', { kind: 'other' }],
    ['nonsense', { kind: 'other' }],
  ])('%s', (cron, expected) => {
    expect(cronWords(cron)).toEqual(expected);
  });
});

describe('the error rate', () => {
  test.each([
    [{ requests: 0, failures: 0 }, 0],
    [{ requests: 200, failures: 1 }, 0.005],
    [{ requests: 2, failures: 2 }, 1],
  ])('%o', (traffic, rate) => {
    expect(errorRate(traffic)).toBe(rate);
  });
});
