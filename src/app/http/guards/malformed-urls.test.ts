import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#paths';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { smallSite } from '#tests/small-site.ts';
import routes from '../../routes.ts';

let world: World;
let app: AppWorld;
const site = smallSite();
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world, {}, { build: site.build });
});
afterAll(async () => {
  await app.close();
  await world.close();
});

/** Every address of the product, with what a visitor chooses of it left open. */
function addressesOf(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const here = path ? `${above}/${path}` : above;
    return [here || '/', ...addressesOf(children, here)];
  });
}
const addresses = [...new Set(addressesOf(routes))];
const ODD = ['a%00b', '%00', '%ff', '%c3%28', '%ed%a0%80', '%', '%e0%80'];
const withPart = (address: string, part: string) =>
  /[:*]/.test(address) ? address.replace(/:\w+\??|\*/g, part) : `${address.replace(/\/$/, '')}/${part}`;

test('an address that holds a NUL, or bytes that are no text, is one that is not there, whichever it is', async () => {
  expect(addresses.length).toBeGreaterThan(100);
  for (const address of [...addresses, '/assets', '/social-cards', '/storage-of-nobody', '/api/anything'])
    for (const part of ODD) {
      const path = withPart(address, part);
      expect([path, (await app.call(path)).status]).toEqual([path, 404]);
    }
});

test('a query that holds a NUL is refused, and one of bytes that are no text is read as well as can be', async () => {
  for (const address of [
    ...addresses.map((item) => withPart(item, 'a')),
    '/',
    '/search',
    '/blog',
    '/named/a',
    '/api/config',
  ])
    for (const query of ['q=a%00b', 'q%00=a', 'page=1&q=%00']) {
      const path = `${address}?${query}`;
      expect([path, (await app.call(path)).status]).toEqual([path, 400]);
    }
  for (const query of ['q=%ff', 'q=%c3%28', 'q=%', 'q=%ed%a0%80', '%ff=1']) {
    const path = `/named/a?${query}`;
    expect([path, (await app.call(path)).status]).toEqual([path, 200]);
  }
});

test('a page that is said to be looked at is not drawn where its address is odd', async () => {
  const notify = (address: string) =>
    app.call(paths.tellView(), { method: 'POST', headers: { 'content-length': '20' }, body: address });
  site.renders.clear();
  for (const address of ['/named/a%00b', '/named/%ff', '/named/a?q=%00', '/named/%', '/named/b'])
    expect([address, (await notify(address)).status]).toEqual([address, 204]);
  expect([...site.renders.keys()]).toEqual(['/named/b']);
});
