import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import createLucideIcon, { type IconData, type IconProps } from './lucide-icon.ts';

type Module = { default: ComponentType<IconProps>; __iconData: IconData };

const folder = join(dirname(createRequire(import.meta.url).resolve('lucide-react')), '../esm/icons');
const open = (name: string) => import(/* @vite-ignore */ join(folder, name)) as Promise<Module>;
const render = (icon: ComponentType<IconProps>, props: IconProps) => renderToStaticMarkup(createElement(icon, props));

test('every icon is drawn as the library draws it', async () => {
  // Some are aliases of others, and have no data of their own.
  const modules = await Promise.all(
    readdirSync(folder)
      .filter((name) => /^[a-z\d-]+\.mjs$/.test(name))
      .map(open),
  );
  const icons = modules.filter(({ __iconData }) => __iconData !== undefined);
  expect(icons.length).toBeGreaterThan(1_000);
  const others = icons.filter(
    ({ default: theirs, __iconData }) => render(createLucideIcon(__iconData), {}) !== render(theirs, {}),
  );
  expect(others.map(({ __iconData }) => __iconData.name)).toEqual([]);
});

test.each<IconProps>([
  { 'aria-hidden': true },
  { 'aria-label': 'Search' },
  { role: 'img' },
  { 'aria-label': undefined },
  { className: 'flip size-4' },
  { size: 16 },
  { size: '1em', color: 'red', strokeWidth: 1 },
  { width: 10, height: 20 },
  { id: 'a', style: { top: 0 }, 'data-x': 1 } as IconProps,
  { children: createElement('title', null, 'A lens') },
])('with %j it is rendered as by the library', async (props) => {
  const { default: theirs, __iconData } = await open('search.mjs');
  expect(render(createLucideIcon(__iconData), props)).toBe(render(theirs, props));
});
