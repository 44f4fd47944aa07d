import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'domains',
  screens: [{ path: paths.domains(), file: 'screens/domain-settings.tsx', parent: paths.site(), name: 'domains' }],
  settings: [{ id: 'domains', area: 'site', href: paths.domains() }],
});
