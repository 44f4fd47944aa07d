import { expect, test } from 'vitest';
import { builtPaths } from './built-paths.ts';

test('every route that shows something has its whole pattern', () => {
  const routes = {
    root: { id: 'root', path: '' },
    site: { id: 'site', parentId: 'root' },
    home: { id: 'home', parentId: 'site', index: true },
    page: { id: 'page', parentId: 'site', path: ':pageSlug' },
    dashboard: { id: 'dashboard', parentId: 'root', path: 'dashboard' },
    start: { id: 'start', parentId: 'dashboard', index: true },
    users: { id: 'users', parentId: 'dashboard', path: 'manage/users' },
    other: { id: 'other', parentId: 'dashboard', path: '*' },
    gone: undefined,
  };
  expect(builtPaths(routes).sort()).toEqual([
    '/',
    '/:pageSlug',
    '/dashboard',
    '/dashboard/*',
    '/dashboard/manage/users',
  ]);
});
