import { describe, expect, test } from 'vitest';
import { inOrder, lettersOf, shapeArabic } from './arabic.ts';

describe('letters take the form of their place', () => {
  test.each([
    ['بيت', 'ﺑﻴﺖ'],
    ['دار', 'ﺩﺍﺭ'],
    ['سلام', 'ﺳﻼﻡ'],
    ['لا', 'ﻻ'],
    ['شهريًا', 'ﺷﻬﺮﻳﺎ'],
    ['فاتورة 5', 'ﻓﺎﺗﻮﺭﺓ 5'],
    ['بـ', 'ﺑـ'],
    ['قراءة', 'ﻗﺮﺍﺀﺓ'],
    ['Invoice', 'Invoice'],
  ])('%s', (text, forms) => {
    expect(shapeArabic(text)).toBe(forms);
    // What is copied from paper is what was written, but for signs of vowels.
    expect([...shapeArabic(text)].map(lettersOf).join('')).toBe(text.replace(/[\u064b-\u0652]/g, ''));
  });
});

describe('signs stand in the order of their directions', () => {
  test.each([
    ['Invoice 5', false, 'Invoice 5'],
    ['אבג', true, 'גבא'],
    ['אבג 12.50', true, '12.50 גבא'],
    ['אבג 12 – 14 דה', true, 'הד 14 – 12 גבא'],
    ['ST-2026-0005 אבג', true, 'גבא ST-2026-0005'],
    ['אבג Professional, דה', true, 'הד ,Professional גבא'],
    ['אבג (דה)', true, '(הד) גבא'],
    ['Site אבג, 2026', false, 'Site 2026 ,גבא'],
    ['3\u00a0€', false, '3 €'],
    ['\u200f12', true, '12'],
  ])('%s', (text, isRightToLeft, order) => {
    expect(inOrder(text, isRightToLeft)).toBe(order);
  });
});
