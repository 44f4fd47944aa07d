import { expect, test } from 'vitest';
import { plainLatin } from './plain-latin.ts';

test.each([
  ['École Élan & Œuvre', 'ecole elan & oeuvre'],
  ['Straße', 'strasse'],
  ['Żółw i Łódź', 'zolw i lodz'],
  ['Smørebrød Ærø', 'smorebrod aero'],
  ['Işık', 'isik'],
  ['Þórður', 'thordur'],
])('%s is written %s', (text, plain) => expect(plainLatin(text)).toBe(plain));
