import { expect, test } from 'vitest';
import { isVatNumber, knowsVatFormat, plainVatNumber } from './vat-number.ts';

test.each([
  ['DE136695976', 'DE', true],
  ['de 136 695 976', 'DE', true],
  ['DE136695977', 'DE', false],
  ['FR40303265045', 'FR', true],
  ['FR40303265045', 'DE', false],
  ['EL094259216', 'GR', true],
  ['ATU12345675', 'AT', true],
  ['NL004495445B01', 'NL', true],
  ['IE6388047V', 'IE', true],
  ['GB980780684', 'GB', true],
  ['CHE-123.456.788 TVA', 'CH', true],
  ['136695976', 'DE', false],
  ['', 'DE', false],
])('%s is a number of %s: %s', (text, country, is) => {
  expect(isVatNumber(text, country)).toBe(is);
});

test('the format of some countries is unknown', () => {
  expect(['DE', 'GR', 'GB', 'US', 'JP'].map(knowsVatFormat)).toEqual([true, true, true, false, false]);
});

test('what people write between is left out', () => {
  expect(plainVatNumber(' fr 40-303.265 045 ')).toBe('FR40303265045');
});
