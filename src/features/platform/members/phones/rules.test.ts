import { expect, test } from 'vitest';
import { readLoginName } from './rules.ts';

test.each([
  ['a@b.test', { email: 'a@b.test' }],
  ['  a@b.test ', { email: 'a@b.test' }],
  ['+49 151 234-567', { phone: '+49151234567' }],
  ['0049 (151) 234 567', { phone: '+49151234567' }],
  ['+٤٩ ١٥١ ٢٣٤٥٦٧', { phone: '+49151234567' }],
  ['‎+49 151 234567', { phone: '+49151234567' }],
  ['＋４９ 151 234567', { phone: '+49151234567' }],
  ['+८८ ०१७१ २३४५६७', { phone: '+880171234567' }],
  ['0151 234567', { problem: 'country' }],
  ['151 234567', { problem: 'country' }],
  ['+49 (0) 151 234567', { problem: 'trunk' }],
  ['+49 (0)151 234567', { problem: 'trunk' }],
  ['+0151234567', { problem: 'neither' }],
  ['+49 151', { problem: 'neither' }],
  ['+1234567890123456', { problem: 'neither' }],
  ['a@b', { problem: 'neither' }],
  ['call me', { problem: 'neither' }],
  ['', { problem: 'neither' }],
])('%s is %j', (text, name) => {
  expect(readLoginName(text)).toEqual(name);
});
