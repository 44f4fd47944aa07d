import sharp from 'sharp';
import { expect, test } from 'vitest';
import { appIconsOf, ownIconOf } from './own-icon.ts';

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

const sizes = (icon: string) => appIconsOf(icon).icons.map(({ sizes, type }) => `${sizes} ${type}`);
const stored = '/storage/v1/object/public/a/public/icon';

test.each([
  [`${stored}.png`, ['192x192 image/webp', '512x512 image/webp']],
  [`${stored}.jpg`, ['192x192 image/webp', '512x512 image/webp']],
  [`${stored}.svg`, ['any image/svg+xml']],
  [`${stored}.bmp`, ['192x192 image/png', '512x512 image/png', '512x512 image/png']],
  ['/favicon.svg', ['any image/svg+xml', '192x192 image/png', '512x512 image/png', '512x512 image/png']],
])('of the icon %s a home screen is offered %j', (icon, offered) => expect(sizes(icon)).toEqual(offered));

test('what an Apple device puts on its screen is square, and no drawing', () => {
  expect(appIconsOf(`${stored}.png`).touch).toMatch(/width=180&height=180&resize=cover.*&format=origin$/);
  expect(appIconsOf(`${stored}.svg`).touch).toBe('/app-icon-180.png');
});

test.each([180, 192, 512])('our own icon of %i pixels is one', async (pixels) => {
  const { width, height, format } = await sharp(`public/app-icon-${pixels}.png`).metadata();
  expect({ width, height, format }).toEqual({ width: pixels, height: pixels, format: 'png' });
});
