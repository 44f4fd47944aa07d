import { expect, it } from 'vitest';
import { splitAtMatch } from './match.ts';

it.each([
  ['Gradebook', 'gra', ['', 'Gra', 'debook']],
  ['Submissions to grade', 'GRA', ['Submissions to ', 'gra', 'de']],
  ['Pages', 'x', ['Pages', '', '']],
  ['Pages', '', ['Pages', '', '']],
  ['Pages', '\u0301', ['Pages', '', '']],
  ['İstanbul', 'stan', ['İ', 'stan', 'bul']],
  ['İstanbul', 'ist', ['', 'İst', 'anbul']],
  ['Diyarbakır', 'kir', ['Diyarba', 'kır', '']],
  ['Tomás Novák', 'mas n', ['To', 'más N', 'ovák']],
  ['To\u0301ma\u0301s', 'oma', ['T', 'o\u0301ma\u0301', 's']],
  ['Straße 5', 'stras', ['', 'Straß', 'e 5']],
  ['Straße 5', 'e 5', ['Straß', 'e 5', '']],
  ['Nguyễn Văn Đức', 'van duc', ['Nguyễn ', 'Văn Đức', '']],
  ['مُدَرِّب أحمد', 'احمد', ['مُدَرِّب ', 'أحمد', '']],
  ['محـــمد', 'حم', ['م', 'حـــم', 'د']],
  ['😀 Ünal', 'un', ['😀 ', 'Ün', 'al']],
])('%s by %j', (text, query, expected) => {
  expect(splitAtMatch(text, query)).toEqual(expected);
});
