import { type BrowserFeature, defineFeature } from '#base/shared/feature.ts';
import { features } from '#features/features.ts';
import { paths } from '#paths';
import { upcoming } from './upcoming.ts';

/** What the dashboard itself brings; its files are below `src/app`. */
export const dashboard = defineFeature({
  name: 'dashboard',
  screens: [
    { path: paths.manage(), file: 'dashboard/settings/settings-index.tsx' },
    {
      path: paths.dashboardMenus(),
      file: 'dashboard/settings/menu-settings.tsx',
      parent: paths.site(),
      name: 'menus',
    },
  ],
  menus: [
    { in: 'member', id: 'dashboard', href: paths.dashboard(), icon: 'LayoutDashboard' },
    { in: 'owner', id: 'dashboard', href: paths.dashboard(), icon: 'LayoutDashboard' },
    { in: 'superAdmin', id: 'dashboard', href: paths.dashboard(), icon: 'LayoutDashboard' },
    { in: 'profile', id: 'manage', href: paths.manage(), icon: 'SlidersHorizontal', needs: ['manage_options'] },
    ...upcoming,
  ],
  settings: [{ id: 'menus', area: 'site', href: paths.dashboardMenus() }],
});

/** All features and the dashboard: routes, menus, breadcrumbs, settings and commands follow from this list. */
export const contributions: readonly BrowserFeature[] = [...features, dashboard];
