import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import { reservedSlugs } from '#features/content/pages/schema.ts';
import routes from '../routes.ts';

/** The first parts of all addresses that are no parameter. */
function firstParts(entries: readonly RouteConfigEntry[], isInside = false): string[] {
  return entries.flatMap(({ path, children = [] }) => [
    ...(path && !isInside ? [path.split('/')[0] ?? ''] : []),
    ...firstParts(children, isInside || Boolean(path)),
  ]);
}

test('every address of the product is kept from the pages of its customers', () => {
  const own = firstParts(routes).filter((part) => !/^[:*]|\./.test(part));
  expect(own).toContain('dashboard');
  expect(own.filter((part) => !(reservedSlugs as readonly string[]).includes(part))).toEqual([]);
});
