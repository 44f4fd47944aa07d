import { expect, test } from 'vitest';
import { pseudoText, pseudoTexts } from './pseudo-language.ts';

test('every letter has an accent, the text gets longer, placeholders and tags stay', () => {
  expect(pseudoText('Save')).toBe('⟦Šáṽé~~⟧');
  expect(pseudoText('{{count}} of <0>{{title}}</0>')).toBe('⟦{{count}} öƒ <0>{{title}}</0>~~⟧');
  expect(pseudoText('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')).not.toMatch(/[A-Za-z]/);
});

test('a file keeps its structure', () => {
  expect(pseudoTexts({ a: { b: 'x' }, c_one: '{{count}}' })).toEqual({ a: { b: '⟦ẋ~⟧' }, c_one: '⟦{{count}}⟧' });
});
