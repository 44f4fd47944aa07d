import { describe, expect, test } from 'vitest';
import {
  addedBy,
  fullestMeter,
  isOffered,
  isPaidOut,
  isSlug,
  nextAmount,
  shareOf,
  siteKinds,
  slugOf,
  yearlySaving,
} from './rules.ts';

test.each([
  ['Straße & Œuvre', 'strasse-oeuvre'],
  ['Tide School', 'tide-school'],
  ['  École d’été  ', 'ecole-d-ete'],
  ['مدرسة', ''],
  ['A'.repeat(80), 'a'.repeat(63)],
  ['--x--', 'x'],
])('the slug of %s is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test.each([
  ['tide', true],
  ['ab', false],
  ['-ab', false],
  ['ab-', false],
  ['Tide', false],
  ['a'.repeat(63), true],
  ['a'.repeat(64), false],
])('%s is a valid slug: %s', (slug, can) => {
  expect(isSlug(slug)).toBe(can);
});

describe('how full a meter is', () => {
  test.each([
    [0, 10, 0],
    [799, 1000, 79],
    [8, 10, 80],
    [12, 10, 120],
    [0, 0, 100],
    [5, null, null],
  ])('%d of %s', (used, cap, share) => {
    expect(shareOf({ used, cap })).toBe(share);
  });

  test('the fullest meter is returned from 80 % on; meters the plan leaves out are ignored', () => {
    const at = (used: number, cap: number | null) => ({ used, cap });
    expect(fullestMeter([at(79, 100), at(1, null), at(0, 0)])).toBeUndefined();
    expect(fullestMeter([at(80, 100), at(95, 100), at(90, 100)])).toEqual(at(95, 100));
  });
});

test('a year of Professional saves 189 dollars', () => {
  expect(yearlySaving(9900, 99900)).toBe(18900);
  expect(yearlySaving(100, 2000)).toBe(0);
});

describe('what comes next', () => {
  const subscription = {
    status: 'active',
    period: 'monthly',
    period_end: '2027-01-01T00:00:00Z',
    cancel_at_period_end: false,
    next_plan_id: null,
    next_period: null,
    iterations: 24,
    issued_count: 4,
    provider: 'stripe',
    amount: 9_900,
  };
  const plans = [
    { id: 'starter', pricing: { stripe: { annual: { amount: 29_900 } }, offline: { annual: { amount: 30_000 } } } },
  ];
  const smaller = { next_plan_id: 'starter', next_period: 'annual' };

  test.each([
    ['a plan that runs', {}, 9_900, false],
    ['a trial', { status: 'trialing', issued_count: 0 }, 9_900, false],
    ['the last but one payment', { issued_count: 23 }, 9_900, false],
    ['the last payment', { issued_count: 24 }, null, true],
    ['a plan for ever', { iterations: null, issued_count: 400 }, 9_900, false],
    ['a smaller plan that waits', smaller, 29_900, false],
    ['a smaller plan after the last payment', { ...smaller, issued_count: 24 }, 29_900, false],
    ['one that will be paid by invoice', { ...smaller, cancel_at_period_end: true }, 30_000, false],
    ['one that is cancelled', { cancel_at_period_end: true }, null, false],
    ['one that has ended', { status: 'ended', issued_count: 24 }, null, false],
    [
      'one that was paid for good',
      { period: 'onetime', period_end: null, iterations: 1, issued_count: 1 },
      null,
      false,
    ],
  ])('of %s', (_, more, amount, paidOut) => {
    expect(nextAmount({ ...subscription, ...more }, plans)).toBe(amount);
    expect(isPaidOut({ ...subscription, ...more })).toBe(paidOut);
  });
});

describe('what is offered', () => {
  test.each([
    ['lms', true],
    ['storage', true],
    ['active_users', true],
    ['mau', true],
    ['groups', false],
    ['appointments', false],
    ['chats', false],
    ['ai_tokens', false],
    ['conferences', false],
    ['funnels', false],
    ['email_verify', false],
  ])('leaves out what the product does not have yet, whose names stay in the data: %s %s', (name, expected) => {
    expect(isOffered(name)).toBe(expected);
  });

  test('a site is opened for nothing the product does not have yet', () => {
    expect(siteKinds).toEqual(['courses']);
  });
});

describe('what another plan adds', () => {
  const small = { features: ['lms', 'whitelabel'], limits: { courses: 3, storage: 500, chats: 1 } };
  test.each([
    [
      'a higher cap and a feature',
      { features: ['lms', 'single_session'], limits: { courses: 10, storage: 500 } },
      { features: ['single_session'], limits: { courses: 10 } },
    ],
    ['no cap', { features: ['lms'], limits: { storage: 500 } }, { features: [], limits: { courses: null } }],
    [
      'nothing: the same, less, or what is not offered',
      { features: ['affiliates', 'mobile_app'], limits: { courses: 3, storage: 100, chats: 9 } },
      null,
    ],
  ])('is %s', (_, plan, added) => expect(addedBy(plan, small)).toEqual(added));

  test('is all of it where there is no plan', () => {
    expect(addedBy(small, undefined)).toEqual({ features: ['lms'], limits: { courses: 3, storage: 500 } });
  });
});
