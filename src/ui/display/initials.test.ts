import { describe, expect, it } from 'vitest';
import { hueCount, hueOf, initials } from './initials.ts';

describe('initials', () => {
  it.each([
    ['Kenji Watanabe', 'KW'],
    ['  ada  ', 'A'],
    ['Konstantin Papadopoulos-Meier', 'KM'],
    ['Maria del Carmen Ruiz', 'MR'],
    ['نور حداد', 'نح'],
    ['李', '李'],
    ['o’brien', 'OB'],
    ['', '?'],
    ['!!!', '?'],
  ])('%j is %j', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});

describe('hueOf', () => {
  it('is the same for the same key, and in range', () => {
    for (const key of ['', 'Ana Brandt', '0198c1f2-7b1e-7000-8000-000000000001', 'نور']) {
      expect(hueOf(key)).toBe(hueOf(key));
      expect(hueOf(key)).toBeGreaterThanOrEqual(0);
      expect(hueOf(key)).toBeLessThan(hueCount);
    }
  });
  it('uses every hue', () => {
    expect(new Set(Array.from({ length: 200 }, (_, index) => hueOf(`member ${index}`))).size).toBe(hueCount);
  });
});
