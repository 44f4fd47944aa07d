import { expect, test } from 'vitest';
import { divided } from './route-manifest.ts';

const manifest = {
  entry: { module: '/assets/entry.js', imports: ['/assets/frame.js'], css: [] },
  routes: {
    root: { id: 'root', module: '/assets/root.js', imports: ['/assets/frame.js'], css: [] },
    home: {
      id: 'home',
      parentId: 'root',
      module: '/assets/home.js',
      imports: ['/assets/chart.js', '/assets/frame.js'],
    },
    feed: { id: 'feed', parentId: 'root', module: '/assets/feed.js' },
  },
  version: 'a1b2',
};
const written = `window.__reactRouterManifest=${JSON.stringify(manifest)};`;

test('the list of all screens is loaded without what only fetching ahead asks for', () => {
  const { version, list } = divided(written);
  const [, json = ''] = /^window\.__reactRouterManifest=(.*);$/.exec(list) ?? [];
  const { routes, ...others } = JSON.parse(json) as typeof manifest;
  expect(version).toBe('a1b2');
  expect(others).toEqual({ entry: manifest.entry, version: 'a1b2' });
  expect(routes).toEqual({
    root: { id: 'root', module: '/assets/root.js', css: [] },
    home: { id: 'home', parentId: 'root', module: '/assets/home.js' },
    feed: { id: 'feed', parentId: 'root', module: '/assets/feed.js' },
  });
});

test('the files of every screen are told apart from it, each written once', () => {
  const { files } = divided(written).files;
  const { screens } = divided(written).files;
  expect(files).toEqual(['/assets/frame.js', '/assets/chart.js']);
  expect(Object.fromEntries(Object.entries(screens).map(([id, at]) => [id, at.map((place) => files[place])]))).toEqual({
    root: ['/assets/frame.js'],
    home: ['/assets/chart.js', '/assets/frame.js'],
    feed: [],
  });
});

test('a list of another kind is refused, not passed on half', () => {
  expect(() => divided('export default {}')).toThrow('not written as it was');
});
