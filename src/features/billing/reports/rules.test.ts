import { expect, test } from 'vitest';
import { type OwnedNumbers, shareOfChange, sumsOf } from './rules.ts';

const site = (title: string, revenue: OwnedNumbers['revenue'], now = 1): OwnedNumbers => ({
  account_id: title,
  slug: title,
  domain: null,
  status: 'active',
  title,
  members: { total: 10, now, past: 2 },
  enrolments: { now, past: 0 },
  completions: { now: 0, past: 0 },
  orders: { now: 3, past: 4 },
  revenue,
});

test('sites are added up, and money only with money of its kind', () => {
  const sums = sumsOf([
    site('one', [{ currency: 'EUR', now: 500, past: 100 }]),
    site('two', [
      { currency: 'USD', now: 900, past: 0 },
      { currency: 'EUR', now: 300, past: 50 },
    ]),
    site('three', [], 4),
  ]);
  expect(sums).toEqual({
    members: { total: 30, now: 6, past: 6 },
    enrolments: { now: 6, past: 0 },
    completions: { now: 0, past: 0 },
    orders: { now: 9, past: 12 },
    revenue: [
      { currency: 'USD', now: 900, past: 0 },
      { currency: 'EUR', now: 800, past: 150 },
    ],
  });
  expect(sumsOf([]).revenue).toEqual([]);
});

test.each([
  [{ now: 6, past: 4 }, 0.5],
  [{ now: 0, past: 4 }, -1],
  [{ now: 4, past: 4 }, 0],
  [{ now: 4, past: 0 }, undefined],
])('%j is a change of %s', (change, share) => {
  expect(shareOfChange(change)).toBe(share);
});
