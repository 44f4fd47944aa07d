import { describe, expect, test } from 'vitest';
import { actionsOf, isChangeable, monthlyAmount, nextStep, openChange, reminderDaysIn, unpaidOrder } from './rules.ts';
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
  subscription_changes: [],
  subscription_periods: [],
  payment_methods: null,
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

describe('a change to another price', () => {
  const change = {
    title: 'Club · Gold',
    amount: 5_000,
    frequency: subscription.frequency,
    takes_effect: 'period_end',
    effective_at: '2026-04-01T00:00:00Z',
    due: null,
    lapses_at: null,
    status: 'open',
  } as const;
  const changed = { ...subscription, subscription_changes: [{ ...change, status: 'done' as const }, change] };

  test('that has not taken effect can be undone until its period is due, and is the only one', () => {
    expect(openChange(subscription)).toBeNull();
    expect(openChange(changed)).toEqual(change);
    expect(actionsOf(changed, false)).toEqual(['undo', 'pause', 'cancel']);
    expect(actionsOf({ ...changed, status: 'past_due' }, false)).toEqual(['cancel']);
    expect(isChangeable(changed)).toBe(false);
  });

  test.each([
    ['active', {}, true],
    ['a trial', { status: 'trialing' }, true],
    ['unpaid', { status: 'past_due' }, false],
    ['paused', { status: 'paused' }, false],
    ['cancelled', { cancel_at_period_end: true }, false],
    ['instalments', { price_kind: 'instalments' }, false],
  ] as const)('is offered as the database takes it: %s', (_, state, isOffered) => {
    expect(isChangeable({ ...subscription, ...state })).toBe(isOffered);
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
      { ...period, orders: { id: 'order', number: 1001, status: 'paid' } },
      { ...period, position: 2, orders: { id: 'order', number: 1002, status: 'pending' } },
    ]),
  ).toBe(1002);
});

test.each([
  ['0, 3, 5, 7', [0, 3, 5, 7]],
  ['0 3;60', [0, 3, 60]],
  ['14', [14]],
  ['', null],
  ['0', null],
  ['3, 3', null],
  ['0, 61', null],
  ['0, 1, 2, 3, 4, 5, 6', null],
  ['0, -3', null],
  ['0, three', null],
])('the days %s are read as %j', (text, days) => {
  expect(reminderDaysIn(text)).toEqual(days);
});
