import { profaneWords } from '@2toad/profanity';
import { expect, test } from 'vitest';
import { maskProfanity, maskWords } from './profanity.ts';

const words = ['damn', 'bloody hell', 'f*ck'];

test.each([
  ['Damn it', '**** it'],
  ['Amsterdamned is a film', 'Amsterdamned is a film'],
  ['a DAMN, bloody hell!', 'a ****, ***********!'],
  ['f*ck and f!ck', '**** and f!ck'],
  ['ädamn damné', 'ädamn damné'],
  ['nothing here', 'nothing here'],
  ['', ''],
])('%s is shown as %s', (text, shown) => {
  expect(maskWords(text, words)).toBe(shown);
});

test('a text says whether something of it was masked', () => {
  const word = (profaneWords.get('en') ?? []).find((candidate) => /^[a-z]{4}$/.test(candidate)) ?? '';
  expect(maskProfanity(`What ${word} light`)).toEqual({ text: 'What **** light', isMasked: true });
  expect(maskProfanity('What a light')).toEqual({ text: 'What a light', isMasked: false });
});
