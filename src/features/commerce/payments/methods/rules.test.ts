import { describe, expect, test } from 'vitest';
import { expiryState, expiryText, methodText } from './rules.ts';

const none = { last4: '', email: '' };

test.each([
  ['Visa ···· 4242', { provider: 'stripe', brand: 'visa', last4: '4242', email: '' }],
  ['American Express ···· 0005', { provider: 'stripe', brand: 'amex', last4: '0005', email: '' }],
  ['PayPal buyer@example.org', { provider: 'paypal', brand: 'PayPal', last4: '', email: 'buyer@example.org' }],
  ['PayPal', { provider: 'paypal', brand: '', ...none }],
  ['Stripe', { provider: 'stripe', brand: '', ...none }],
] as const)('a method is recognized as %s', (text, method) => {
  expect(methodText(method)).toBe(text);
});

test('an expiry stands as on the card, and what does not expire has none', () => {
  expect(expiryText({ exp_month: 9, exp_year: 2029 }, 'en')).toBe('09/2029');
  expect(expiryText({ exp_month: null, exp_year: null }, 'en')).toBe('');
});

describe('a card that is valid to the end of September', () => {
  test.each([
    ['2029-08-01T00:00:00Z', 'valid'],
    ['2029-09-02T00:00:00Z', 'soon'],
    ['2029-09-30T23:59:59Z', 'soon'],
    ['2029-10-01T00:00:00Z', 'expired'],
  ])('is at %s %s', (now, state) => {
    expect(expiryState({ exp_month: 9, exp_year: 2029 }, new Date(now))).toBe(state);
  });

  test('an account without an expiry is always valid', () => {
    expect(expiryState({ exp_month: null, exp_year: null }, new Date('2200-01-01'))).toBe('valid');
  });
});
