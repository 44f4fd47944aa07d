import { expect, test } from 'vitest';
import { ownIconOf } from './own-icon.ts';

const site = { origin: 'https://school.example', backend: { url: 'https://files.example/base', anon_key: '' } };

test.each([
  ['/storage/v1/object/public/a/icon.png', '/storage/v1/object/public/a/icon.png'],
  ['https://school.example/icon.png', 'https://school.example/icon.png'],
  ['https://files.example/storage/icon.png', 'https://files.example/storage/icon.png'],
  ['https://else.example/icon.png', '/favicon.svg'],
  ['//else.example/icon.png', '/favicon.svg'],
  ['', '/favicon.svg'],
  [undefined, '/favicon.svg'],
])('of the icon %s browsers fetch %s, whatever their visitor has agreed to', (icon, fetched) => {
  expect(ownIconOf(icon, site)).toBe(fetched);
});
