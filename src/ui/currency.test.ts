import { describe, expect, it } from 'vitest';
import { currencyDigits, formatCompact, formatMoney } from './currency.ts';

describe('formatMoney', () => {
  it('takes the smallest unit of each currency', () => {
    expect(formatMoney(4_831_050, 'EUR', 'en')).toBe('€48,310.50');
    expect(formatMoney(500, 'JPY', 'en')).toBe('¥500');
    expect(currencyDigits('KWD')).toBe(3);
  });
  it('drops zeros only when asked, and only where the sum is whole', () => {
    expect(formatMoney(8_900, 'EUR', 'en')).toBe('€89.00');
    expect(formatMoney(8_900, 'EUR', 'en', true)).toBe('€89');
    expect(formatMoney(8_950, 'EUR', 'en', true)).toBe('€89.50');
  });
  it('throws on a code that is none', () => {
    expect(() => formatMoney(1, 'EURO', 'en')).toThrow(RangeError);
  });
  it('shortens large numbers', () => {
    expect(formatCompact(12_400, 'en')).toBe('12.4K');
  });
});
