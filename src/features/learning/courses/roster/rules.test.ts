import { expect, test } from 'vitest';
import { readEmails } from './rules.ts';

test.each<[string, string[], number[]]>([
  ['ana@x.test', ['ana@x.test'], []],
  ['name,email\nAna,Ana@X.test\nBo,bo@x.test', ['ana@x.test', 'bo@x.test'], []],
  ['ana@x.test\n\nana@x.test\nnobody\nbo@x', ['ana@x.test'], [4, 5]],
  ['nobody', [], [1]],
  ['\uFEFFemail\r\nana@x.test', ['ana@x.test'], [1]],
  ['', [], []],
])('%j has the addresses %j, and can’t be read in %j', (text, emails, lines) => {
  const read = readEmails(text);
  expect([read.emails, read.unread.map(({ line }) => line)]).toEqual([emails, lines]);
});
