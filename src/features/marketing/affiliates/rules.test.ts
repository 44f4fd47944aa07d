import { describe, expect, test } from 'vitest';
import { affiliateCode, areTiers, commissionRate, commissionStatus, nextStates, payoutObstacle } from './rules.ts';
import { affiliateStates } from './schema.ts';

const tiered = {
  commission: 'tiered' as const,
  rate: 0,
  tiers: [
    { after: 0, percent: 10 },
    { after: 10, percent: 15 },
    { after: 50, percent: 20 },
  ],
};

test.each([
  [0, 10],
  [9, 10],
  [10, 15],
  [49, 15],
  [50, 20],
  [5_000, 20],
])('after %i sales the next one earns %i percent', (sales, percent) => {
  expect(commissionRate(tiered, sales)).toBe(percent);
  expect(commissionRate({ ...tiered, commission: 'flat', rate: 5 }, sales)).toBe(5);
});

test.each([
  ['no steps', [], false],
  ['one from 0', [{ after: 0, percent: 10 }], true],
  ['one from 1', [{ after: 1, percent: 10 }], false],
  ['two of the same', [{ after: 0, percent: 10 }, { after: 0, percent: 12 }], false], // biome-ignore format: one a line
  ['more than everything', [{ after: 0, percent: 101 }], false],
  ['eleven', Array.from({ length: 11 }, (_, after) => ({ after, percent: 1 })), false],
])('%s: %s', (_, tiers, isRight) => {
  expect(areTiers(tiers)).toBe(isRight);
});

describe('what is due', () => {
  test.each([
    ['nothing', { payable: 0 }, {}, 'nothing'],
    ['less than nothing', { payable: -5 }, {}, 'nothing'],
    ['below the minimum', { payable: 999 }, { minimum_payout: 10 }, 'minimum'],
    ['the minimum', { payable: 1_000 }, { minimum_payout: 10 }, null],
    ['of yen, which have no cents', { payable: 10, currency: 'JPY' }, { minimum_payout: 10 }, null],
    ['of somebody suspended', { payable: 1_000 }, { state: 'suspended' as const }, 'suspended'],
  ])('%s', (_, balance, affiliate, obstacle) => {
    expect(
      payoutObstacle({ currency: 'EUR', ...balance }, { state: 'approved', minimum_payout: 0, ...affiliate }),
    ).toBe(obstacle);
  });

  test('is pending until the days of waiting are over', () => {
    const row = { payout_id: null, payable_at: '2026-12-01T00:00:00Z' };
    expect(commissionStatus(row, new Date('2026-11-30T23:59:59Z'))).toBe('pending');
    expect(commissionStatus(row, new Date('2026-12-01T00:00:00Z'))).toBe('payable');
    expect(commissionStatus({ ...row, payout_id: 'x' }, new Date('2026-11-01'))).toBe('paid');
  });
});

test('each state leads on to another, and none to itself', () => {
  for (const state of affiliateStates) {
    expect(nextStates[state].length).toBeGreaterThan(0);
    expect(nextStates[state]).not.toContain(state);
  }
});

test.each([
  ['abc', true],
  ['LIGHT_2-go', true],
  ['ab', false],
  ['-abc', false],
  ['a b c', false],
  ['x'.repeat(41), false],
])('%s is a code: %s', (code, isCode) => {
  expect(affiliateCode.test(code)).toBe(isCode);
});
