import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'redirects',
  screens: [{ path: paths.redirects(), file: 'screens/redirect-list.tsx', parent: paths.site(), name: 'redirects' }],
  settings: [{ id: 'redirects', area: 'site', href: paths.redirects() }],
});
