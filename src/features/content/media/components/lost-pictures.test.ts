import { expect, test } from 'vitest';
import { lostPictureMessages } from './lost-pictures.ts';

const lost = (...sources: string[]) => sources.map((src) => ({ src, error: new Error('Gone.') }));

test.each([
  ['none', [], []],
  ['one elsewhere', ['https://a.test/b.png'], [{ key: 'remote', values: { host: 'a.test', reason: 'Gone.' } }]],
  ['one of this window', ['blob:1'], [{ key: 'lost', values: { reason: 'Gone.' } }]],
  [
    'twelve elsewhere',
    Array.from({ length: 12 }, (_, index) => `https://a.test/${index}.png`),
    [{ key: 'remoteMany', values: { count: 12 } }],
  ],
  [
    'some of each',
    ['https://a.test/b.png', 'blob:1', 'file:///c.png'],
    [
      { key: 'remote', values: { host: 'a.test', reason: 'Gone.' } },
      { key: 'lostMany', values: { count: 2 } },
    ],
  ],
])('pictures of a paste that could not be imported make one message of a kind: %s', (_, sources, messages) => {
  expect(lostPictureMessages(lost(...sources))).toEqual(messages);
});
