import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'options',
  screens: [
    { path: paths.site(), file: 'screens/site-settings.tsx' },
    { path: paths.theme(), file: 'screens/theme-settings.tsx', parent: paths.site(), name: 'theme' },
    { path: paths.header(), file: 'screens/header-settings.tsx', parent: paths.site(), name: 'header' },
    { path: paths.footer(), file: 'screens/footer-settings.tsx', parent: paths.site(), name: 'footer' },
  ],
  menus: [{ in: 'profile', id: 'site', href: paths.site(), icon: 'Globe', needs: ['manage_options'] }],
  settings: [
    { id: 'site', area: 'site', href: paths.site() },
    { id: 'theme', area: 'site', href: paths.theme() },
    { id: 'header', area: 'site', href: paths.header() },
    { id: 'footer', area: 'site', href: paths.footer() },
  ],
});
