import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';
import type { Screen } from '#base/shared/feature.ts';
import { contents } from '#features/contents.ts';
import { features } from '#features/features.ts';
import { dashboard } from './dashboard/menus/contributions.ts';

type Layout = 'site' | 'dashboard' | NonNullable<Screen['layout']>;

const folderOf = (feature: string) => contents.find((path) => path.endsWith(`/${feature}`));
const screens = [
  ...features.flatMap(({ name, screens: own = [] }) =>
    own.map((screen) => ({ ...screen, file: `../features/${folderOf(name)}/${screen.file}` })),
  ),
  ...(dashboard.screens ?? []),
];

const layoutOf = ({ layout: named, path }: Screen): Layout =>
  named ?? (path.startsWith('/dashboard') ? 'dashboard' : 'site');

/** The routes of the screens of features that stand in a layout, relative to the address of the route above them. */
function screensIn(name: Layout, above = '/'): RouteConfigEntry[] {
  return screens
    .filter((screen) => layoutOf(screen) === name)
    .map(({ path, file, id }) => {
      if (path === above) return index(file);
      return route(path.slice(above.length).replace(/^\//, ''), file, id ? { id } : {});
    });
}

export default [
  layout('site/site-layout.tsx', [
    layout('site/course-offers.tsx', [
      layout('site/page-blocks.tsx', screensIn('page-blocks')),
      ...screensIn('course-offers'),
    ]),
    ...screensIn('site'),
    route('*', 'site/unknown-page.tsx'),
  ]),
  ...screensIn('none'),
  route('site.webmanifest', 'site/site-manifest.ts'),
  route('favicon.ico', 'site/site-icon.ts'),
  layout('dashboard/shell/builder-styles.tsx', [
    layout('site/page-blocks.tsx', { id: 'builder-blocks' }, screensIn('builder')),
  ]),
  route('dashboard', 'dashboard/shell/dashboard-layout.tsx', [
    index('dashboard/home/dashboard-home.tsx'),
    layout('dashboard/shell/course-prices.tsx', screensIn('course-prices', '/dashboard')),
    layout('dashboard/shell/activities.tsx', screensIn('activities', '/dashboard')),
    layout('dashboard/shell/event-catalogue.tsx', screensIn('event-catalogue', '/dashboard')),
    layout('dashboard/shell/feature-list.tsx', screensIn('feature-list', '/dashboard')),
    ...screensIn('dashboard', '/dashboard'),
    route('*', 'dashboard/shell/not-found-screen.tsx'),
  ]),
] satisfies RouteConfig;
