import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'api-keys',
  screens: [
    {
      path: paths.apiKeys(),
      file: 'screens/key-list.tsx',
      layout: 'feature-list',
      parent: paths.webhooks(),
      name: 'apiKeys',
      tab: 2,
    },
  ],
  settings: [{ id: 'keys', area: 'developers', href: paths.apiKeys() }],
});
