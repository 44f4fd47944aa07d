import { describe, expect, test } from 'vitest';
import { actionsOf, monthlyAmount, nextStep, unpaidOrder } from './rules.ts';
import type { Subscription } from './schema.ts';

const subscription: Subscription = {
  id: 'one',
  user_id: null,
  title: 'Club',
  price_kind: 'subscription',
  quantity: 1,
  amount: 3_000,
  currency: 'EUR',
  frequency: { value: 1, parameter: 'month' },
  cycles: null,
  paid_count: 1,
  status: 'active',
  period_end: '2026-04-01T00:00:00Z',
  cancel_at_period_end: false,
  paused_until: null,
  ended_at: null,
  end_reason: null,
  created_at: '2026-03-01T00:00:00Z',
  orders: null,
  subscription_periods: [],
};

describe('what can be done with a subscription', () => {
  test.each([
    ['active', {}, ['pause', 'cancel'], ['pause', 'cancel', 'end']],
    ['a trial', { status: 'trialing' }, ['cancel'], ['cancel', 'end']],
    ['unpaid', { status: 'past_due' }, ['cancel'], ['cancel', 'end']],
    ['paused', { status: 'paused' }, ['resume', 'cancel'], ['resume', 'cancel', 'end']],
    ['cancelled', { cancel_at_period_end: true }, ['keep'], ['keep', 'end']],
    ['instalments', { price_kind: 'instalments' }, [], ['cancel', 'end']],
    ['ended', { status: 'ended' }, [], []],
  ] as const)('that is %s', (_, state, ofMember, ofManager) => {
    expect(actionsOf({ ...subscription, ...state }, false)).toEqual(ofMember);
    expect(actionsOf({ ...subscription, ...state }, true)).toEqual(ofManager);
  });
});

describe('what a subscription brings a month', () => {
  test.each([
    [1, 'month', 3_000],
    [3, 'month', 1_000],
    [1, 'year', 250],
    [1, 'week', 13_045],
    [1, 'day', 91_313],
  ] as const)('every %i %s', (value, parameter, monthly) => {
    expect(monthlyAmount({ ...subscription, frequency: { value, parameter } })).toBe(monthly);
  });
  test('is for all pieces, and nothing once nothing more is paid', () => {
    expect(monthlyAmount({ ...subscription, quantity: 2 })).toBe(6_000);
    expect(monthlyAmount({ ...subscription, status: 'past_due' })).toBe(3_000);
    for (const state of [{ status: 'paused' }, { status: 'ended' }, { cancel_at_period_end: true }] as const)
      expect(monthlyAmount({ ...subscription, ...state })).toBe(0);
  });
});

test.each([
  ['renews with the period', {}, 'renews', subscription.period_end],
  ['has its first payment after the trial', { status: 'trialing' }, 'trial', subscription.period_end],
  ['ends with the period once it is cancelled', { cancel_at_period_end: true }, 'ends', subscription.period_end],
  ['ends with the last payment', { cycles: 3, paid_count: 3 }, 'ends', subscription.period_end],
  ['is due', { status: 'past_due' }, 'due', null],
  ['resumes', { status: 'paused', paused_until: '2026-05-01T00:00:00Z' }, 'resumes', '2026-05-01T00:00:00Z'],
  ['is paused until it is resumed', { status: 'paused' }, 'paused', null],
  ['ended', { status: 'ended', ended_at: '2026-03-20T00:00:00Z' }, 'ended', '2026-03-20T00:00:00Z'],
] as const)('what comes next: it %s', (_, state, kind, at) => {
  expect(nextStep({ ...subscription, ...state })).toEqual({ kind, at });
});

test('the order of the next period is the one that is unpaid', () => {
  const period = { position: 1, starts_at: '', ends_at: '' };
  expect(unpaidOrder([])).toBeNull();
  expect(
    unpaidOrder([
      { ...period, orders: { number: 1001, status: 'paid' } },
      { ...period, position: 2, orders: { number: 1002, status: 'pending' } },
    ]),
  ).toBe(1002);
});
